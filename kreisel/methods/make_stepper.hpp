// From a method's coefficients to its stepper for a system: all families at once.
#pragma once

#include <memory>
#include <variant>

#include "kreisel/methods/catalog.hpp"
#include "kreisel/methods/explicit_runge_kutta/family.hpp"
#include "kreisel/methods/generalized_alpha/family.hpp"
#include "kreisel/methods/implicit_runge_kutta/family.hpp"
#include "kreisel/methods/multistep/family.hpp"

namespace kreisel {

template <MechanicalSystem System>
std::unique_ptr<Stepper> make_stepper(const System& system, const MethodCoefficients& coefficients,
                                      const StepperOptions& options) {
  return std::visit([&](const auto& parameters) { return make_family_stepper(system, parameters, options); },
                    coefficients);
}

}  // namespace kreisel
