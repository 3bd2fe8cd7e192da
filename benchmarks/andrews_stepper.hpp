// Steppers compiled for Andrews' mechanism, in a file of their own because they take long to compile.
#pragma once

#include <memory>

#include "kreisel/methods/make_stepper.hpp"

namespace kreisel::benchmarks {

std::unique_ptr<Stepper> andrews_stepper(const MethodCoefficients& coefficients,
                                         const StepperOptions& options);

}  // namespace kreisel::benchmarks
