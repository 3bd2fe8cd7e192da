// What a stepper is told besides its system and its coefficients: the same for every family.
#pragma once

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

}  // namespace kreisel
