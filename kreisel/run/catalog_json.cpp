// Methods, problems and groups for machines.
#include "kreisel/run/catalog_json.hpp"

#include <nlohmann/json.hpp>

#include "kreisel/groups/all.hpp"
#include "kreisel/methods/catalog.hpp"
#include "kreisel/methods/shared/strong_damping.hpp"
#include "kreisel/problems/all.hpp"

namespace kreisel {
namespace {

using Json = nlohmann::ordered_json;

std::string indented(const Json& json) {
  return json.dump(2) + "\n";
}

Json json_of(const std::vector<Parameter>& parameters) {
  Json all = Json::array();
  for (const Parameter& p : parameters) {
    Json one = {{"name", p.name}, {"description", p.description}, {"unit", p.unit}};
    if (p.choices.empty()) {
      one["default"] = p.value;
      one["lowest"] = p.lowest;
      one["highest"] = p.highest;
    } else {
      one["default"] = p.choices.front();
      one["choices"] = p.choices;
    }
    all.push_back(std::move(one));
  }
  return all;
}

/// {"order_index3": [2, 2, 2], …, "controls_error": true}: orders in q, v and λ.
Json json_of(const Claims& claims) {
  Json json = Json::object();
  for (const OrderClaim& claim : claims.orders) {
    const std::string form = claim.formulation ? std::string(name_of(*claim.formulation)) : "no_joints";
    json["order_" + form] = {claim.position, claim.velocity};
    if (claim.multiplier > 0) json["order_" + form].push_back(claim.multiplier);
  }
  json["controls_error"] = claims.controls_error;
  return json;
}

}  // namespace

std::string methods_json() {
  Json all = Json::array();
  for (const MethodEntry& method : all_methods()) {
    const DampingVerdict damping = strong_damping(method.coefficients(Parameters(method.parameters)));
    all.push_back({{"name", method.name},
                   {"description", method.description},
                   {"claims", json_of(method.claims)},
                   {"strong_damping", {{"covered", damping.is_covered}, {"reason", damping.reason}}},
                   {"parameters", json_of(method.parameters)},
                   {"citation", method.citation}});
  }
  return indented(all);
}

std::string problems_json() {
  Json all = Json::array();
  for (const ProblemEntry& problem : all_problems()) {
    all.push_back({{"name", problem.name},
                   {"description", problem.description},
                   {"parameters", json_of(problem.parameters)},
                   {"citation", problem.citation}});
  }
  return indented(all);
}

std::string groups_json() {
  Json all = Json::array();
  for_each_group([&](const auto& group) {
    using G = std::decay_t<decltype(group)>;
    all.push_back({{"name", G::name},
                   {"description", G::description},
                   {"dimension", G::fixed_dimension},
                   {"coordinates", G::fixed_coordinates}});
  });
  return indented(all);
}

}  // namespace kreisel
