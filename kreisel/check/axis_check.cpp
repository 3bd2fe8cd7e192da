// Compares the z axes of the ends of joints that keep them parallel.
#include "kreisel/check/axis_check.hpp"

#include <cmath>
#include <numbers>
#include <type_traits>

#include <fmt/format.h>
#include <Eigen/Geometry>

#include "kreisel/model/placed_frames.hpp"

namespace kreisel {
namespace {

constexpr double far = 0.35;  // [rad]: no rough start value

template <class Joint>
constexpr bool has_parallel_axes =
    std::is_same_v<Joint, RevoluteJoint> || std::is_same_v<Joint, PrismaticJoint> ||
    std::is_same_v<Joint, CylindricalJoint> || std::is_same_v<Joint, ScrewJoint> ||
    std::is_same_v<Joint, PlanarJoint> || std::is_same_v<Joint, FixedJoint>;

/// Markers are written with care.
bool is_turned(const End& end) {
  return !end.marker.empty() || end.axis.has_value() || end.rotation.quaternion.tail<3>().norm() > 0.0;
}

Vector3 axis_in_space(const Model& model, const PlacedFrame& frame) {
  const Vector3 axis = frame.rotation.col(2);
  if (frame.body < 0) return axis;
  const VectorOf<double, 4>& q = model.bodies[static_cast<std::size_t>(frame.body)].rotation.quaternion;
  const Vector3 v = q.tail<3>();  // R axis, for a quaternion of any length
  return (axis * (q(0) * q(0) - v.squaredNorm()) + 2.0 * v * v.dot(axis) + 2.0 * q(0) * v.cross(axis)) /
         q.squaredNorm();
}

}  // namespace

std::vector<std::string> forgotten_axes(const Model& model) {
  std::vector<std::string> remarks;
  const FrameTable frames(model);
  const auto look = [&]<class T>(const T& joint) {
    if constexpr (has_parallel_axes<T>) {
      if (is_turned(joint.a) == is_turned(joint.b)) return;
      const Vector3 a = axis_in_space(model, frames.frame(joint.a, "")),
                    b = axis_in_space(model, frames.frame(joint.b, ""));
      const double angle = std::atan2(a.cross(b).norm(), a.dot(b));
      if (angle < far) return;
      const char *bare = is_turned(joint.a) ? "b" : "a", *turned = is_turned(joint.a) ? "a" : "b";
      remarks.push_back(
          fmt::format("joint \"{}\": end {} has an axis, end {} has none, and the two are {:.0f} deg apart; "
                      "give \"axis\" on end {} too",
                      joint.name, turned, bare, angle * 180.0 / std::numbers::pi, bare));
    }
  };
  for (const Joint& joint : model.joints) std::visit(look, joint);
  return remarks;
}

}  // namespace kreisel
