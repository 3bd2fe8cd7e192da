// The Kepler problem in the plane, started at the pericentre.
#pragma once

#include <array>
#include <cmath>

#include "kreisel/core/types.hpp"
#include "kreisel/equations/rows.hpp"
#include "kreisel/groups/real.hpp"

namespace kreisel {

/// q'' = -q/|q|³.
struct Kepler {
  using Group = Real<2>;
  static constexpr int fixed_rows = 0;
  static constexpr bool rheonomic = false;

  std::array<Row, 0> rows() const { return {}; }

  template <class S>
  MatrixOf<S, 2, 2> mass(const VectorOf<S, 2>&) const {
    return MatrixOf<S, 2, 2>::Identity();
  }
  template <class S>
  VectorOf<S, 2> force(const S&, const VectorOf<S, 2>& q, const VectorOf<S, 2>&) const {
    const S square = q.squaredNorm(), distance = q.norm();
    return q / (-square * distance);
  }
};

}  // namespace kreisel
