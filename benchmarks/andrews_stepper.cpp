#include "benchmarks/andrews_stepper.hpp"

#include "kreisel/equations/differentiated.hpp"
#include "kreisel/problems/andrews.hpp"

namespace kreisel::benchmarks {

std::unique_ptr<Stepper> andrews_stepper(const MethodCoefficients& coefficients,
                                         const StepperOptions& options) {
  static const auto system = differentiated(Andrews{});
  return make_stepper(system, coefficients, options);
}

}  // namespace kreisel::benchmarks
