// The equilibrium of a large model in blocks, with sparse matrices: the equations of equilibrium.hpp, their steps by
//
//   [ K + μM  Bᵀ ] [ w ]     [ r ]
//   [   B    -C  ] [ · ] = - [ 0 ]       C of the springs; positions go back onto the joints in the metric of the mass
//
// With a μ that is next to nothing it is Newton's step. It is taken where it leads downhill; otherwise μ grows until the step
// does, and falls again after it.
#pragma once

#include "kreisel/analysis/equilibrium.hpp"
#include "kreisel/equations/block_system.hpp"

namespace kreisel {

/// Without stability, which is not known then.
Equilibrium large_equilibrium(const BlockSystem& system, const Vector& q0, double t);

}  // namespace kreisel
