// Frames in frames, and the many ways to write an orientation.
#pragma once

#include <string_view>

#include "kreisel/core/types.hpp"

namespace kreisel {

/// x = r y + p from components y in the frame to x around it.
struct Pose {
  Matrix3 r = Matrix3::Identity();
  Vector3 p = Vector3::Zero();

  Pose operator*(const Pose& inner) const { return {r * inner.r, r * inner.p + p}; }
  Vector3 operator*(const Vector3& y) const { return r * y + p; }
  Pose inverse() const { return {r.transpose(), -(r.transpose() * p)}; }
};

/// Of any length but zero, (w, x, y, z).
Matrix3 rotation_of(const VectorOf<double, 4>& quaternion);
VectorOf<double, 4> quaternion_of(const Matrix3& rotation);
Matrix3 rotation_about(const Vector3& axis, double angle);
/// Three turns one after the other, "xyz": lower-case letters turn about axes that turn with them, capitals about fixed ones.
Matrix3 rotation_of_sequence(std::string_view sequence, const Vector3& angles);
/// The shortest turn of z to a direction.
Matrix3 rotation_with_z(const Vector3& direction);
/// Roll, pitch, yaw about fixed x, y, z.
Matrix3 rotation_of_rpy(const Vector3& rpy);
Vector3 rpy_of(const Matrix3& rotation);

}  // namespace kreisel
