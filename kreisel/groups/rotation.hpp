// Formulas of spatial rotations that SO3 and UnitQuaternion share; w is a rotation vector, s = |w|², S = ŵ.
//
// With S² = w wᵀ - s I each operator is a I + b w wᵀ + c S; c_k are the tails of trig_tails.hpp:
//   exp(w) = I + c1 S + c2 S²,  T(w) = I - c2 S + c3 S²,  T(w)⁻¹ = I + S/2 + (1 - (θ/2) cot(θ/2))/θ² S²
// [Brüls, Cardona, Arnold 2012] section 2; the last coefficient equals (c3 - 2 c4)/(2 c2).
#pragma once

#include <cmath>

#include <Eigen/Geometry>

#include "kreisel/core/types.hpp"
#include "kreisel/groups/trig_tails.hpp"

namespace kreisel {

namespace detail {
/// The matrix with this diagonal, off-diagonal entries off(i) ± hat(axis), off(i) in the row and column other
/// than i. Plain stores: Eigen's comma initialiser counts entries at run time and costs as much as the
/// formulas.
template <class S>
MatrixOf<S, 3, 3> symmetric_plus_skew(const VectorOf<S, 3>& diagonal, const VectorOf<S, 3>& off,
                                      const VectorOf<S, 3>& axis) {
  MatrixOf<S, 3, 3> m;
  m(0, 0) = diagonal(0), m(1, 0) = off(2) + axis(2), m(2, 0) = off(1) - axis(1);
  m(0, 1) = off(2) - axis(2), m(1, 1) = diagonal(1), m(2, 1) = off(0) + axis(0);
  m(0, 2) = off(1) + axis(1), m(1, 2) = off(0) - axis(0), m(2, 2) = diagonal(2);
  return m;
}

/// a I + b w wᵀ + c ŵ.
template <class S>
MatrixOf<S, 3, 3> rotation_operator(const S& a, const S& b, const S& c, const VectorOf<S, 3>& w) {
  const S bx = b * w(0), by = b * w(1), bz = b * w(2);
  return symmetric_plus_skew<S>({a + bx * w(0), a + by * w(1), a + bz * w(2)},
                                {by * w(2), bx * w(2), bx * w(1)}, {c * w(0), c * w(1), c * w(2)});
}
}  // namespace detail

/// The skew matrix with hat(v) x = v × x.
template <class V>
MatrixOf<typename V::Scalar, 3, 3> hat(const Eigen::MatrixBase<V>& v) {
  using S = typename V::Scalar;
  const VectorOf<S, 3>& a = v.derived();
  MatrixOf<S, 3, 3> m;
  m(0, 0) = S(0), m(1, 0) = a(2), m(2, 0) = -a(1);
  m(0, 1) = -a(2), m(1, 1) = S(0), m(2, 1) = a(0);
  m(0, 2) = a(1), m(1, 2) = -a(0), m(2, 2) = S(0);
  return m;
}

/// exp(w) - I without cancellation: every entry to a few ulp of |w|.
template <class S>
MatrixOf<S, 3, 3> exp_minus_identity(const VectorOf<S, 3>& w) {
  const S xx = w(0) * w(0), yy = w(1) * w(1), zz = w(2) * w(2);
  const Tails<S> c = tails(S(xx + yy + zz));
  const S bx = c.c2 * w(0), by = c.c2 * w(1);
  return detail::symmetric_plus_skew<S>({-c.c2 * (yy + zz), -c.c2 * (xx + zz), -c.c2 * (xx + yy)},
                                        {by * w(2), bx * w(2), bx * w(1)},
                                        {c.c1 * w(0), c.c1 * w(1), c.c1 * w(2)});
}

/// T(w) of SO(3), the same for both coordinates of a rotation.
template <class S>
MatrixOf<S, 3, 3> rotation_tangent_operator(const VectorOf<S, 3>& w) {
  const Tails<S> c = tails(S(w.squaredNorm()));
  return detail::rotation_operator<S>(c.c1, c.c3, -c.c2, w);
}

/// T(w)⁻¹; singular at |w| = 2π, where exp covers no neighbourhood.
template <class S>
MatrixOf<S, 3, 3> rotation_inverse_tangent_operator(const VectorOf<S, 3>& w) {
  const S s = w.squaredNorm();
  const Tails<S> c = tails(s);
  const S k = (c.c3 - 2.0 * trig_tail<4>(s)) / (2.0 * c.c2);
  return detail::rotation_operator<S>(1.0 - k * s, k, S(0.5), w);
}

/// The derivative of T(w) in direction u, the off-diagonal block of T on SE(3):
/// -c2 û + c3 (û S + S û) + (c3 - 2 c4)(w·u) S + (3 c5 - c4)(w·u) S² [Wieloch 2022] chapter 2,
/// with û S + S û = u wᵀ + w uᵀ - 2 (w·u) I.
template <class S>
MatrixOf<S, 3, 3> rotation_tangent_operator_along(const VectorOf<S, 3>& w, const VectorOf<S, 3>& u) {
  const S s = w.squaredNorm(), d = w.dot(u);
  const S c2 = trig_tail<2>(s), c3 = trig_tail<3>(s), c4 = trig_tail<4>(s), c5 = trig_tail<5>(s);
  const S b = (3.0 * c5 - c4) * d, c = (c3 - 2.0 * c4) * d, a = -b * s - 2.0 * c3 * d;
  const VectorOf<S, 3> bw(b * w(0), b * w(1), b * w(2)), cu(c3 * u(0), c3 * u(1), c3 * u(2));
  const auto diagonal = [&](Index i) { return a + (bw(i) + 2.0 * cu(i)) * w(i); };
  const auto off = [&](Index i, Index j) { return (bw(i) + cu(i)) * w(j) + cu(j) * w(i); };
  const auto axis = [&](Index i) { return c * w(i) - c2 * u(i); };
  return detail::symmetric_plus_skew<S>({diagonal(0), diagonal(1), diagonal(2)},
                                        {off(1, 2), off(0, 2), off(0, 1)}, {axis(0), axis(1), axis(2)});
}

/// The rotation matrix of a unit quaternion (scalar first).
template <class S>
MatrixOf<S, 3, 3> rotation_of_quaternion(const VectorOf<S, 4>& q) {
  const S x2 = q(1) + q(1), y2 = q(2) + q(2), z2 = q(3) + q(3);
  const S xx = q(1) * x2, yy = q(2) * y2, zz = q(3) * z2;
  return detail::symmetric_plus_skew<S>({1.0 - (yy + zz), 1.0 - (xx + zz), 1.0 - (xx + yy)},
                                        {q(2) * z2, q(1) * z2, q(1) * y2}, {q(0) * x2, q(0) * y2, q(0) * z2});
}

/// The unit quaternion (scalar first) of a rotation matrix: division by its largest component [Shepperd
/// 1978].
template <class S>
VectorOf<S, 4> quaternion_of_rotation(const MatrixOf<S, 3, 3>& r) {
  using std::sqrt;
  const S trace = r.trace();
  Index largest = 0;
  for (Index i = 1; i < 3; ++i) {
    if (r(i, i) > r(largest, largest)) largest = i;
  }
  VectorOf<S, 4> q;  // times four times its largest component
  if (trace >= r(largest, largest)) {
    q = {1.0 + trace, r(2, 1) - r(1, 2), r(0, 2) - r(2, 0), r(1, 0) - r(0, 1)};
    return q * (0.5 / sqrt(q(0)));
  }
  const Index i = largest, j = (i + 1) % 3, k = (i + 2) % 3;
  q(0) = r(k, j) - r(j, k);
  q(1 + i) = 1.0 + r(i, i) - r(j, j) - r(k, k);
  q(1 + j) = r(j, i) + r(i, j);
  q(1 + k) = r(k, i) + r(i, k);
  return q * (0.5 / sqrt(q(1 + i)));
}

namespace detail {
/// atan(√y)/√y below this y by twelve terms of its series; the first one left out is 8e-24, and three
/// derivatives of the sum still agree to 3e-15. Above it atan2 and its derivatives are harmless.
inline constexpr double arctangent_switch = 1.0 / 64.0;
template <class S>
S arctangent_tail(const S& y) {
  S sum = S(-1.0 / 23.0);
  for (int n = 21; n > 0; n -= 2) sum = (n % 4 == 1 ? 1.0 : -1.0) / n + sum * y;
  return sum;
}
}  // namespace detail

/// The rotation vector w, |w| <= π, of a quaternion of any length; ±q give the same w.
template <class S>
VectorOf<S, 3> rotation_vector_of_quaternion(const VectorOf<S, 4>& q) {
  using std::atan2, std::sqrt;
  const S sign = q(0) < S(0) ? S(-1) : S(1);
  const S scalar = sign * q(0);
  const VectorOf<S, 3> vector = sign * q.template tail<3>();
  const S square = vector.squaredNorm();
  if (square < detail::arctangent_switch * scalar * scalar) {
    return vector * (2.0 / scalar * detail::arctangent_tail(S(square / (scalar * scalar))));
  }
  const S length = sqrt(square);
  return vector * (2.0 * atan2(length, scalar) / length);
}

}  // namespace kreisel
