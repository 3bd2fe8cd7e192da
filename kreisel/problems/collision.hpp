// A point mass that falls onto soft ground: two equations of motion, and events that switch between them.
#pragma once

#include <array>
#include <memory>

#include "kreisel/core/types.hpp"
#include "kreisel/equations/rows.hpp"
#include "kreisel/groups/real.hpp"

namespace kreisel {

enum class CollisionPhase { flight, contact };

/// y'' = -g in flight; k y² + d y y' in contact, where y < 0, with or without gravity.
///
/// The force has a kink at y = 0, so the phase is not asked of y but a mode, which only events change: every step is
/// taken with one smooth force, however far it tries to go. Steppers and erased systems keep copies of a law; all of
/// them share the one phase, and only the owner of the pointer, the problem with its events, can write to it.
struct Collision {
  using Group = Real<1>;
  static constexpr int fixed_rows = 0;
  static constexpr bool rheonomic = false;
  double stiffness = 4e4, damping = 4e3;  // [N/m^2], [N s/m^2]
  double gravity = 9.81, contact_gravity = 0.0;
  std::shared_ptr<const CollisionPhase> phase = std::make_shared<CollisionPhase>(CollisionPhase::flight);

  std::array<Row, 0> rows() const { return {}; }

  template <class S>
  MatrixOf<S, 1, 1> mass(const VectorOf<S, 1>&) const {
    return MatrixOf<S, 1, 1>::Identity();
  }
  template <class S>
  VectorOf<S, 1> force(const S&, const VectorOf<S, 1>& q, const VectorOf<S, 1>& v) const {
    if (*phase == CollisionPhase::flight) return VectorOf<S, 1>(S(-gravity));
    const S& y = q(0);
    return VectorOf<S, 1>(y * (stiffness * y + damping * v(0)) - contact_gravity);
  }
};

}  // namespace kreisel
