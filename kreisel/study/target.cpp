#include "kreisel/study/target.hpp"

#include <algorithm>

#include "kreisel/problems/all.hpp"

namespace kreisel {
namespace {

TargetInstance make_problem(const ProblemEntry& entry, const Settings& settings) {
  Parameters parameters(entry.parameters);
  for (const auto& [key, value] : settings) parameters.set(key, value);
  return {entry.make(parameters), parameters.texts()};
}

}  // namespace

bool Target::knows(const std::string& key) const {
  return std::any_of(parameters.begin(), parameters.end(), [&](const Parameter& p) { return p.name == key; });
}

Target find_target(const std::string& text) {
  const ProblemEntry& entry = find_problem(text);
  return {.name = entry.name,
          .description = entry.description,
          .citation = entry.citation,
          .parameters = entry.parameters,
          .make = [&entry](const Settings& settings) { return make_problem(entry, settings); }};
}

DividedSettings divide(const Settings& settings, const Target& target) {
  DividedSettings divided;
  for (const auto& setting : settings)
    (target.knows(setting.first) ? divided.target : divided.others).push_back(setting);
  return divided;
}

}  // namespace kreisel
