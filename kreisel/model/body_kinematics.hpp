// Vectors fixed on a rigid body, seen from space: the only place that knows the groups a body can move on.
//
//   z = σ x + R c      σ = 1: a point of the body, σ = 0: a direction
//
//   r3xso3, r3xs3      v = (u, Ω):  z' = σ u + R (Ω×c),     z'' = σ u' + R (Ω'×c + Ω×(Ω×c))
//   se3, s3_semi_r3    v = (U, Ω):  z' = R (σ U + Ω×c),     z'' = R (σ U' + Ω'×c + Ω×(σ U + Ω×c))
//
// Derivatives are left trivialised, docs/conventions.md: under q·exp(w), w = (·, w2), R y becomes R y - R ŷ w2.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "kreisel/groups/product.hpp"
#include "kreisel/groups/product_group.hpp"
#include "kreisel/groups/se3.hpp"
#include "kreisel/groups/se3_quaternion.hpp"

namespace kreisel {

enum class BodyGroup { r3xso3, r3xs3, se3, s3_semi_r3 };

constexpr std::array<std::string_view, 4> names_of(BodyGroup) {
  return {R3xSO3::name, R3xS3::name, SE3::name, SE3Quaternion::name};
}
constexpr std::optional<BodyGroup> body_group(std::string_view name) {
  for (const BodyGroup group : {BodyGroup::r3xso3, BodyGroup::r3xs3, BodyGroup::se3, BodyGroup::s3_semi_r3})
    if (names_of(group)[static_cast<std::size_t>(group)] == name) return group;
  return std::nullopt;
}
/// The linear velocity is the one in the frame of the body.
constexpr bool is_semidirect(BodyGroup group) {
  return group == BodyGroup::se3 || group == BodyGroup::s3_semi_r3;
}
constexpr bool has_rotation_matrix(BodyGroup group) {
  return group == BodyGroup::r3xso3 || group == BodyGroup::se3;
}
constexpr Index coordinates_of(BodyGroup group) {
  return has_rotation_matrix(group) ? 12 : 7;
}
inline Factor factor_of_body(BodyGroup group) {
  switch (group) {
    case BodyGroup::r3xs3:
      return factor_of<R3xS3>();
    case BodyGroup::se3:
      return factor_of<SE3>();
    case BodyGroup::s3_semi_r3:
      return factor_of<SE3Quaternion>();
    default:
      return factor_of<R3xSO3>();
  }
}

/// x and R from the coordinates of a body, and back from a unit quaternion.
inline Vector3 position_at(const double* q) {
  return Eigen::Map<const Vector3>(q);
}
inline Matrix3 rotation_at(BodyGroup group, const double* q) {
  if (has_rotation_matrix(group)) return Eigen::Map<const Matrix3>(q + 3);
  return rotation_of_quaternion<double>(Eigen::Map<const VectorOf<double, 4>>(q + 3));
}
inline void write_pose(BodyGroup group, const Vector3& x, const VectorOf<double, 4>& quaternion, double* q) {
  Eigen::Map<Vector3>{q} = x;
  if (has_rotation_matrix(group))
    Eigen::Map<Matrix3>(q + 3) = rotation_of_quaternion<double>(quaternion);
  else
    Eigen::Map<VectorOf<double, 4>>(q + 3) = quaternion;
}
/// x' in space from v, and v from x'.
inline Vector3 space_velocity(BodyGroup group, const double* q, const Vector3& linear) {
  return is_semidirect(group) ? Vector3(rotation_at(group, q) * linear) : linear;
}
inline Vector3 linear_velocity(BodyGroup group, const double* q, const Vector3& in_space) {
  return is_semidirect(group) ? Vector3(rotation_at(group, q).transpose() * in_space) : in_space;
}

/// A body at a point of its motion; velocities are read only by who asks for them.
struct BodyAt {
  bool semidirect = false;
  Vector3 x;
  Matrix3 r;
  Vector3 linear, angular;            // v
  Vector3 linear_rate, angular_rate;  // v'

  void place(BodyGroup group, const double* q) {
    semidirect = is_semidirect(group);
    x = position_at(q);
    r = rotation_at(group, q);
  }
  void move(const double* v) {
    linear = Eigen::Map<const Vector3>(v);
    angular = Eigen::Map<const Vector3>(v + 3);
  }
  void accelerate(const double* a) {
    linear_rate = Eigen::Map<const Vector3>(a);
    angular_rate = Eigen::Map<const Vector3>(a + 3);
  }
};

/// How far a body moves: x + Δx, R + R E under q·exp(w), both free of cancellation.
struct BodyStep {
  Vector3 shift;  // Δx
  Matrix3 turn;   // R E, E = exp(w2) - I

