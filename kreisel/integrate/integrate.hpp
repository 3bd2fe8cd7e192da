// The only time loop: attempt -> decide -> accept -> observe, until the end or a stated reason.
#pragma once

#include <functional>
#include <string>

#include "kreisel/integrate/step_controller.hpp"
#include "kreisel/methods/stepper.hpp"

namespace kreisel {

enum class Termination {
  reached_end,
  stopped_by_observer,
  interrupted,
  step_too_small,  // the step fell below round-off of t, or below min_step
  step_limit,
  rejection_limit,
  time_limit,     // wall clock
  solver_failed,  // Newton or the kernel failed at the smallest step
  non_finite
};

struct Limits {
  long max_steps = 100'000'000;
  long max_rejections_in_a_row = 60;
  double max_seconds = 1e300;
  double min_step = 0.0;  // besides 4 ε |t|
};

enum class Flow { carry_on, stop, interrupt };

/// An accepted step: `stepper.state()` is its end, `stepper.interpolate` looks inside.
struct StepView {
  double t_begin, t_end;
  const Stepper& stepper;
  const StepAttempt& attempt;
  long rejected_since_last;
};

using Observer = std::function<Flow(const StepView&)>;

struct Outcome {
  Termination termination = Termination::reached_end;
  double t = 0.0;
  long accepted = 0, rejected = 0;
  double smallest_step = 0.0, largest_step = 0.0;
  std::string message;  // cause and remedy, when the end was not reached
};

/// Runs the started stepper to t_end. Never throws for numerical reasons; the accepted state survives.
Outcome integrate(Stepper& stepper, double t_end, StepController controller, const Limits& limits,
                  const Observer& observer);

}  // namespace kreisel
