// From the parameters of a generalized-α method to its stepper for a system.
#pragma once

#include "kreisel/methods/generalized_alpha/stepper.hpp"
#include "kreisel/methods/shared/stepper_options.hpp"

namespace kreisel {

template <MechanicalSystem System>
std::unique_ptr<Stepper> make_family_stepper(const System& system, const GeneralizedAlphaParameters& p,
                                             const StepperOptions& o) {
  return detail::stepper_in_formulation<GeneralizedAlphaStepper>(
      system, GeneralizedAlphaOptions{p, o.formulation, o.start, o.step_change, o.tolerances, {}});
}

}  // namespace kreisel
