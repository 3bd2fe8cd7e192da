// The built-in laws whose steppers are machine code of their own: the two benchmarks every paper times.
#pragma once

#include "kreisel/equations/differentiated.hpp"
#include "kreisel/problems/andrews_law.hpp"
#include "kreisel/problems/heavy_top_law.hpp"

namespace kreisel {

/// The heavy top on R³×SO(3), Φ = -x + R X: the benchmark of the field gets a kernel of fixed size.
using FixedHeavyTop = Differentiated<HeavyTopInertial<R3xSO3>>;

/// Andrews' squeezing mechanism, the benchmark among plane linkages.
using FixedAndrews = Differentiated<Andrews>;

}  // namespace kreisel
