// What a user may ask of starting values and of changes of the step, the same words for every family; and the
// translation of Newton's verdict.
#pragma once

#include "kreisel/methods/stepper.hpp"

namespace kreisel {

enum class StartValues { automatic, plain, a_only, perturbed };
enum class StepChange { automatic, restart, corrected, none };

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
