// Rotations by quaternions near unit length as polynomials, and their derivatives: what a solver sees that
// knows no groups. Scalar first.
#pragma once

#include "kreisel/groups/rigid_body.hpp"

namespace kreisel::benchmarks {

using Vector4 = VectorOf<double, 4>;
using Matrix34 = MatrixOf<double, 3, 4>;
using Matrix43 = MatrixOf<double, 4, 3>;

/// R(p) c, without dividing by the length of p.
inline Vector3 rotated(const Vector4& p, const Vector3& c) {
  const Vector3 n = p.tail<3>();
  return (p(0) * p(0) - n.squaredNorm()) * c + 2.0 * n.dot(c) * n + 2.0 * p(0) * n.cross(c);
}
inline Vector4 conjugate(const Vector4& p) {
  return {p(0), -p(1), -p(2), -p(3)};
}

/// R(p).
inline Matrix3 rotation(const Vector4& p) {
  Matrix3 r;
  for (int i = 0; i < 3; ++i) r.col(i) = rotated(p, Vector3::Unit(i));
  return r;
}

/// ∂(R(p) c)/∂p.
inline Matrix34 rotated_by_quaternion(const Vector4& p, const Vector3& c) {
  const Vector3 n = p.tail<3>();
  Matrix34 d;
  d.col(0) = 2.0 * (p(0) * c + n.cross(c));
  d.rightCols<3>() = 2.0 * (n * c.transpose() - c * n.transpose() - p(0) * hat(c));
  d.rightCols<3>().diagonal().array() += 2.0 * n.dot(c);
  return d;
}
/// ∂(R(p)ᵀ c)/∂p.
inline Matrix34 rotated_back_by_quaternion(const Vector4& p, const Vector3& c) {
  Matrix34 d = rotated_by_quaternion(conjugate(p), c);
  d.rightCols<3>() *= -1.0;
  return d;
}

/// Q(p) with p∘(0,w) = Q(p) w.
inline Matrix43 times_vector(const Vector4& p) {
  Matrix43 q;
  q << -p(1), -p(2), -p(3), p(0), -p(3), p(2), p(3), p(0), -p(1), -p(2), p(1), p(0);
  return q;
}
/// ∂(p∘(0,w))/∂p.
inline Eigen::Matrix4d times_vector_by_quaternion(const Vector3& w) {
  Eigen::Matrix4d d;
  d << 0, -w(0), -w(1), -w(2), w(0), 0, w(2), -w(1), w(1), -w(2), 0, w(0), w(2), w(1), -w(0), 0;
  return d;
}

}  // namespace kreisel::benchmarks
