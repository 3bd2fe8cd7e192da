// SE(3): rigid motions. Coordinates: position x(3) [m] in the inertial frame, then the rotation. Tangent (U,
// Ω), both in the body frame, translation first: x' = R U, R' = R Ω̃.
//
//   (x1, R1)(x2, R2) = (x1 + R1 x2, R1 R2),   exp(w1, w2) = (T(w2)ᵀ w1, exp w2),
//   Ad = [[R, x̃ R], [0, R]],   ad = [[Ω̃, Ũ], [0, Ω̃]],   T = [[T(w2), DT(w2)[w1]], [0, T(w2)]]
// with T the operator of SO(3) [Wieloch 2022] chapter 2, [Brüls, Cardona, Arnold 2012] section 2.
#pragma once

#include <string_view>

#include "kreisel/groups/lie_group.hpp"
#include "kreisel/groups/rotation.hpp"
#include "kreisel/groups/so3.hpp"

namespace kreisel {

/// Rotation ⋉ R³ for either coordinates of a rotation; SE3 and SE3Quaternion are its names.
template <class Rotation>
struct RigidMotion {
  static constexpr int rotation_coordinates = Rotation::fixed_coordinates;
  static constexpr int fixed_coordinates = 3 + rotation_coordinates;
  static constexpr int fixed_dimension = 6;
  template <class S>
  using Element = VectorOf<S, fixed_coordinates>;
  template <class S>
  using Tangent = VectorOf<S, 6>;
  template <class S>
  using TangentMap = MatrixOf<S, 6, 6>;

  static constexpr Index coordinate_count() { return fixed_coordinates; }
  static constexpr Index dimension() { return 6; }

  template <class S>
  static VectorOf<S, 3> position(const VectorOf<S, fixed_coordinates>& q) {
    return q.template head<3>();
  }
  template <class S>
  static VectorOf<S, rotation_coordinates> rotation(const VectorOf<S, fixed_coordinates>& q) {
    return q.template tail<rotation_coordinates>();
  }
  template <class S>
  static VectorOf<S, fixed_coordinates> join(const VectorOf<S, 3>& x,
                                             const VectorOf<S, rotation_coordinates>& r) {
    VectorOf<S, fixed_coordinates> q;
    q.template head<3>() = x;
    q.template tail<rotation_coordinates>() = r;
    return q;
  }

