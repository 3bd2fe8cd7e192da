// All methods for any system, with dense matrices of sizes known at run time.
#include "kreisel/methods/make_stepper.hpp"
#include "kreisel/solve/compiled_types.hpp"

namespace kreisel {

std::unique_ptr<Stepper> compiled_stepper(const AnySystem& system, const MethodCoefficients& method,
                                          const StepperOptions& options) {
  return make_stepper(system, method, options);
}

}  // namespace kreisel
