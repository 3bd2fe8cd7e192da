// From the parameters of an implicit Runge-Kutta method to its stepper for a system.
#pragma once

#include "kreisel/methods/implicit_runge_kutta/stepper.hpp"
#include "kreisel/methods/shared/stepper_options.hpp"

namespace kreisel {

template <MechanicalSystem System>
std::unique_ptr<Stepper> make_family_stepper(const System& system, const ImplicitRungeKuttaParameters& p,
                                             const StepperOptions& o) {
  if (p.blend != BlendChoice::uniform && o.formulation == Formulation::index2)
    throw OptionError("weights of their own for coordinates do not go with the stabilised form", "blend",
                      "take --formulation index3, or blend=uniform");
  FamilyOptions<ImplicitRungeKuttaParameters> options{o, p};
  options.tolerances = o.tolerances.tightened();
  return detail::stepper_in_formulation<RungeKuttaStepper>(system, options);
}

}  // namespace kreisel
