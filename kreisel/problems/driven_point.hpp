// A point that is driven along a given path, Φ = q - t³: the smallest system with a time-dependent row.
#pragma once

#include <array>

#include "kreisel/core/types.hpp"
#include "kreisel/equations/rows.hpp"
#include "kreisel/groups/real.hpp"

namespace kreisel {

/// q'' = -λ, q = t³ [Arnold, Brüls, Cardona 2015] Example 2; exactly λ = -6t.
struct DrivenPoint {
  using Group = Real<1>;
  static constexpr int fixed_rows = 1;

  std::array<Row, 1> rows() const { return {{{.name = "drive"}}}; }

  template <class S>
  MatrixOf<S, 1, 1> mass(const VectorOf<S, 1>&) const {
    return MatrixOf<S, 1, 1>::Identity();
  }
  template <class S>
  VectorOf<S, 1> force(const S&, const VectorOf<S, 1>&, const VectorOf<S, 1>&) const {
    return VectorOf<S, 1>::Zero();
  }
  template <class S>
  VectorOf<S, 1> constraint(const S& t, const VectorOf<S, 1>& q) const {
    return VectorOf<S, 1>(q(0) - t * t * t);
  }
  VectorOf<double, 1> constraint_change(double t, const VectorOf<double, 1>&, double dt,
                                        const VectorOf<double, 1>& w) const {
    return VectorOf<double, 1>(w(0) - dt * (3.0 * t * (t + dt) + dt * dt));
  }
  template <class S>
  MatrixOf<S, 1, 1> jacobian(const S&, const VectorOf<S, 1>&) const {
    return MatrixOf<S, 1, 1>::Identity();
  }
};

}  // namespace kreisel
