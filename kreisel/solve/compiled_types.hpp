// The types of systems that all methods are compiled for, each in the .cpp of its name: seconds of compiling, done once.
#pragma once

#include <memory>

#include "kreisel/equations/any_system.hpp"
#include "kreisel/equations/block_system.hpp"
#include "kreisel/methods/catalog.hpp"
#include "kreisel/methods/shared/stepper_options.hpp"
#include "kreisel/solve/compiled_laws.hpp"

namespace kreisel {

std::unique_ptr<Stepper> compiled_stepper(const AnySystem& system, const MethodCoefficients& method,
                                          const StepperOptions& options);
std::unique_ptr<Stepper> compiled_stepper(const BlockSystem& system, const MethodCoefficients& method,
                                          const StepperOptions& options);
std::unique_ptr<Stepper> compiled_stepper(const FixedHeavyTop& system, const MethodCoefficients& method,
                                          const StepperOptions& options);

}  // namespace kreisel
