// The elastic pendulum: a point on a stiff spring, the spring as a force or as a compliant row.
#pragma once

#include <array>
#include <cmath>

#include "kreisel/core/types.hpp"
#include "kreisel/equations/rows.hpp"
#include "kreisel/groups/real.hpp"

namespace kreisel {

/// q'' = -k (|q| - 1) q/|q| - g e2 in the plane.
struct ElasticPendulumForce {
  using Group = Real<2>;
  static constexpr int fixed_rows = 0;
  static constexpr bool rheonomic = false;
  double stiffness = 1e4, gravity = 9.81;

  std::array<Row, 0> rows() const { return {}; }

  template <class S>
  MatrixOf<S, 2, 2> mass(const VectorOf<S, 2>&) const {
    return MatrixOf<S, 2, 2>::Identity();
  }
  template <class S>
  VectorOf<S, 2> force(const S&, const VectorOf<S, 2>& q, const VectorOf<S, 2>&) const {
    const S length = q.norm();
    VectorOf<S, 2> f = q * (-stiffness * (length - 1.0) / length);
    f(1) -= gravity;
    return f;
  }
};

/// The same spring as the row |q| - 1 = λ/k.
struct ElasticPendulumRow {
  using Group = Real<2>;
  static constexpr int fixed_rows = 1;
  static constexpr bool rheonomic = false;
  double stiffness = 1e4, gravity = 9.81;

  std::array<Row, 1> rows() const { return {{{.name = "spring", .compliance = 1.0 / stiffness}}}; }

  template <class S>
  MatrixOf<S, 2, 2> mass(const VectorOf<S, 2>&) const {
    return MatrixOf<S, 2, 2>::Identity();
  }
  template <class S>
  VectorOf<S, 2> force(const S&, const VectorOf<S, 2>&, const VectorOf<S, 2>&) const {
    return {S(0), S(-gravity)};
  }
  template <class S>
  VectorOf<S, 1> constraint(const S&, const VectorOf<S, 2>& q) const {
    return VectorOf<S, 1>(q.norm() - 1.0);
  }
  /// |q + w| - |q| = w·(2q + w)/(|q + w| + |q|).
  VectorOf<double, 1> constraint_change(double, const VectorOf<double, 2>& q, double,
                                        const VectorOf<double, 2>& w) const {
    return VectorOf<double, 1>(w.dot(2.0 * q + w) / ((q + w).norm() + q.norm()));
  }
  template <class S>
  MatrixOf<S, 1, 2> jacobian(const S&, const VectorOf<S, 2>& q) const {
    return q.transpose() / q.norm();
  }
};

}  // namespace kreisel
