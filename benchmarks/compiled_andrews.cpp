// All methods for the built-in squeezing mechanism, with matrices of fixed size.
#include "benchmarks/compiled_andrews.hpp"

#include <stdexcept>

#include "kreisel/equations/differentiated.hpp"
#include "kreisel/methods/make_stepper.hpp"
#include "kreisel/problems/andrews_law.hpp"

namespace kreisel::benchmarks {

std::unique_ptr<Stepper> compiled_andrews(const AnySystem& system, const MethodCoefficients& method,
                                          const StepperOptions& options) {
  const auto* const andrews = system.as<Differentiated<Andrews>>();
  if (andrews == nullptr) throw std::runtime_error("the problem andrews has another law now");
  return make_stepper(*andrews, method, options);
}

}  // namespace kreisel::benchmarks
