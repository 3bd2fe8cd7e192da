// Which machine code steps a system: see stepper_for.hpp.
#include "kreisel/solve/stepper_for.hpp"

#include "kreisel/solve/compiled_types.hpp"

namespace kreisel {

std::unique_ptr<Stepper> stepper_for(const AnySystem& system, const MethodCoefficients& method,
                                     const StepperOptions& options) {
  if (const FixedHeavyTop* const top = system.as<FixedHeavyTop>())
    return compiled_stepper(*top, method, options);
  if (const BlockSystem* const blocks = system.in_blocks()) return compiled_stepper(*blocks, method, options);
  return compiled_stepper(system, method, options);
}

}  // namespace kreisel
