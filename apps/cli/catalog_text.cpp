// What `kreisel list` prints: methods, problems and groups as tables.
#include "apps/cli/catalog_text.hpp"

#include <fmt/format.h>

#include "kreisel/groups/all.hpp"

namespace kreisel::cli {
namespace {

constexpr double no_bound = 1e300;  // as the defaults of Parameter::lowest and highest

std::string range_text(const Parameter& p) {
  const bool from = p.lowest > -no_bound, to = p.highest < no_bound;
  if (from && to) return fmt::format(", from {} to {}", p.lowest, p.highest);
  if (from) return fmt::format(", at least {}", p.lowest);
  return to ? fmt::format(", at most {}", p.highest) : "";
}

}  // namespace

std::vector<GroupEntry> all_group_entries() {
  std::vector<GroupEntry> all;
  for_each_group([&](const auto& group) {
    using G = std::decay_t<decltype(group)>;
    all.push_back(
        {std::string(G::name), std::string(G::description), G::fixed_dimension, G::fixed_coordinates});
  });
  return all;
}

std::string formulation_label(const OrderClaim& claim) {
  return claim.formulation ? std::string(name_of(*claim.formulation)) : "no joints";
}

std::string order_text(const OrderClaim& claim) {
  std::string text = fmt::format("{}, {}", claim.position, claim.velocity);
  if (claim.multiplier > 0) text += fmt::format(", {}", claim.multiplier);
  return text;
}

std::string parameter_text(const Parameter& p) {
  std::string text;
  if (p.choices.empty()) {
    text = fmt::format("{} = {}{}{}", p.name, p.value, p.unit == "1" ? "" : " " + p.unit, range_text(p));
  } else {
    text = fmt::format("{} = {}, one of {}", p.name, p.choices.front(), fmt::join(p.choices, ", "));
  }
  return p.description.empty() ? text : text + ": " + p.description;
}

}  // namespace kreisel::cli