  template <class S = double>
  static VectorOf<S, fixed_coordinates> identity() {
    return join<S>(VectorOf<S, 3>::Zero(), Rotation::template identity<S>());
  }
  template <class S>
  static VectorOf<S, fixed_coordinates> compose(const VectorOf<S, fixed_coordinates>& a,
                                                const VectorOf<S, fixed_coordinates>& b) {
    const VectorOf<S, rotation_coordinates> left = rotation(a);
    return join<S>(position(a) + Rotation::rotate(left, position(b)), Rotation::compose(left, rotation(b)));
  }
  template <class S>
  static VectorOf<S, fixed_coordinates> inverse(const VectorOf<S, fixed_coordinates>& q) {
    const VectorOf<S, rotation_coordinates> back = Rotation::inverse(rotation(q));
    return join<S>(-Rotation::rotate(back, position(q)), back);
  }
  template <class S>
  static VectorOf<S, fixed_coordinates> exp(const VectorOf<S, 6>& w) {
    return join<S>(displacement(w), Rotation::exp(angular(w)));
  }
  template <class S>
  static VectorOf<S, 6> log(const VectorOf<S, fixed_coordinates>& q) {
    VectorOf<S, 6> w;
    w.template tail<3>() = Rotation::log(rotation(q));
    w.template head<3>() = rotation_inverse_tangent_operator(angular(w)).transpose() * position(q);
    return w;
  }
  template <class S>
  static VectorOf<S, fixed_coordinates> advance(const VectorOf<S, fixed_coordinates>& q,
                                                const VectorOf<S, 6>& w) {
    const VectorOf<S, rotation_coordinates> r = rotation(q);
    return join<S>(position(q) + Rotation::rotate(r, displacement(w)), Rotation::advance(r, angular(w)));
  }
  template <class S>
  static MatrixOf<S, 6, 6> adjoint(const VectorOf<S, fixed_coordinates>& q) {
    const MatrixOf<S, 3, 3> r = Rotation::to_matrix(rotation(q));
    return block_triangular<S>(r, hat(position(q)) * r);
  }
  template <class S>
  static MatrixOf<S, 6, 6> bracket_map(const VectorOf<S, 6>& v) {
    return block_triangular<S>(hat(angular(v)), hat(linear(v)));
  }
  template <class S>
  static VectorOf<S, 6> bracket(const VectorOf<S, 6>& v, const VectorOf<S, 6>& w) {
    VectorOf<S, 6> out;
    out.template head<3>() = angular(v).cross(linear(w)) + linear(v).cross(angular(w));
    out.template tail<3>() = angular(v).cross(angular(w));
    return out;
  }
  template <class S>
  static MatrixOf<S, 6, 6> tangent_operator(const VectorOf<S, 6>& w) {
    const VectorOf<S, 3> turn = angular(w);
    return block_triangular<S>(rotation_tangent_operator(turn),
                               rotation_tangent_operator_along(turn, linear(w)));
  }
  template <class S>
  static MatrixOf<S, 6, 6> inverse_tangent_operator(const VectorOf<S, 6>& w) {
    const VectorOf<S, 3> turn = angular(w);
    const MatrixOf<S, 3, 3> inverse = rotation_inverse_tangent_operator(turn);
    return block_triangular<S>(inverse,
                               -inverse * rotation_tangent_operator_along(turn, linear(w)) * inverse);
  }
  /// Positions carry no redundancy; the rotation is corrected by its own group.
  static void normalize(VectorOf<double, fixed_coordinates>& q) {
    VectorOf<double, rotation_coordinates> r = rotation(q);
    Rotation::normalize(r);
    q.template tail<rotation_coordinates>() = r;
  }
  /// Body translations mix the inertial coordinates, so all three get the size |x|.
  static void sizes(const VectorOf<double, fixed_coordinates>& q, VectorOf<double, 6>& out) {
    out.template head<3>().setConstant(q.template head<3>().norm());
    out.template tail<3>().setOnes();
  }

 private:
  template <class S>
  static VectorOf<S, 3> linear(const VectorOf<S, 6>& w) {
    return w.template head<3>();
  }
  template <class S>
  static VectorOf<S, 3> angular(const VectorOf<S, 6>& w) {
    return w.template tail<3>();
  }
  /// T(w2)ᵀ w1 = c1 w1 + c3 (w2·w1) w2 + c2 w2 × w1.
  template <class S>
  static VectorOf<S, 3> displacement(const VectorOf<S, 6>& w) {
    const VectorOf<S, 3> u = linear(w), turn = angular(w);
    const Tails<S> c = tails(S(turn.squaredNorm()));
    return c.c1 * u + (c.c3 * turn.dot(u)) * turn + c.c2 * turn.cross(u);
  }
  template <class S>
  static MatrixOf<S, 6, 6> block_triangular(const MatrixOf<S, 3, 3>& diagonal,
                                            const MatrixOf<S, 3, 3>& upper) {
    MatrixOf<S, 6, 6> m;
    m.template topLeftCorner<3, 3>() = diagonal;
    m.template bottomLeftCorner<3, 3>().setZero();
    m.template topRightCorner<3, 3>() = upper;
    m.template bottomRightCorner<3, 3>() = diagonal;
    return m;
  }
};

struct SE3 : RigidMotion<SO3> {
  static constexpr std::string_view name = "se3";
  static constexpr std::string_view description =
      "rigid motions: position and rotation matrix, body velocities";
};

}  // namespace kreisel
