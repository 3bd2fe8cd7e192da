// The options and the result of solving an initial value problem, and the way between them for a stepper made elsewhere.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "kreisel/equations/event.hpp"
#include "kreisel/integrate/consistent_start.hpp"
#include "kreisel/integrate/integrate.hpp"
#include "kreisel/methods/catalog.hpp"
#include "kreisel/methods/shared/stepper_options.hpp"

namespace kreisel {

struct TimeSpan {
  double begin = 0.0, end = 1.0;
  double length() const { return end - begin; }
};

struct SolveOptions {
  MethodCoefficients method = GeneralizedAlphaParameters::chung_hulbert(0.9);
  Formulation formulation = Formulation::index2;
  double step = 0.0;                // > 0: constant steps; otherwise error control with
  double rtol = 1e-6, atol = 1e-6;  // tolerances for positions and velocities over the whole run
  double lambda_tolerance = 0.0;    // > 0: relative tolerance for λ as well
  StartValues start_values = StartValues::automatic;
  StepChange step_change = StepChange::automatic;
  double start_limit = 1e-2;  // see StartOptions
  InitialMotion initial_motion = InitialMotion::automatic;
  int initial_order = best_order;  // see StartOptions
  double start_scale = 0.0;        // time by which rows are called stiff at the start; 0: the expected step
  Limits limits{};
  std::vector<Event> events{};  // docs/events.md
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

/// Looks at the consistent initial state before the first step.
using StartObserver = std::function<void(const State&)>;

/// The step, or a thousandth of the run before error control has chosen one: what rows are called stiff by.
double expected_step(const SolveOptions& options, const TimeSpan& span);

StepperOptions stepper_options(const SolveOptions& options, const TimeSpan& span);

/// The same for a stepper made elsewhere; `system` is what it steps.
Solution solve_with(Stepper& stepper, const AnySystem& system, const TimeSpan& span, const Vector& q0,
                    const Vector& v0, const SolveOptions& options, const StartObserver& on_start,
                    const Observer& observer);

}  // namespace kreisel
