// From a system and a method to a stepper: the one place that decides what machine code runs.
#pragma once

#include <memory>

#include "kreisel/equations/any_system.hpp"
#include "kreisel/methods/catalog.hpp"
#include "kreisel/methods/shared/stepper_options.hpp"

namespace kreisel {

/// Compiled code of its own for the built-in laws that have it, blocks for models, otherwise the run-time
/// type. The system must outlive the stepper.
std::unique_ptr<Stepper> stepper_for(const AnySystem& system, const MethodCoefficients& method,
                                     const StepperOptions& options);

}  // namespace kreisel
