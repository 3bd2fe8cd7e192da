// All methods for the built-in squeezing mechanism, with matrices of fixed size.
#include "kreisel/methods/make_stepper.hpp"
#include "kreisel/solve/compiled_types.hpp"

namespace kreisel {

std::unique_ptr<Stepper> compiled_stepper(const FixedAndrews& system, const MethodCoefficients& method,
                                          const StepperOptions& options) {
  return make_stepper(system, method, options);
}

}  // namespace kreisel
