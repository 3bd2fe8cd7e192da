// A blade that turns steadily on an incline: the sleigh with its centre of mass above the blade, whose slow motion
// is known for every ε.
//
//   m x'' = m γ + λ sin θ,  m y'' = -λ cos θ,  θ = Ω t,  -x' sin θ + y' cos θ = ε λ
//   x = γ/(2Ω²) sin² Ωt + 2γεm t,  y = γ/(2Ω²) (Ωt - sin Ωt cos Ωt),  λ = -2mγ sin Ωt
// All other motions differ by multiples of exp(σt), σ² + σ/(εm) + Ω² = 0, in the velocities along and across the
// blade. The laws are those of the sleigh with a = κ = τ = c = 0.
#pragma once

#include "kreisel/problems/problem.hpp"

namespace kreisel {

ProblemEntry knife_edge();

}  // namespace kreisel
