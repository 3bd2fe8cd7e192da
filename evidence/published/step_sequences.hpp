// Prescribed sequences of steps, [Wieloch 2022] remark 28.
#pragma once

#include "evidence/bench/step_sequence.hpp"

namespace kreisel::experiments {

struct RandomSteps {
  double smallest_ratio = 0.9, largest_ratio = 1.1;
  int hold = 1;         // steps between two changes
  double spread = 2.0;  // steps stay between h/spread and h·spread
};

/// h_{i+1} = max(h_min, min(σ h_i, h_max)), σ uniform in its interval; the same σ for every h.
StepSequence random_steps(double h, double t_end, const RandomSteps& how);

/// h up to `change`, then 2h.
StepSequence doubled_steps(double h, double change, double t_end);

}  // namespace kreisel::experiments
