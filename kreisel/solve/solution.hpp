// The options and the result of solving an initial value problem, and the way between them for a stepper made elsewhere.
#pragma once

#include <string>
#include <vector>

#include "kreisel/solve/options.hpp"

namespace kreisel {

struct TimeSpan {
  double begin = 0.0, end = 1.0;
  double length() const { return end - begin; }
};

struct Solution {
  Outcome outcome;
  StartReport start;
  State state;  // the last accepted one
  WorkCounters work;
  std::vector<Finding> findings;
  std::vector<std::string> warnings;
  double wall_seconds = 0.0;
};

/// A consistent state, and what was done to reach it.
struct StartedState {
  State state;
  StartReport report;
};

/// The step, or a thousandth of the run before error control has chosen one: what rows are called stiff by.
double expected_step(const Steps& steps, const TimeSpan& span);

StepperOptions stepper_options(const SolveOptions& options, const TimeSpan& span);

/// Throws StartError for inconsistent initial values.
StartedState started(const AnySystem& system, const TimeSpan& span, const Vector& q0, const Vector& v0,
                     const Steps& steps, const Start& start);

/// From a consistent state, with a stepper made elsewhere; `system` is what it steps. Everything numerical ends in the
/// outcome.
Solution solve_with(Stepper& stepper, const AnySystem& system, const TimeSpan& span, StartedState start,
                    const SolveOptions& options, const Observer& observer);

}  // namespace kreisel
