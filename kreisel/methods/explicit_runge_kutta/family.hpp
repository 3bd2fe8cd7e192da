// From the parameters of an explicit Runge-Kutta method to its stepper for a system.
#pragma once

#include <memory>

#include "kreisel/methods/explicit_runge_kutta/stepper.hpp"
#include "kreisel/methods/shared/stepper_options.hpp"

namespace kreisel {

template <MechanicalSystem System>
std::unique_ptr<Stepper> make_family_stepper(const System& system, const ExplicitRungeKuttaParameters& p,
                                             const StepperOptions& o) {
  return std::make_unique<ExplicitRungeKuttaStepper<System>>(system,
                                                             ExplicitRungeKuttaOptions{p, o.tolerances});
}

}  // namespace kreisel
