// Steps whose sizes are those of the run, equal ones equal to the last bit.
#include "kreisel/gradients/replay.hpp"

#include <cmath>

#include "kreisel/solve/stepper_for.hpp"

namespace kreisel {

Vector replayed_end(const StepSequence& steps, const ModelAt& model) {
  constexpr double rounding = 1e-9;  // relative: times are sums of steps
  const auto stepper = stepper_for(model.system, steps.method, steps.options);
  stepper->follow_slow_motion(model.followed);
  stepper->start(model.start);
  if (steps.options.tolerances.control_error()) stepper->suggest_first_step();
  double last = 0.0;
  for (std::size_t k = 0; k + 1 < steps.times.size(); ++k) {
    double h = steps.times[k + 1] - steps.times[k];
    if (std::abs(h - last) <= rounding * last) h = last;
    if (stepper->attempt(h).status != StepStatus::completed) return {};
    stepper->accept(steps.times[k + 1]);
    last = h;
  }
  return model.observe(stepper->state());
}

}  // namespace kreisel
