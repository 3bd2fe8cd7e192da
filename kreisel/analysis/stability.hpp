// What becomes of small deviations from an equilibrium: from the eigenvalues of the motion linearised there.
#pragma once

#include <vector>

#include "kreisel/analysis/equilibrium.hpp"

namespace kreisel {

struct StabilityReport {
  Stability verdict = Stability::stable;
  bool is_steady = true;  // false: the frame turns, and the forces change in it
  std::vector<NamedDirection> free, growing;
};

/// `is_turning`: seen from the frame that turns with the state.
StabilityReport stability_of(const AnySystem& system, const State& state, bool is_turning);

}  // namespace kreisel
