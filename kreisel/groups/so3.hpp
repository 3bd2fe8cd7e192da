// SO(3): rotations of space as matrices. Coordinates: the 9 entries of R, column by column. Tangent: body
// angular velocity Ω [rad/s], R' = R Ω̃. Formulas in rotation.hpp.
#pragma once

#include <string_view>

#include "kreisel/groups/lie_group.hpp"
#include "kreisel/groups/rotation.hpp"

namespace kreisel {

/// The coordinates seen as a matrix, without a copy.
template <class S>
Eigen::Map<const MatrixOf<S, 3, 3>> rotation_of(const VectorOf<S, 9>& q) {
  return Eigen::Map<const MatrixOf<S, 3, 3>>(q.data());
}
template <class S>
void rotation_of(VectorOf<S, 9>&&) = delete;  // the view would outlive its element

struct SO3 {
  static constexpr std::string_view name = "so3";
  static constexpr std::string_view description = "rotations as matrices, 9 entries column by column";
  static constexpr int fixed_coordinates = 9;
  static constexpr int fixed_dimension = 3;
  template <class S>
  using Element = VectorOf<S, 9>;
  template <class S>
  using Tangent = VectorOf<S, 3>;
  template <class S>
  using TangentMap = MatrixOf<S, 3, 3>;

  static constexpr Index coordinate_count() { return 9; }
  static constexpr Index dimension() { return 3; }

  /// The element with this rotation matrix.
  template <class S>
  static VectorOf<S, 9> from_matrix(const MatrixOf<S, 3, 3>& r) {
    VectorOf<S, 9> q;
    for (Index i = 0; i < 9; ++i) q(i) = r(i % 3, i / 3);
    return q;
  }
  template <class S>
  static MatrixOf<S, 3, 3> to_matrix(const VectorOf<S, 9>& q) {
    return rotation_of(q);
  }

  template <class S = double>
  static VectorOf<S, 9> identity() {
    return from_matrix<S>(MatrixOf<S, 3, 3>::Identity());
  }
  template <class S>
  static VectorOf<S, 9> compose(const VectorOf<S, 9>& a, const VectorOf<S, 9>& b) {
    return product(a, b.data());
  }
  template <class S>
  static VectorOf<S, 9> inverse(const VectorOf<S, 9>& q) {
    VectorOf<S, 9> transposed;
    for (Index i = 0; i < 9; ++i) transposed(i) = q(3 * (i % 3) + i / 3);
    return transposed;
  }
  template <class S>
  static VectorOf<S, 9> exp(const VectorOf<S, 3>& w) {
    MatrixOf<S, 3, 3> r = exp_minus_identity(w);
    for (Index i = 0; i < 3; ++i) r(i, i) += 1.0;
    return from_matrix(r);
  }
  template <class S>
  static VectorOf<S, 3> log(const VectorOf<S, 9>& q) {
    return rotation_vector_of_quaternion(quaternion_of_rotation(to_matrix(q)));
  }
  /// R + R (exp(w) - I) rounds to |w| ulp before the last sum: over many small steps less drift than R
  /// exp(w).
  template <class S>
  static VectorOf<S, 9> advance(const VectorOf<S, 9>& q, const VectorOf<S, 3>& w) {
    return q + product(q, exp_minus_identity(w).data());
  }
  template <class S>
  static VectorOf<S, 3> rotate(const VectorOf<S, 9>& q, const VectorOf<S, 3>& x) {
    return rotation_of(q) * x;
  }
  template <class S>
  static MatrixOf<S, 3, 3> adjoint(const VectorOf<S, 9>& q) {
    return rotation_of(q);
  }
  template <class S>
  static MatrixOf<S, 3, 3> bracket_map(const VectorOf<S, 3>& v) {
    return hat(v);
  }
  template <class S>
  static VectorOf<S, 3> bracket(const VectorOf<S, 3>& v, const VectorOf<S, 3>& w) {
    return v.cross(w);
  }
  template <class S>
  static MatrixOf<S, 3, 3> tangent_operator(const VectorOf<S, 3>& w) {
    return rotation_tangent_operator(w);
  }
  template <class S>
  static MatrixOf<S, 3, 3> inverse_tangent_operator(const VectorOf<S, 3>& w) {
    return rotation_inverse_tangent_operator(w);
  }
  /// R (3I - RᵀR)/2, one Newton step for the polar factor [Higham 2008] eq. (8.20): with RᵀR = I + E the new
  /// defect is -3E²/4 - E³/4, so a defect of 1e-9 falls below round-off.
  static void normalize(VectorOf<double, 9>& q) {
    const Matrix3 r = rotation_of(q);
    Matrix3 correction;
    for (Index i = 0; i < 3; ++i) {
      for (Index j = 0; j <= i; ++j)
        correction(i, j) = correction(j, i) = (i == j ? 1.5 : 0.0) - 0.5 * r.col(i).dot(r.col(j));
    }
    q = product(q, correction.data());
  }
  static void sizes(const VectorOf<double, 9>&, VectorOf<double, 3>& out) { out.setOnes(); }

 private:
  /// The product with a second matrix given by columns; plain loops, which compilers unroll and vectorise
  /// best.
  template <class S>
  static VectorOf<S, 9> product(const VectorOf<S, 9>& a, const S* b) {
    VectorOf<S, 9> out;
    for (Index j = 0; j < 9; j += 3) {
      for (Index i = 0; i < 3; ++i) out(i + j) = a(i) * b[j] + a(i + 3) * b[j + 1] + a(i + 6) * b[j + 2];
    }
    return out;
  }
};

}  // namespace kreisel
