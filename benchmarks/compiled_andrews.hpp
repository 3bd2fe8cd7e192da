// Andrews' squeezing mechanism as machine code of its own: what a user gets who opts for it (kreisel/solve/compiled.hpp).
#pragma once

#include <memory>

#include "kreisel/equations/any_system.hpp"
#include "kreisel/methods/catalog.hpp"
#include "kreisel/methods/shared/stepper_options.hpp"

namespace kreisel::benchmarks {

/// `system` is the built-in problem "andrews".
std::unique_ptr<Stepper> compiled_andrews(const AnySystem& system, const MethodCoefficients& method,
                                          const StepperOptions& options);

}  // namespace kreisel::benchmarks
