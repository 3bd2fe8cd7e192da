// Orientations by Eigen's quaternions.
#include "kreisel/exchange/pose.hpp"

#include <cmath>

#include <Eigen/Geometry>

namespace kreisel {

Matrix3 rotation_of(const VectorOf<double, 4>& quaternion) {
  return Eigen::Quaterniond(quaternion(0), quaternion(1), quaternion(2), quaternion(3))
      .normalized()
      .toRotationMatrix();
}

VectorOf<double, 4> quaternion_of(const Matrix3& rotation) {
  const Eigen::Quaterniond q = Eigen::Quaterniond(rotation).normalized();
  const double sign = q.w() < 0.0 ? -1.0 : 1.0;
  return {sign * q.w(), sign * q.x(), sign * q.y(), sign * q.z()};
}

Matrix3 rotation_about(const Vector3& axis, double angle) {
  return Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix();
}

Matrix3 rotation_of_sequence(std::string_view sequence, const Vector3& angles) {
  Matrix3 r = Matrix3::Identity();
  for (Index i = 0; i < 3; ++i) {
    const char letter = sequence[static_cast<std::size_t>(i)];
    const bool turns_with_it = letter >= 'x';
    const Matrix3 turn = rotation_about(Vector3::Unit(letter - (turns_with_it ? 'x' : 'X')), angles(i));
    r = turns_with_it ? Matrix3(r * turn) : Matrix3(turn * r);
  }
  return r;
}

Matrix3 rotation_with_z(const Vector3& direction) {
  return Eigen::Quaterniond::FromTwoVectors(Vector3::UnitZ(), direction).toRotationMatrix();
}

Matrix3 rotation_of_rpy(const Vector3& rpy) {
  return rotation_of_sequence("XYZ", rpy);
}

Vector3 rpy_of(const Matrix3& r) {
  const double pitch = std::atan2(-r(2, 0), std::hypot(r(0, 0), r(1, 0)));
  if (std::hypot(r(0, 0), r(1, 0)) < 1e-12)  // straight up or down: yaw 0
    return {std::atan2(r(2, 0) < 0.0 ? r(0, 1) : -r(0, 1), r(1, 1)), pitch, 0.0};
  return {std::atan2(r(2, 1), r(2, 2)), pitch, std::atan2(r(1, 0), r(0, 0))};
}

}  // namespace kreisel
