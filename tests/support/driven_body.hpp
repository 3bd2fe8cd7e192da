// A body that turns under torques of its own time, with a mass matrix that depends on where it points:
// non-commuting, nonlinear, non-autonomous, without rows.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "evidence/bench/subject.hpp"
#include "kreisel/equations/law.hpp"
#include "kreisel/groups/so3.hpp"

namespace kreisel::claims {

template <class G>
struct DrivenBody {
  using Group = G;
  static constexpr int fixed_rows = 0;

  static std::vector<Row> rows() { return {}; }

  /// diag(1,2,3) + d dᵀ/2 with d fixed in space.
  template <class S>
  MatrixOf<S, 3, 3> mass(const VectorOf<S, 9>& q) const {
    const VectorOf<S, 3> d = rotation_of(q).row(0).transpose();
    MatrixOf<S, 3, 3> m = S(0.5) * d * d.transpose();
    for (int i = 0; i < 3; ++i) m(i, i) += S(1.0 + i);
    return m;
  }

  /// Gyroscopic, cubic friction, a torque turning with time in the body and one fixed in space.
  template <class S>
  VectorOf<S, 3> force(const S& t, const VectorOf<S, 9>& q, const VectorOf<S, 3>& omega) const {
    using std::cos, std::sin;
    const VectorOf<S, 3> momentum(omega(0), S(2.0) * omega(1), S(3.0) * omega(2));
    const VectorOf<S, 3> turning(sin(S(5.0) * t), cos(S(3.0) * t), S(0.5) * t);
    const VectorOf<S, 3> spatial = rotation_of(q).row(2).transpose() * (S(2.0) * cos(S(4.0) * t));
    return momentum.cross(omega) + turning + spatial - omega * (S(0.1) * omega.squaredNorm());
  }
};

/// On SO(3).
Subject driven_body_subject();

/// On a group whose exponential turns about one axis after the other, as if rotations commuted: the first
/// commutator is missing and every second-order method falls to order 1.
Subject commuting_body_subject();

}  // namespace kreisel::claims
