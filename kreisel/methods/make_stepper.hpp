// From a method's coefficients to its stepper for a system: the only place that visits the families.
#pragma once

#include <memory>
#include <variant>

#include "kreisel/core/error.hpp"
#include "kreisel/methods/catalog.hpp"
#include "kreisel/methods/generalized_alpha.hpp"
#include "kreisel/methods/multistep.hpp"

namespace kreisel {

struct StepperOptions {
  Formulation formulation = Formulation::index3;
  StartValues start = StartValues::automatic;
  StepChange step_change = StepChange::automatic;
  Tolerances tolerances;
};

namespace detail {

template <template <class, bool> class Family, MechanicalSystem System, class Options>
std::unique_ptr<Stepper> stepper_of(const System& system, const Options& options) {
  if (options.formulation == Formulation::index2)
    return std::make_unique<Family<System, true>>(system, options);
  return std::make_unique<Family<System, false>>(system, options);
}

/// Steps and orders change under error control; a term published for one order and constant steps does not.
inline void refuse_control(const MultistepParameters& p, const Tolerances& tolerances) {
  if (!tolerances.control_error() || p.correction == CorrectionTerm::direct) return;
  throw OptionError("this correction term is made for constant steps of one order", "correction",
                    "give a constant --step, or leave correction=direct");
}

}  // namespace detail

template <MechanicalSystem System>
std::unique_ptr<Stepper> make_stepper(const System& system, const MethodCoefficients& coefficients,
                                      const StepperOptions& o) {
  if (const auto* p = std::get_if<MultistepParameters>(&coefficients)) {
    detail::refuse_control(*p, o.tolerances);
    return detail::stepper_of<MultistepStepper>(
        system, MultistepOptions{*p, o.formulation, o.start, o.step_change, o.tolerances});
  }
  return detail::stepper_of<GeneralizedAlphaStepper>(
      system, GeneralizedAlphaOptions{std::get<GeneralizedAlphaParameters>(coefficients),
                                      o.formulation,
                                      o.start,
                                      o.step_change,
                                      o.tolerances,
                                      {}});
}

}  // namespace kreisel
