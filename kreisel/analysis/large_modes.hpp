// The slowest modes of a large system, by shift and invert on its saddle point [Meerbergen, Roose 1997, BIT 37(3)].
//
//   s ξ = u - ad_v ξ,   s M u = -K ξ - D u - Bᵀμ,   rigid rows: Bξ = 0 (positions), Zξ + Bu = 0 (velocities),
//   springs: Bξ + τ(Zξ + Bu) = cμ,   dampers: Zξ + Bu = cμ
//
// is A x = s E x with E = diag(1, M, 0). The eigenvalues of (A - σE)⁻¹E are 1/(s - σ), and 0 for the infinite ones, which the
// iteration never meets because it begins in the range of the operator.
#pragma once

#include "kreisel/analysis/modes.hpp"

namespace kreisel {

inline constexpr Index usual_large_count = 20;

/// The `count` modes nearest to rest at a state of rest or with velocities; 0: the usual number.
ModalAnalysis large_modes(const AnySystem& system, const State& state, Index count);

}  // namespace kreisel
