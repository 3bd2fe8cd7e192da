#include "kreisel/integrate/solve.hpp"

#include <chrono>

namespace kreisel {

StepperOptions stepper_options(const SolveOptions& options, const TimeSpan& span) {
  StepperOptions all{options.formulation, options.start_values, options.step_change, {}};
  if (!(options.step > 0.0))
    all.tolerances = {options.rtol, options.atol, options.lambda_tolerance, span.length()};
  return all;
}

double expected_step(const SolveOptions& options, const TimeSpan& span) {
  constexpr double share = 1e-3;
  return options.step > 0.0 ? options.step : share * span.length();
}

Solution solve_with(Stepper& stepper, const AnySystem& system, const TimeSpan& span, const Vector& q0,
                    const Vector& v0, const SolveOptions& options, const StartObserver& on_start,
                    const Observer& observer) {
  const bool fixed = options.step > 0.0;
  Solution solution;
  const StartOptions start{.time_scale = expected_step(options, span),
                           .limit = options.start_limit,
                           .motion = options.initial_motion,
                           .order = options.initial_order,
                           .interval = span.length()};
  solution.state = consistent_start(system, span.begin, q0, v0, start, solution.start);
  if (on_start) on_start(solution.state);
  std::vector<bool> slow;
  for (const RowStart& row : solution.start.rows) slow.push_back(row.followed);
  stepper.follow_slow_motion(slow);
  stepper.start(solution.state);
  const auto began = std::chrono::steady_clock::now();
  StepController controller;
  controller.first_step = fixed ? options.step : stepper.suggest_first_step();
  controller.control_error = !fixed;
  solution.outcome = integrate(stepper, span.end, controller, options.limits, observer);
  solution.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  const StateView end = stepper.state();
  solution.state = {end.t, end.q, end.v, end.acceleration, end.lambda};
  solution.work = stepper.work();
  solution.findings = stepper.findings();
  return solution;
}

}  // namespace kreisel
