// The mathematical pendulum in the plane with its rod as a row, index 3.
#pragma once

#include <array>

#include "kreisel/core/types.hpp"
#include "kreisel/equations/rows.hpp"
#include "kreisel/groups/real.hpp"

namespace kreisel {

/// x'' = -λ x, y'' = -λ y - g, (x² + y² - l²)/2 = 0 [Arnold, Brüls, Cardona 2015] Example 1.
struct Pendulum {
  using Group = Real<2>;
  static constexpr int fixed_rows = 1;
  static constexpr bool rheonomic = false;
  double length = 1.0, gravity = 9.81;

  std::array<Row, 1> rows() const { return {{{.name = "rod", .unit = "N/m"}}}; }

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
    return VectorOf<S, 1>(0.5 * (q.squaredNorm() - length * length));
  }
  VectorOf<double, 1> constraint_change(double, const VectorOf<double, 2>& q, double,
                                        const VectorOf<double, 2>& w) const {
    return VectorOf<double, 1>(w.dot(q + 0.5 * w));
  }
  template <class S>
  MatrixOf<S, 1, 2> jacobian(const S&, const VectorOf<S, 2>& q) const {
    return q.transpose();
  }
};

}  // namespace kreisel
