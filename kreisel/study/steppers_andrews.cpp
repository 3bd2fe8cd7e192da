#include "kreisel/methods/make_stepper.hpp"
#include "kreisel/problems/system_variant.hpp"

namespace kreisel {
template std::unique_ptr<Stepper> make_stepper(const FixedAndrews&, const MethodCoefficients&,
                                               const StepperOptions&);
}
