// From a method's coefficients to its stepper for a system: the only place that visits the families.
#pragma once

#include <memory>
#include <variant>

#include "kreisel/methods/catalog.hpp"
#include "kreisel/methods/generalized_alpha.hpp"

namespace kreisel {

struct StepperOptions {
  Formulation formulation = Formulation::index3;
  StartValues start = StartValues::automatic;
  StepChange step_change = StepChange::restart;
  Tolerances tolerances;
};

template <MechanicalSystem System>
std::unique_ptr<Stepper> make_stepper(const System& system, const MethodCoefficients& coefficients,
                                      const StepperOptions& options) {
  const auto build = [&](const GeneralizedAlphaParameters& parameters) -> std::unique_ptr<Stepper> {
    const GeneralizedAlphaOptions all{parameters,          options.formulation, options.start,
                                      options.step_change, options.tolerances,  {}};
    if (options.formulation == Formulation::index2)
      return std::make_unique<GeneralizedAlphaStepper<System, true>>(system, all);
    return std::make_unique<GeneralizedAlphaStepper<System, false>>(system, all);
  };
  return std::visit(build, coefficients);
}

}  // namespace kreisel
