// Draws the random sequence; the same one for every h.
#include "evidence/published/step_sequences.hpp"

#include <algorithm>

#include "kreisel/core/random.hpp"

namespace kreisel::experiments {

StepSequence random_steps(double h, double t_end, const RandomSteps& how) {
  constexpr std::uint64_t seed = 28;
  Random random(seed);
  StepSequence plan;
  for (double present = h;;) {
    for (int i = 0; i < how.hold; ++i) {
      if (!plan.times.empty() && plan.times.back() + present > t_end) return plan;
      plan.add(present);
    }
    const double sigma = random.uniform(how.smallest_ratio, how.largest_ratio);
    present = std::clamp(present * sigma, h / how.spread, h * how.spread);
  }
}

StepSequence doubled_steps(double h, double change, double t_end) {
  StepSequence plan = constant_steps(h, change);
  while (plan.times.back() + h < t_end) plan.add(2.0 * h);
  return plan;
}

}  // namespace kreisel::experiments
