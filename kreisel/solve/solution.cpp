// A consistent start, the time loop, and what is kept of it.
#include "kreisel/solve/solution.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "kreisel/integrate/step_controller.hpp"

namespace kreisel {
namespace {

void begin(Stepper& stepper, const State& state, const StartReport& report) {
  std::vector<bool> slow;
  for (const RowStart& row : report.rows) slow.push_back(row.followed);
  stepper.follow_slow_motion(slow);
  stepper.start(state);
}

/// A restart begins to look anew: what was found before stays, with its fastest rate.
void merge(std::vector<Finding>& all, const std::vector<Finding>& more) {
  for (const Finding& finding : more) {
    const auto known =
        std::find_if(all.begin(), all.end(), [&](const Finding& f) { return f.who == finding.who; });
    if (known == all.end())
      all.push_back(finding);
    else if (finding.rate > known->rate)
      *known = finding;
  }
}

}  // namespace

StepperOptions stepper_options(const SolveOptions& options, const TimeSpan& span) {
  const Steps steps = options.steps.completed();
  StepperOptions all{options.formulation, steps.start_values, steps.step_change, {}};
  if (!steps.are_constant()) all.tolerances = {steps.rtol, steps.atol, steps.lambda_tol, span.length()};
  return all;
}

double expected_step(const Steps& steps, const TimeSpan& span) {
  constexpr double share = 1e-3;
  return steps.are_constant() ? steps.step : share * span.length();
}

namespace {

StartOptions start_options(const TimeSpan& span, const Steps& steps, const Start& start) {
  return {start, start.scale > 0.0 ? start.scale : expected_step(steps, span), span.length()};
}

}  // namespace

StartedState started(const AnySystem& system, const TimeSpan& span, const Vector& q0, const Vector& v0,
                     const Steps& steps, const Start& start) {
  StartedState made;
  made.state = consistent_start(system, span.begin, q0, v0, start_options(span, steps, start), made.report);
  return made;
}

Solution solve_with(Stepper& stepper, const AnySystem& system, const TimeSpan& span, StartedState started,
                    const SolveOptions& options, const Observer& observer) {
  const bool fixed = options.steps.are_constant();
  Solution solution;
  solution.state = std::move(started.state);
  solution.start = std::move(started.report);
  begin(stepper, solution.state, solution.start);
  const auto began = std::chrono::steady_clock::now();
  StepController controller;
  controller.first_step = fixed ? options.steps.step : stepper.suggest_first_step();
  controller.control_error = !fixed;
  std::vector<Finding> findings;
  // Soft springs move at an event as they do; only those that steps do not resolve return to their slow motion.
  StartOptions start_again = start_options(span, options.steps, options.start);
  if (start_again.start.motion == InitialMotion::smooth) start_again.start.motion = InitialMotion::automatic;
  const auto restart = [&](const State& at) {
    StartReport report;
    const State state = consistent_start(system, at.t, at.q, at.v, start_again, report);
    merge(findings, stepper.findings());
    begin(stepper, state, report);
    return fixed ? options.steps.step : stepper.suggest_first_step();
  };
  solution.outcome =
      integrate(stepper, span.end, controller, options.limits, observer, {options.events, restart});
  solution.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  const std::optional<State>& event_state = solution.outcome.event_state;
  const StateView end = event_state ? event_state->view() : stepper.state();
  solution.state = {end.t, end.q, end.v, end.acceleration, end.lambda};
  solution.work = stepper.work();
  merge(findings, stepper.findings());
  solution.findings = std::move(findings);
  solution.warnings = stepper.warnings();
  return solution;
}

}  // namespace kreisel
