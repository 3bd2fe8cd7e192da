// A free asymmetric rigid body: turning about its middle axis it keeps flipping over.
#pragma once

#include <array>

#include "kreisel/core/types.hpp"
#include "kreisel/equations/rows.hpp"
#include "kreisel/problems/problem.hpp"
#include "kreisel/problems/rigid_body.hpp"

namespace kreisel {

/// J Ω' = JΩ × Ω in principal axes, on SO(3) or S³ [Landau, Lifshitz] section 37.
template <class G>
struct FreeBody {
  using Group = G;
  static constexpr int fixed_rows = 0;
  static constexpr bool rheonomic = false;
  static constexpr int coordinates = G::fixed_coordinates;
  Vector3 inertia{1.0, 2.0, 3.0};  // [kg m²]

  std::array<Row, 0> rows() const { return {}; }

  template <class S>
  MatrixOf<S, 3, 3> mass(const VectorOf<S, coordinates>&) const {
    return inertia.template cast<S>().asDiagonal();
  }
  template <class S>
  VectorOf<S, 3> force(const S&, const VectorOf<S, coordinates>&, const VectorOf<S, 3>& omega) const {
    return inertia.template cast<S>().cwiseProduct(omega).cross(omega);
  }
};

ProblemEntry free_body();

}  // namespace kreisel
