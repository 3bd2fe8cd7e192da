// All methods for models of many bodies, with matrices in blocks.
#include "kreisel/equations/block_operators.hpp"
#include "kreisel/linear/two_level_saddle_point.hpp"
#include "kreisel/methods/explicit_runge_kutta/block_kernel.hpp"
#include "kreisel/methods/implicit_runge_kutta/blend_blocks.hpp"
#include "kreisel/methods/make_stepper.hpp"
#include "kreisel/solve/compiled_types.hpp"

namespace kreisel {

std::unique_ptr<Stepper> compiled_stepper(const BlockSystem& system, const MethodCoefficients& method,
                                          const StepperOptions& options) {
  return make_stepper(system, method, options);
}

}  // namespace kreisel
