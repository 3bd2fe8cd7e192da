// What a user may ask of starting values and of changes of the step, the same words for every family; and the
// translation of Newton's verdict.
#pragma once

#include <array>

#include "kreisel/core/options.hpp"
#include "kreisel/methods/stepper.hpp"

namespace kreisel {

enum class StartValues { automatic, plain, a_only, perturbed };

inline constexpr std::array<NamedChoice<StartValues>, 4> start_values_names{{
    {"automatic", StartValues::automatic, "whatever gives λ full order from the first step on"},
    {"plain", StartValues::plain, "q0 and v0 as they are, a0 = v'0"},
    {"a_only", StartValues::a_only, "a0 shifted to its time, q0 and v0 as they are"},
    {"perturbed", StartValues::perturbed, "a0 shifted, v0 perturbed so that λ has no transient"},
}};
constexpr const auto& choices_of(StartValues) {
  return start_values_names;
}

enum class StepChange { automatic, restart, corrected, none };

inline constexpr std::array<NamedChoice<StepChange>, 4> step_change_names{{
    {"automatic", StepChange::automatic, "what keeps the full order at the least cost"},
    {"restart", StepChange::restart, "new starting values at every change of the step"},
    {"corrected", StepChange::corrected, "what depends on the step converted to the new one"},
    {"none", StepChange::none, "no correction; for comparisons"},
}};
constexpr const auto& choices_of(StepChange) {
  return step_change_names;
}

/// Laws for the next step of one-step methods: step_size_control.hpp.
enum class StepSizeLaw { predictive, classical, filter };

inline StepStatus step_status(NewtonStatus status) {
  switch (status) {
    case NewtonStatus::converged:
    case NewtonStatus::stagnated_at_round_off:
      return StepStatus::completed;
    case NewtonStatus::diverged:
      return StepStatus::newton_diverged;
    case NewtonStatus::iteration_limit:
      return StepStatus::iteration_limit;
    case NewtonStatus::singular_matrix:
      return StepStatus::singular_matrix;
    case NewtonStatus::non_finite:
      break;
  }
  return StepStatus::non_finite;
}

}  // namespace kreisel
