// What a multistep stepper is made with.
#pragma once

#include "kreisel/linear/newton.hpp"
#include "kreisel/methods/formulation.hpp"
#include "kreisel/methods/multistep/parameters.hpp"
#include "kreisel/methods/shared/step_choices.hpp"
#include "kreisel/methods/stepper.hpp"

namespace kreisel {

struct MultistepOptions {
  MultistepParameters parameters;
  Formulation formulation = Formulation::index3;
  StartValues start = StartValues::automatic;
  StepChange step_change = StepChange::automatic;
  Tolerances tolerances;
  NewtonOptions newton{.trusted_solutions = 8};
};

}  // namespace kreisel
