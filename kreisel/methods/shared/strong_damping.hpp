// Which methods follow strongly damped motion with steps set by the motion and not by the damper.
//
// For Runge-Kutta methods [Stumpp 2004] (3.7), (3.8): A is invertible, |R(∞)| < 1, no eigenvalue of A lies on the negative
// real axis and |R(-w)| < 1 for w > 0. Then steps exist for every ε <= h and draw the motion towards its slow manifold.
// For the other families the same is asked of the roots of their test equation v' = -w v.
#pragma once

#include <string>

#include "kreisel/methods/catalog.hpp"
#include "kreisel/methods/implicit_runge_kutta/tableau.hpp"

namespace kreisel {

struct DampingVerdict {
  bool is_covered = false;
  double attraction = 1.0;  // factor of the distance to the slow motion per step, for w -> ∞
  std::string reason;       // what fails, or why it holds
};

DampingVerdict strong_damping(const MethodCoefficients& coefficients);
DampingVerdict strong_damping(const Tableau& tableau);

}  // namespace kreisel
