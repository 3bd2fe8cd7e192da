// From the parameters of a multistep method to its stepper for a system.
#pragma once

#include "kreisel/methods/multistep/stepper.hpp"
#include "kreisel/methods/shared/stepper_options.hpp"

namespace kreisel {
namespace detail {

/// Steps and orders change under error control; a term published for one order and constant steps does not.
inline void refuse_control(const MultistepParameters& p, const Tolerances& tolerances) {
  if (!tolerances.control_error() || p.correction == CorrectionTerm::direct) return;
  throw OptionError("this correction term is made for constant steps of one order", "correction",
                    "give a constant --step, or leave correction=direct");
}

}  // namespace detail

template <MechanicalSystem System>
std::unique_ptr<Stepper> make_family_stepper(const System& system, const MultistepParameters& p,
                                             const StepperOptions& o) {
  detail::refuse_control(p, o.tolerances);
  return detail::stepper_in_formulation<MultistepStepper>(system, FamilyOptions<MultistepParameters>{o, p});
}

}  // namespace kreisel