  BodyStep() = default;
  BodyStep(const BodyAt& body, const double* w) {
    const Vector3 linear = Eigen::Map<const Vector3>(w), angular = Eigen::Map<const Vector3>(w + 3);
    turn = body.r.lazyProduct(exp_minus_identity<double>(angular));
    shift = linear;
    if (body.semidirect)
      shift = body.r.lazyProduct(
          rotation_tangent_operator<double>(angular).transpose().lazyProduct(linear).eval());
  }
};

/// A vector fixed on a body; `point` is σ.
struct BodyVector {
  double point = 0.0;
  Vector3 c = Vector3::Zero();

  Vector3 value(const BodyAt& b) const { return point * b.x + b.r * c; }
  Vector3 change(const BodyStep& step) const { return point * step.shift + step.turn * c; }
  /// R y + (outside) with y what turns with the body.
  Vector3 velocity(const BodyAt& b) const {
    const Vector3 turning = b.r * velocity_inside(b);
    return b.semidirect ? turning : Vector3(turning + point * b.linear);
  }
  Vector3 acceleration(const BodyAt& b) const {
    const Vector3 turning = b.r * acceleration_inside(b);
    return b.semidirect ? turning : Vector3(turning + point * b.linear_rate);
  }

  // Blocks of 3×6, multiplied by `sign` and added.
  template <class Block>
  void add_jacobian(double sign, const BodyAt& b, Block&& out) const {
    if (b.semidirect)
      out.template leftCols<3>() += (sign * point) * b.r;
    else
      out.template leftCols<3>().diagonal().array() += sign * point;
    add_turn(-sign, b, c, out);
  }
  /// ∂z'/∂q.
  template <class Block>
  void add_velocity_tangent(double sign, const BodyAt& b, Block&& out) const {
    add_turn(-sign, b, velocity_inside(b), out);
  }
  /// ∂z''/∂q.
  template <class Block>
  void add_acceleration_tangent(double sign, const BodyAt& b, Block&& out) const {
    add_turn(-sign, b, acceleration_inside(b), out);
  }
  /// ∂z''/∂v.
  template <class Block>
  void add_acceleration_by_velocity(double sign, const BodyAt& b, Block&& out) const {
    if (b.semidirect) out.template leftCols<3>() += (sign * point) * b.r.lazyProduct(hat(b.angular));
    const Matrix3 inside = hat(velocity_inside(b)) + hat(b.angular).lazyProduct(hat(c));
    out.template rightCols<3>() -= sign * b.r.lazyProduct(inside);
  }
  /// ∂(Jᵀ force)/∂q, 6×6: with p = Rᵀ force, Jᵀ force = (σ force or σ p, c×p).
  template <class Block>
  void add_stiffness(double sign, const BodyAt& b, const Vector3& force, Block&& out) const {
    const Matrix3 p = hat(Vector3(sign * (b.r.transpose() * force)));
    if (b.semidirect) out.template topRightCorner<3, 3>() += point * p;
    out.template bottomRightCorner<3, 3>() += hat(c).lazyProduct(p);
  }

 private:
  Vector3 velocity_inside(const BodyAt& b) const {
    const Vector3 turning = b.angular.cross(c);
    return b.semidirect ? Vector3(turning + point * b.linear) : turning;
  }
  Vector3 acceleration_inside(const BodyAt& b) const {
    const Vector3 turning = b.angular_rate.cross(c) + b.angular.cross(velocity_inside(b));
    return b.semidirect ? Vector3(turning + point * b.linear_rate) : turning;
  }
  /// Adds sign R ŷ to the columns of the rotation.
  template <class Block>
  static void add_turn(double sign, const BodyAt& b, const Vector3& y, Block&& out) {
    const Vector3 a = sign * y;
    out.col(3) += a(2) * b.r.col(1) - a(1) * b.r.col(2);
    out.col(4) += a(0) * b.r.col(2) - a(2) * b.r.col(0);
    out.col(5) += a(1) * b.r.col(0) - a(0) * b.r.col(1);
  }
};

}  // namespace kreisel
