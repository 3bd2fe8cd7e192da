#include "kreisel/solve/solution.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

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
  const StartOptions start{
      .time_scale = options.start_scale > 0.0 ? options.start_scale : expected_step(options, span),
      .limit = options.start_limit,
      .motion = options.initial_motion,
      .order = options.initial_order,
      .interval = span.length()};
  solution.state = consistent_start(system, span.begin, q0, v0, start, solution.start);
  if (on_start) on_start(solution.state);
  begin(stepper, solution.state, solution.start);
  const auto began = std::chrono::steady_clock::now();
  StepController controller;
  controller.first_step = fixed ? options.step : stepper.suggest_first_step();
  controller.control_error = !fixed;
  std::vector<Finding> findings;
  // Soft springs move at an event as they do; only those that steps do not resolve return to their slow motion.
  StartOptions start_again = start;
  if (start.motion == InitialMotion::smooth) start_again.motion = InitialMotion::automatic;
  const auto restart = [&](const State& at) {
    StartReport report;
    const State state = consistent_start(system, at.t, at.q, at.v, start_again, report);
    merge(findings, stepper.findings());
    begin(stepper, state, report);
    return fixed ? options.step : stepper.suggest_first_step();
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
