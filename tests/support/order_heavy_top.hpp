// The heavy top with its exact motion: quaternion and angular velocity about the tip, in 64-bit mantissas.
#pragma once

#include <string>

#include "tests/support/order_measurement.hpp"

namespace kreisel::claims {

struct TopChoice {
  std::string group = "r3xso3";  // or se3, so3
  std::string constraint = "a";  // a: λ in inertial components, b: in body components
  double spin = 150.0;           // [rad/s]
  double t_end = 1.0;
};

/// The exact motion of the rigidly held top alone.
Reference heavy_top_reference(const TopChoice& choice);

/// As published: λ(0) = (0, -319.52598817, -317.26246154) for form a.
Subject heavy_top_subject(const TopChoice& choice);

/// Errors of a slow top reach the asymptotic window with steps that keep the tests quick.
inline constexpr double slow_spin = 5.0;

/// Generalized-α of the given damping with the library's own choice of everything else.
Method damped_alpha(double rho_inf, Formulation formulation, StartValues start = StartValues::automatic);

}  // namespace kreisel::claims
