// The spherical pendulum: a point on a massless rod in space, the rod as a row.
#pragma once

#include <array>

#include "kreisel/core/types.hpp"
#include "kreisel/equations/rows.hpp"
#include "kreisel/groups/real.hpp"

namespace kreisel {

/// q'' = -λ q - g e3, (|q|² - 1)/2 = 0.
struct SphericalPendulum {
  using Group = Real<3>;
  static constexpr int fixed_rows = 1;
  static constexpr bool rheonomic = false;
  double gravity = 9.81;

  std::array<Row, 1> rows() const { return {{{.name = "rod", .unit = "N/m"}}}; }

  template <class S>
  MatrixOf<S, 3, 3> mass(const VectorOf<S, 3>&) const {
    return MatrixOf<S, 3, 3>::Identity();
  }
  template <class S>
  VectorOf<S, 3> force(const S&, const VectorOf<S, 3>&, const VectorOf<S, 3>&) const {
    return {S(0), S(0), S(-gravity)};
  }
  template <class S>
  VectorOf<S, 1> constraint(const S&, const VectorOf<S, 3>& q) const {
    return VectorOf<S, 1>(0.5 * (q.squaredNorm() - 1.0));
  }
  VectorOf<double, 1> constraint_change(double, const VectorOf<double, 3>& q, double,
                                        const VectorOf<double, 3>& w) const {
    return VectorOf<double, 1>(w.dot(q + 0.5 * w));
  }
  template <class S>
  MatrixOf<S, 1, 3> jacobian(const S&, const VectorOf<S, 3>& q) const {
    return q.transpose();
  }
};

}  // namespace kreisel
