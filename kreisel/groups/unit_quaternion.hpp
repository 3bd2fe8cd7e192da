// S³: rotations of space as unit quaternions. Coordinates (w, x, y, z), scalar first. Tangent: body angular
// velocity Ω [rad/s], q' = ½ q Ω, so exp(w) = (cos |w|/2, sin(|w|/2) w/|w|) and T is the one of SO(3).
//
// q and -q are the same rotation but different elements; log returns the rotation vector, |w| <= π, of both.
// Conversions from and to matrices: rotation.hpp.
#pragma once

#include <string_view>

#include "kreisel/groups/lie_group.hpp"
#include "kreisel/groups/rotation.hpp"

namespace kreisel {

struct UnitQuaternion {
  static constexpr std::string_view name = "s3";
  static constexpr std::string_view description = "rotations as unit quaternions, scalar first";
  static constexpr int fixed_coordinates = 4;
  static constexpr int fixed_dimension = 3;
  template <class S>
  using Element = VectorOf<S, 4>;
  template <class S>
  using Tangent = VectorOf<S, 3>;
  template <class S>
  using TangentMap = MatrixOf<S, 3, 3>;

  static constexpr Index coordinate_count() { return 4; }
  static constexpr Index dimension() { return 3; }

  /// One of the two elements with this rotation matrix.
  template <class S>
  static VectorOf<S, 4> from_matrix(const MatrixOf<S, 3, 3>& r) {
    return quaternion_of_rotation(r);
  }
  template <class S>
  static MatrixOf<S, 3, 3> to_matrix(const VectorOf<S, 4>& q) {
    return rotation_of_quaternion(q);
  }

  template <class S = double>
  static VectorOf<S, 4> identity() {
    return {S(1), S(0), S(0), S(0)};
  }
  template <class S>
  static VectorOf<S, 4> compose(const VectorOf<S, 4>& a, const VectorOf<S, 4>& b) {
    return {a(0) * b(0) - a(1) * b(1) - a(2) * b(2) - a(3) * b(3),
            a(0) * b(1) + a(1) * b(0) + a(2) * b(3) - a(3) * b(2),
            a(0) * b(2) - a(1) * b(3) + a(2) * b(0) + a(3) * b(1),
            a(0) * b(3) + a(1) * b(2) - a(2) * b(1) + a(3) * b(0)};
  }
  template <class S>
  static VectorOf<S, 4> inverse(const VectorOf<S, 4>& q) {
    return {q(0), -q(1), -q(2), -q(3)};
  }
  template <class S>
  static VectorOf<S, 4> exp(const VectorOf<S, 3>& w) {
    VectorOf<S, 4> q = exp_minus_one(w);
    q(0) += 1.0;
    return q;
  }
  template <class S>
  static VectorOf<S, 3> log(const VectorOf<S, 4>& q) {
    return rotation_vector_of_quaternion(q);
  }
  /// q + q (exp(w) - 1): less drift over many small steps, as in SO3.
  template <class S>
  static VectorOf<S, 4> advance(const VectorOf<S, 4>& q, const VectorOf<S, 3>& w) {
    return q + compose(q, exp_minus_one(w));
  }
  /// x + 2 (w v × x + v × (v × x)), v the vector part.
  template <class S>
  static VectorOf<S, 3> rotate(const VectorOf<S, 4>& q, const VectorOf<S, 3>& x) {
    const VectorOf<S, 3> v = q.template tail<3>();
    const VectorOf<S, 3> turned = 2.0 * v.cross(x);
    return x + q(0) * turned + v.cross(turned);
  }
  template <class S>
  static MatrixOf<S, 3, 3> adjoint(const VectorOf<S, 4>& q) {
    return to_matrix(q);
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
  /// Newton step for the inverse length: with |q|² = 1 + e the new |q|² is 1 - 3e²/4 + O(e³).
  static void normalize(VectorOf<double, 4>& q) { q *= 0.5 * (3.0 - q.squaredNorm()); }
  static void sizes(const VectorOf<double, 4>&, VectorOf<double, 3>& out) { out.setOnes(); }

 private:
  template <class S>
  static VectorOf<S, 4> exp_minus_one(const VectorOf<S, 3>& w) {
    const S quarter = 0.25 * w.squaredNorm();
    const Tails<S> c = tails(quarter);
    const S half_sine = 0.5 * c.c1;
    return {-quarter * c.c2, half_sine * w(0), half_sine * w(1), half_sine * w(2)};
  }
};

}  // namespace kreisel
