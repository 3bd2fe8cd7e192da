#include "kreisel/methods/make_stepper.hpp"
#include "kreisel/problems/system_variant.hpp"

namespace kreisel {
template std::unique_ptr<Stepper> make_family_stepper(const BlockSystem&, const ImplicitRungeKuttaParameters&,
                                                      const StepperOptions&);
}
