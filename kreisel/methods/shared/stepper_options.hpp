// What a stepper is told besides its system and its coefficients: the same for every family.
#pragma once

#include <memory>

#include "kreisel/methods/formulation.hpp"
#include "kreisel/methods/shared/step_choices.hpp"

namespace kreisel {

struct StepperOptions {
  Formulation formulation = Formulation::index3;
  StartValues start = StartValues::automatic;
  StepChange step_change = StepChange::automatic;
  Tolerances tolerances;
};

/// With the coefficients of a method of that family.
template <class Parameters>
struct FamilyOptions : StepperOptions {
  Parameters parameters = {};
};

class Stepper;

namespace detail {

/// A family's stepper with or without the stabilised form of index 2, by the formulation that was chosen.
template <template <class, bool> class Family, class System, class Options>
std::unique_ptr<Stepper> stepper_in_formulation(const System& system, const Options& options) {
  if (options.formulation == Formulation::index2)
    return std::make_unique<Family<System, true>>(system, options);
  return std::make_unique<Family<System, false>>(system, options);
}

}  // namespace detail
}  // namespace kreisel
