// All methods for models of many bodies, with matrices in blocks.
#include "kreisel/methods/make_stepper.hpp"
#include "kreisel/solve/compiled_types.hpp"

namespace kreisel {

std::unique_ptr<Stepper> compiled_stepper(const BlockSystem& system, const MethodCoefficients& method,
                                          const StepperOptions& options) {
  return make_stepper(system, method, options);
}

}  // namespace kreisel
