// The systems methods are compiled for: any system at run time, with dense matrices or in blocks, and the few small ones
// worth their own type.
#pragma once

#include <variant>

#include "kreisel/equations/any_system.hpp"
#include "kreisel/equations/block_system.hpp"
#include "kreisel/equations/differentiated.hpp"
#include "kreisel/problems/andrews_law.hpp"
#include "kreisel/problems/heavy_top_law.hpp"

namespace kreisel {

/// The heavy top on R³×SO(3), Φ = -x + R X: the benchmark of the field gets a kernel of fixed size.
using FixedHeavyTop = Differentiated<HeavyTopInertial<R3xSO3>>;

/// Andrews' squeezing mechanism, the benchmark among plane linkages.
using FixedAndrews = Differentiated<Andrews>;

using SystemVariant = std::variant<AnySystem, FixedHeavyTop, FixedAndrews, BlockSystem>;

/// The same system behind the run-time interface: for starts, audits and checks.
AnySystem as_any_system(const SystemVariant& system);

}  // namespace kreisel
