// Positions and velocities of a keyframe, in the order of the joints.
#include <fmt/format.h>

#include "kreisel/core/names.hpp"
#include "kreisel/exchange/mjcf/scene.hpp"

namespace kreisel::mjcf {
namespace {

VectorOf<double, 4> quaternion_at(const std::vector<double>& q, std::size_t at, const XmlPlace& place) {
  const VectorOf<double, 4> x(q[at], q[at + 1], q[at + 2], q[at + 3]);
  if (!(x.norm() > 1e-14))
    refuse(place, "a quaternion of qpos has length 0", "for no rotation write 1 0 0 0");
  return x;
}

void write_positions(Scene& scene, const std::vector<double>& q, const XmlPlace& place) {
  std::size_t at = 0;
  for (const SceneJoint& joint : scene.joints) {
    MechanismLink& link = scene.mechanism.link(joint.link);
    if (joint.has_coordinate()) {
      link.axes[joint.first_axis].value = q[at];
    } else if (joint.kind == SceneJoint::Kind::ball) {
      link.ball_turn = rotation_of(quaternion_at(q, at, place));
    } else {
      link.free_pose = {rotation_of(quaternion_at(q, at + 3, place)), {q[at], q[at + 1], q[at + 2]}};
    }
    at += joint.positions();
  }
}

void write_velocities(Scene& scene, const std::vector<double>& v) {
  std::size_t at = 0;
  for (const SceneJoint& joint : scene.joints) {
    MechanismLink& link = scene.mechanism.link(joint.link);
    if (joint.has_coordinate()) {
      link.axes[joint.first_axis].rate = v[at];
    } else {
      const std::size_t turn = at + joint.velocities() - 3;
      link.angular_velocity = {v[turn], v[turn + 1], v[turn + 2]};
      if (joint.kind == SceneJoint::Kind::free) link.free_velocity = {v[at], v[at + 1], v[at + 2]};
    }
    at += joint.velocities();
  }
}

std::size_t count_of(const Scene& scene, std::size_t (SceneJoint::*count)() const) {
  std::size_t sum = 0;
  for (const SceneJoint& joint : scene.joints) sum += (joint.*count)();
  return sum;
}

void start_from(Scene& scene, const XmlElement& key) {
  const Settings s(key, scene.defaults, scene.defaults.main(), "");
  const std::size_t positions = count_of(scene, &SceneJoint::positions),
                    velocities = count_of(scene, &SceneJoint::velocities);
  if (const auto q = s.numbers("qpos", positions, positions); !q.empty())
    write_positions(scene, q, s.find("qpos")->place());
  if (const auto v = s.numbers("qvel", velocities, velocities); !v.empty()) write_velocities(scene, v);
}

}  // namespace

void put_at_start(Scene& scene) {
  const std::string& wanted = scene.keyframe;
  bool is_found = wanted.empty();
  for_each_in(scene.root, "keyframe", [&](const XmlElement& key) {
    if (key.name != "key") return;
    const XmlAttribute* name = key.find("name");
    scene.out.keyframes.push_back(name ? name->value : fmt::format("{}", scene.out.keyframes.size()));
    if (wanted.empty() || scene.out.keyframes.back() != wanted) return;
    start_from(scene, key);
    is_found = true;
  });
  if (!is_found)
    throw UnknownName(fmt::format("there is no keyframe \"{}\"", wanted), "keyframe",
                      suggestion(wanted, "keyframes", scene.out.keyframes));
}

}  // namespace kreisel::mjcf
