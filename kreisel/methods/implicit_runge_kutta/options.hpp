// What a stepper of implicit Runge-Kutta methods is made with.
#pragma once

#include "kreisel/methods/formulation.hpp"
#include "kreisel/methods/implicit_runge_kutta/parameters.hpp"
#include "kreisel/methods/stepper.hpp"

namespace kreisel {

struct ImplicitRungeKuttaOptions {
  ImplicitRungeKuttaParameters parameters;
  Formulation formulation = Formulation::index3;
  Tolerances tolerances;
};

}  // namespace kreisel
