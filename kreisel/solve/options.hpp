// What a user may ask of a solution, in lists: see core/options.hpp.
#pragma once

#include <vector>

#include "kreisel/core/options.hpp"
#include "kreisel/equations/event.hpp"
#include "kreisel/integrate/consistent_start.hpp"
#include "kreisel/integrate/integrate.hpp"
#include "kreisel/methods/catalog.hpp"
#include "kreisel/methods/shared/stepper_options.hpp"

namespace kreisel {

/// Constant steps, or steps that follow tolerances for the whole run; 0: not given.
struct Steps {
  double step = 0.0;
  double rtol = 0.0, atol = 0.0;  // of two, the one that is not given is the other one; none: 1e-6
  double lambda_tol = 0.0;
  StartValues start_values = StartValues::automatic;
  StepChange step_change = StepChange::automatic;

  bool are_constant() const { return step > 0.0; }
  /// With the tolerances that were not given.
  Steps completed() const {
    constexpr double usual = 1e-6;
    Steps all = *this;
    if (are_constant()) return all;
    if (!(all.rtol > 0.0)) all.rtol = atol > 0.0 ? atol : usual;
    if (!(all.atol > 0.0)) all.atol = all.rtol;
    return all;
  }

  static constexpr auto options() {
    return std::make_tuple(
        Option{"step", &Steps::step, "H", "constant step [s]"},
        Option{"rtol", &Steps::rtol, "R", "relative tolerance; the step follows the error"},
        Option{"atol", &Steps::atol, "A", "absolute tolerance; the same as --rtol unless given"},
        Option{"lambda_tol", &Steps::lambda_tol, "R",
               "control reaction forces too, with this relative tolerance"},
        Option{"start_values", &Steps::start_values, "NAME", "starting values of the method", Accepts::any,
               Offered::not_on_command_line},
        Option{"step_change", &Steps::step_change, "NAME",
               "when the step changes: automatic, restart, corrected, none"});
  }
};

struct SolveOptions {
  MethodCoefficients method = GeneralizedAlphaParameters::chung_hulbert(0.9);
  Formulation formulation = Formulation::index2;
  Steps steps = {};
  Start start = {};
  Limits limits = {};
  std::vector<Event> events = {};  // docs/events.md
};

}  // namespace kreisel
