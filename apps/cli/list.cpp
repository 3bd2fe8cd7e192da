// kreisel list: the catalogues, as text or JSON.
#include <memory>
#include <string>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "apps/cli/catalog_text.hpp"
#include "apps/cli/choices.hpp"
#include "apps/cli/commands.hpp"
#include "apps/cli/option_values.hpp"
#include "apps/cli/terminal.hpp"
#include "kreisel/evidence/reproduction/reproduction.hpp"
#include "kreisel/methods/strong_damping.hpp"

namespace kreisel::cli {
namespace {

using Json = nlohmann::ordered_json;

struct ListOptions {
  std::string kind;
  bool as_json = false;
};

struct Catalogue {
  std::string_view name;
  std::string (*text)();
  Json (*json)();
};

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

Json methods_json() {
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
  return all;
}

Json problems_json() {
  Json all = Json::array();
  for (const ProblemEntry& problem : all_problems()) {
    all.push_back({{"name", problem.name},
                   {"description", problem.description},
                   {"parameters", json_of(problem.parameters)},
                   {"citation", problem.citation}});
  }
  return all;
}

Json groups_json() {
  Json all = Json::array();
  for (const GroupEntry& group : all_group_entries()) {
    all.push_back({{"name", group.name},
                   {"description", group.description},
                   {"dimension", group.dimension},
                   {"coordinates", group.coordinates}});
  }
  return all;
}

std::string methods_text() {
  std::string text;
  for (const MethodEntry& method : all_methods()) {
    text += method.name + "\n" + wrapped(method.description, 2);
    std::string orders;
    for (const OrderClaim& claim : method.claims.orders)
      orders += fmt::format("{}{}: {}", orders.empty() ? "orders in q, v, λ — " : "; ",
                            formulation_label(claim), order_text(claim));
    text += wrapped(orders, 2);
    if (method.claims.controls_error) text += "  controls the error\n";
    text += wrapped(method.citation, 2) + "\n";
  }
  return text + "`kreisel describe NAME` shows parameters.\n";
}

std::string problems_text() {
  std::string text;
  for (const ProblemEntry& problem : all_problems())
    text += problem.name + "\n" + wrapped(problem.description, 2) + wrapped(problem.citation, 2) + "\n";
  return text + "`kreisel describe NAME` shows parameters and references.\n";
}

std::string groups_text() {
  std::string text;
  for (const GroupEntry& group : all_group_entries()) {
    text += fmt::format("{:<12} dimension {}, {} coordinates: {}\n", group.name, group.dimension,
                        group.coordinates, group.description);
  }
  return text;
}

Json experiments_json() {
  return Json::parse(experiments::experiments_json());
}

std::string experiments_text() {
  return experiments::experiments_text() + "\n`kreisel study reproduce NAME` measures one again.\n";
}

constexpr std::array<Catalogue, 4> catalogues{{{"methods", methods_text, methods_json},
                                               {"problems", problems_text, problems_json},
                                               {"groups", groups_text, groups_json},
                                               {"experiments", experiments_text, experiments_json}}};

ExitCode execute(const ListOptions& options) {
  std::vector<std::string> kinds;
  for (const Catalogue& catalogue : catalogues) {
    if (catalogue.name != options.kind) {
      kinds.emplace_back(catalogue.name);
      continue;
    }
    print(options.as_json ? catalogue.json().dump(2) + "\n" : catalogue.text());
    return ExitCode::success;
  }
  if (options.kind.empty()) {
    throw OptionError("what to list is missing", "kreisel list",
                      "write kreisel list methods, problems, groups or experiments");
  }
  throw UnknownName(fmt::format("there is no list of \"{}\"", options.kind), "kreisel list",
                    suggestion(options.kind, "lists", kinds));
}

}  // namespace

std::vector<Choice> catalogue_choices() {
  std::vector<Choice> all;
  for (const Catalogue& catalogue : catalogues) all.push_back({std::string(catalogue.name), ""});
  return all;
}

Command add_list(CLI::App& root) {
  CLI::App* const app =
      root.add_subcommand("list", "Show the methods, problems, groups or experiments there are");
  const auto options = std::make_shared<ListOptions>();
  app->add_option("KIND", options->kind, "methods, problems, groups or experiments");
  app->add_flag("--json", options->as_json, "as a JSON array");
  app->footer(
      "Examples:\n  kreisel list methods\n  kreisel list problems --json\n  kreisel list experiments");
  return {app, [options] { return execute(*options); }};
}

}  // namespace kreisel::cli
