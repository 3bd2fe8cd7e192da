// The stepper of a method for a system of any of the types in problems/system_variant.hpp, without the methods themselves:
// including those takes a compiler a minute.
#pragma once

#include <memory>

#include "kreisel/methods/catalog.hpp"
#include "kreisel/methods/stepper_options.hpp"
#include "kreisel/problems/system_variant.hpp"

namespace kreisel {

/// The system must outlive the stepper.
std::unique_ptr<Stepper> make_stepper_for(const SystemVariant& system, const MethodCoefficients& coefficients,
                                          const StepperOptions& options);

}  // namespace kreisel
