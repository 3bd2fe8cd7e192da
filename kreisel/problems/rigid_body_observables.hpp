// What a user sees of a rigid body, whatever group it is computed on.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "kreisel/groups/rigid_body.hpp"
#include "kreisel/problems/problem.hpp"

namespace kreisel {

/// Position and velocity of the body's reference point in inertial components, quaternion (scalar first),
/// angular velocity in body components.
struct BodyMotion {
  Vector3 position, velocity;
  VectorOf<double, 4> quaternion;
  Vector3 angular_velocity;

  Matrix3 rotation() const { return rotation_of_quaternion(quaternion); }
};

/// NAME.x … NAME.wz, in the order in which write_motion fills them.
inline std::vector<Observable> rigid_body_observables(const std::string& name) {
  std::vector<Observable> all;
  const auto add = [&](std::initializer_list<const char*> suffixes, const char* unit, ColumnKind kind) {
    for (const char* suffix : suffixes)
      all.push_back({.name = name + "." + suffix, .unit = unit, .kind = kind, .of = name});
  };
  add({"x", "y", "z"}, "m", ColumnKind::position);
  add({"qw", "qx", "qy", "qz"}, "1", ColumnKind::orientation);
  all[3].starts_quaternion = true;
  add({"vx", "vy", "vz"}, "m/s", ColumnKind::velocity);
  add({"wx", "wy", "wz"}, "rad/s", ColumnKind::angular_velocity);
  return all;
}

inline void write_motion(const BodyMotion& motion, Eigen::Ref<Vector> out) {
  out.segment<3>(0) = motion.position;
  out.segment<4>(3) = motion.quaternion;
  out.segment<3>(7) = motion.velocity;
  out.segment<3>(10) = motion.angular_velocity;
}

/// As body_motion(), without the quaternion: finding it costs as much as all the rest.
template <class G>
BodyMotion motion_without_quaternion(const StateView& state, const Vector3& offset) {
  using Body = RigidBodyOn<G>;
  const ElementOf<G> q = state.q;
  const Matrix3 r = Body::rotation(q);
  BodyMotion motion;
  motion.angular_velocity = state.v.tail<3>();
  if constexpr (!Body::has_position) {
    motion.position = r * offset;
    motion.velocity = r * motion.angular_velocity.cross(offset);
  } else {
    motion.position = Body::position(q);
    motion.velocity = state.v.head<3>();
    if constexpr (Body::is_semidirect) motion.velocity = r * motion.velocity;
  }
  return motion;
}

/// The motion from a state on G; on SO(3) and S³ the reference point sits at `offset` from the fixed point.
template <class G>
BodyMotion body_motion(const StateView& state, const Vector3& offset) {
  using Body = RigidBodyOn<G>;
  BodyMotion motion = motion_without_quaternion<G>(state, offset);
  if constexpr (Body::has_matrix) {
    motion.quaternion = quaternion_of_rotation(Matrix3(Body::rotation(ElementOf<G>(state.q))));
  } else {
    motion.quaternion = state.q.tail<4>();
  }
  return motion;
}

/// The quaternion alone, where write_motion puts it.
template <class G>
void write_quaternion(const StateView& state, Eigen::Ref<Vector> out) {
  out.segment<4>(3) = body_motion<G>(state, Vector3::Zero()).quaternion;
}

}  // namespace kreisel
