// Arms that turn in the plane, and how far their ends move, for linkages written in angles.
#pragma once

#include <cmath>

#include "kreisel/core/types.hpp"

namespace kreisel {

/// The end of an arm of length 1 at this angle.
template <class S>
VectorOf<S, 2> arm(const S& angle) {
  using std::cos, std::sin;
  return {cos(angle), sin(angle)};
}

/// The vector turned by +90°: the derivative of arm(a) with respect to a is quarter_turn(arm(a)).
template <class S>
VectorOf<S, 2> quarter_turn(const VectorOf<S, 2>& v) {
  return {-v(1), v(0)};
}

/// arm(angle + change) - arm(angle) = 2 sin(change/2) quarter_turn(arm(angle + change/2)), no cancellation.
inline VectorOf<double, 2> arm_change(double angle, double change) {
  return 2.0 * std::sin(0.5 * change) * quarter_turn(arm(angle + 0.5 * change));
}

}  // namespace kreisel
