// The rows of hinges and slides one after the other: a product of exponentials [Brockett 1984], [Murray, Li, Sastry 1994]
// section 3.2.
//
//   (E, p)(y) = exp(ξ1 y1) exp(ξ2 y2) … exp(ξk yk),     ∂(E, p)/∂y_i = Ξ_i (E, p)
//
// with Ξ_i the screw of axis i where it is now. Derivatives of higher order are products of screws in the order of the axes.
#pragma once

#include <array>
#include <memory>

#include <Eigen/Geometry>

#include "kreisel/core/types.hpp"

namespace kreisel {

struct RowFunction;  // functions.hpp

/// Screws ω, v of axes where all coordinates have their reference; y is the difference to that.
struct ScrewChain {
  static constexpr std::size_t most = 6;
  struct Screw {
    Vector3 turn = Vector3::Zero(), shift = Vector3::Zero();
    double reference = 0.0;
  };
  std::size_t count = 0;
  std::array<Screw, most> screws = {};

  void add(const Vector3& axis, const Vector3& position, double reference, bool is_hinge) {
    const Vector3 unit = axis.normalized();
    if (is_hinge)
      screws[count++] = {unit, position.cross(unit), reference};
    else
      screws[count++] = {Vector3::Zero(), unit, reference};
  }
};

/// Six rows of the forms (columns of R = AᵀB, d = Aᵀ(x_b - x_a), y):  d - p(y)  and  ½ Σ E_j(y) × R_j.
std::shared_ptr<const RowFunction> axes_rows(const ScrewChain& chain);

}  // namespace kreisel
