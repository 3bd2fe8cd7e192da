// The frame from which a motion is seen at rest: of a steady turn, of steady rolling, of a top that precesses.
//
// All bodies turn together with ω in space, and a body with two equal moments of inertia may spin about its axis besides. In
// components of that frame, with ŵ = A w for the variation of a body,
//   direct product:      translations turn back with ω, rotations forward with the spin s
//   semidirect product:  both forward with the spin s,            s = Ω - Rᵀω
// so that A' = C A, and the motion linearised there has constant coefficients. ω is the least one for which
//   Ω = Rᵀω besides the spin,  Ω' = Rᵀω × Ω,  u' = ω × u (direct),  U' = (Rᵀω - Ω) × U (semidirect)
// are met best. The motion is steady when they are met, and when the coefficients a moment later are the same.
#pragma once

#include "kreisel/equations/any_system.hpp"
#include "kreisel/equations/state.hpp"

namespace kreisel {

struct SteadyFrame {
  Vector3 turn = Vector3::Zero();  // ω in space [rad/s]
  Matrix generator;                // C, n × n
  double remainder = 0.0;          // of v' + C v, relative to the accelerations involved
  bool is_steady = true;
};

/// Of a consistent state with its v' and λ.
SteadyFrame steady_frame(const AnySystem& system, const State& state);

}  // namespace kreisel
