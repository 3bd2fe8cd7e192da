// Decides about steps: constant ones, and those that follow an error estimate.
#pragma once

#include "kreisel/methods/stepper.hpp"

namespace kreisel {

struct StepDecision {
  bool accept;
  double next_step;
};

/// A constant step. An attempt that did not converge is halved, if that may be (Limits::max_divisions); the old size
/// returns after a while.
/// Under error control steps are held constant in stretches, because each change costs a restart.
struct StepController {
  double first_step = 1e-3;
  bool control_error = false;
  double order = 2.0;  // the estimate behaves like h^order

  StepDecision decide(const StepAttempt& attempt, double h);

 private:
  StepDecision after_failure(double h);
  StepDecision as_planned(const StepAttempt& attempt, double h) const;
  StepDecision after_estimate(double error, double h);

  int steps_since_change_ = 0;
  double failed_step_ = 0.0;  // Newton failed here: do not come back too soon
  int patience_ = 0;
};

}  // namespace kreisel
