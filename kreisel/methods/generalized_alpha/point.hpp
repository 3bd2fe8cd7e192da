// What generalized-α carries from step to step: the acceleration-like a_n ≈ v'(t_n + Δα h) in addition.
#pragma once

#include "kreisel/methods/generalized_alpha/parameters.hpp"
#include "kreisel/methods/shared/step_equations.hpp"

namespace kreisel {

template <MechanicalSystem System>
struct GeneralizedAlphaPoint : StepPoint<System> {
  typename System::Tangent a;

  void resize(const System& system) {
    StepPoint<System>::resize(system);
    a.setZero(system.group().dimension());
  }
};

}  // namespace kreisel
