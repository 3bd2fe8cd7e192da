// The stepper of the stiff pendulum, compiled apart because it is long to compile.
#include "benchmarks/stiff_pendulum_case.hpp"
#include "kreisel/equations/differentiated.hpp"

namespace kreisel::benchmarks {

std::unique_ptr<Stepper> stiff_pendulum_stepper(const ElasticPendulumRow& law,
                                                const MethodCoefficients& coefficients,
                                                const StepperOptions& options) {
  return make_family_stepper(differentiated(law), std::get<ImplicitRungeKuttaParameters>(coefficients),
                             options);
}

}  // namespace kreisel::benchmarks
