// From a method's coefficients to its stepper for a system: the only place that knows all families.
#pragma once

#include <memory>
#include <variant>

#include "kreisel/core/error.hpp"
#include "kreisel/methods/catalog.hpp"
#include "kreisel/methods/explicit_runge_kutta.hpp"
#include "kreisel/methods/generalized_alpha.hpp"
#include "kreisel/methods/multistep.hpp"
#include "kreisel/methods/runge_kutta.hpp"
#include "kreisel/methods/stepper_options.hpp"

namespace kreisel {
namespace detail {

template <template <class, bool> class Family, MechanicalSystem System, class Options>
std::unique_ptr<Stepper> stepper_of(const System& system, const Options& options) {
  if (options.formulation == Formulation::index2) {
    if constexpr (InBlocks<System>) {
      throw OptionError("the stabilised form is not available for models with many bodies", "--formulation",
                        "take index3, whose velocities are put back onto the joints, or index1");
    } else {
      return std::make_unique<Family<System, true>>(system, options);
    }
  }
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
std::unique_ptr<Stepper> make_family_stepper(const System& system, const GeneralizedAlphaParameters& p,
                                             const StepperOptions& o) {
  return detail::stepper_of<GeneralizedAlphaStepper>(
      system, GeneralizedAlphaOptions{p, o.formulation, o.start, o.step_change, o.tolerances, {}});
}

template <MechanicalSystem System>
std::unique_ptr<Stepper> make_family_stepper(const System& system, const MultistepParameters& p,
                                             const StepperOptions& o) {
  detail::refuse_control(p, o.tolerances);
  return detail::stepper_of<MultistepStepper>(
      system, MultistepOptions{p, o.formulation, o.start, o.step_change, o.tolerances});
}

template <MechanicalSystem System>
std::unique_ptr<Stepper> make_family_stepper(const System& system, const ExplicitRungeKuttaParameters& p,
                                             const StepperOptions& o) {
  return std::make_unique<ExplicitRungeKuttaStepper<System>>(system,
                                                             ExplicitRungeKuttaOptions{p, o.tolerances});
}

template <MechanicalSystem System>
std::unique_ptr<Stepper> make_family_stepper(const System& system, const ImplicitRungeKuttaParameters& p,
                                             const StepperOptions& o) {
  if (InBlocks<System> && p.blend != BlendChoice::uniform)
    throw OptionError("weights of their own for coordinates are not available for models with many bodies",
                      "blend", "leave blend=uniform");
  if (p.blend != BlendChoice::uniform && o.formulation == Formulation::index2)
    throw OptionError("weights of their own for coordinates do not go with the stabilised form", "blend",
                      "take --formulation index3, or blend=uniform");
  return detail::stepper_of<RungeKuttaStepper>(
      system, ImplicitRungeKuttaOptions{p, o.formulation, o.tolerances.tightened()});
}

template <MechanicalSystem System>
std::unique_ptr<Stepper> make_stepper(const System& system, const MethodCoefficients& coefficients,
                                      const StepperOptions& o) {
  return std::visit([&](const auto& parameters) { return make_family_stepper(system, parameters, o); },
                    coefficients);
}

}  // namespace kreisel
