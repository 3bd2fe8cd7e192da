#include "kreisel/study/steppers.hpp"

namespace kreisel {
template std::unique_ptr<Stepper> make_stepper(const BlockSystem&, const MethodCoefficients&,
                                               const StepperOptions&);
}
