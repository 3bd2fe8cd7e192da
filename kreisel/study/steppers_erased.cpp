// Instead of the steppers for systems of fixed size: the same through the run-time type, for builds that are slow to compile.
#include "kreisel/methods/make_stepper.hpp"
#include "kreisel/problems/system_variant.hpp"

namespace kreisel {

extern template std::unique_ptr<Stepper> make_stepper(const AnySystem&, const MethodCoefficients&,
                                                      const StepperOptions&);

template <>
std::unique_ptr<Stepper> make_stepper(const FixedHeavyTop& system, const MethodCoefficients& coefficients,
                                      const StepperOptions& options) {
  return make_stepper(erase(system), coefficients, options);
}

template <>
std::unique_ptr<Stepper> make_stepper(const FixedAndrews& system, const MethodCoefficients& coefficients,
                                      const StepperOptions& options) {
  return make_stepper(erase(system), coefficients, options);
}

}  // namespace kreisel
