// The built-in law whose steppers are machine code of their own: the benchmark every paper times.
#pragma once

#include "kreisel/equations/differentiated.hpp"
#include "kreisel/problems/heavy_top_law.hpp"

namespace kreisel {

/// The heavy top on R³×SO(3), Φ = -x + R X: the benchmark of the field gets a kernel of fixed size.
using FixedHeavyTop = Differentiated<HeavyTopInertial<R3xSO3>>;

}  // namespace kreisel
