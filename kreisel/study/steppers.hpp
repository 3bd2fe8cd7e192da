// Steppers for the system types of problems/system_variant.hpp, each compiled once in a file of its own; those of the
// implicit Runge-Kutta methods apart, because they take as long as all others.
#pragma once

#include "kreisel/methods/make_stepper.hpp"
#include "kreisel/problems/system_variant.hpp"
#include "kreisel/study/stepper_for.hpp"

namespace kreisel {

extern template std::unique_ptr<Stepper> make_stepper(const AnySystem&, const MethodCoefficients&,
                                                      const StepperOptions&);
extern template std::unique_ptr<Stepper> make_stepper(const BlockSystem&, const MethodCoefficients&,
                                                      const StepperOptions&);
extern template std::unique_ptr<Stepper> make_stepper(const FixedHeavyTop&, const MethodCoefficients&,
                                                      const StepperOptions&);
extern template std::unique_ptr<Stepper> make_stepper(const FixedAndrews&, const MethodCoefficients&,
                                                      const StepperOptions&);

extern template std::unique_ptr<Stepper> make_family_stepper(const AnySystem&,
                                                             const ImplicitRungeKuttaParameters&,
                                                             const StepperOptions&);
extern template std::unique_ptr<Stepper> make_family_stepper(const BlockSystem&,
                                                             const ImplicitRungeKuttaParameters&,
                                                             const StepperOptions&);
extern template std::unique_ptr<Stepper> make_family_stepper(const FixedHeavyTop&,
                                                             const ImplicitRungeKuttaParameters&,
                                                             const StepperOptions&);
extern template std::unique_ptr<Stepper> make_family_stepper(const FixedAndrews&,
                                                             const ImplicitRungeKuttaParameters&,
                                                             const StepperOptions&);

}  // namespace kreisel
