// Names of the choices of a RunSpec, the same on the command line, in run.json and in bindings.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "kreisel/core/error.hpp"
#include "kreisel/core/names.hpp"
#include "kreisel/integrate/consistent_start.hpp"
#include "kreisel/methods/shared/stepper_options.hpp"

namespace kreisel {

template <class Choice>
struct NamedChoice {
  std::string_view name;
  Choice value;
  std::string_view description;
};

inline constexpr std::array<NamedChoice<StartValues>, 4> start_values_names{{
    {"automatic", StartValues::automatic, "whatever gives λ full order from the first step on"},
    {"plain", StartValues::plain, "q0 and v0 as they are, a0 = v'0"},
    {"a_only", StartValues::a_only, "a0 shifted to its time, q0 and v0 as they are"},
    {"perturbed", StartValues::perturbed, "a0 shifted, v0 perturbed so that λ has no transient"},
}};

inline constexpr std::array<NamedChoice<StepChange>, 4> step_change_names{{
    {"automatic", StepChange::automatic, "what keeps the full order at the least cost"},
    {"restart", StepChange::restart, "new starting values at every change of the step"},
    {"corrected", StepChange::corrected, "what depends on the step converted to the new one"},
    {"none", StepChange::none, "no correction; for comparisons"},
}};

inline constexpr std::array<NamedChoice<InitialMotion>, 3> initial_motion_names{{
    {"automatic", InitialMotion::automatic, "rows that are stiff for the expected step on the slow motion"},
    {"smooth", InitialMotion::smooth, "every compliant row on the slow motion, smooth:K to order K"},
    {"raw", InitialMotion::raw, "as given, with the fast motion that follows"},
}};

constexpr std::string_view name_of(InitialMotion value) {
  for (const auto& entry : initial_motion_names)
    if (entry.value == value) return entry.name;
  return "";
}

constexpr std::string_view name_of(StartValues value) {
  for (const auto& entry : start_values_names)
    if (entry.value == value) return entry.name;
  return "";
}

constexpr std::string_view name_of(StepChange value) {
  for (const auto& entry : step_change_names)
    if (entry.value == value) return entry.name;
  return "";
}

/// The value of that name in a table of {name, value, …}. Throws UnknownName with near misses.
template <class Table>
auto named_value(std::string_view option, std::string_view kind, const Table& table,
                 const std::string& name) {
  std::vector<std::string> known;
  for (const auto& entry : table) {
    if (entry.name == name) return entry.value;
    known.emplace_back(entry.name);
  }
  throw UnknownName("there is no " + std::string(kind) + " \"" + name + "\"", std::string(option),
                    suggestion(name, std::string(kind) + "s", known));
}

}  // namespace kreisel
