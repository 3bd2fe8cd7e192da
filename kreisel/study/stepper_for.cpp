#include "kreisel/study/stepper_for.hpp"

#include "kreisel/study/steppers.hpp"

namespace kreisel {

std::unique_ptr<Stepper> make_stepper_for(const SystemVariant& system, const MethodCoefficients& coefficients,
                                          const StepperOptions& options) {
  return std::visit([&](const auto& s) { return make_stepper(s, coefficients, options); }, system);
}

}  // namespace kreisel
