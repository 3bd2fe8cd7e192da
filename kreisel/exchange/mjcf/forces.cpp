// Springs, dampers, friction and stops of single joints.
#include <fmt/format.h>

#include "kreisel/core/names.hpp"
#include "kreisel/exchange/mjcf/scene.hpp"

namespace kreisel::mjcf {

const SceneJoint& Scene::joint_named(const Settings& s, const char* attribute) const {
  const auto given = s.find(attribute);
  if (!given) refuse(s.place(), fmt::format("the attribute {} is missing", attribute), "name a joint");
  std::vector<std::string> known;
  for (const SceneJoint& joint : joints) {
    if (joint.name == given->attribute->value) return joint;
    known.push_back(joint.name);
  }
  if (known.size() > 20) known.resize(20);
  refuse(given->place(), fmt::format("there is no joint \"{}\"", shortened(given->attribute->value)),
         suggestion(given->attribute->value, "joints", known));
}

int Scene::link_named(const Settings& s, const char* attribute) const {
  const auto given = s.find(attribute);
  if (!given) return -1;
  if (const auto found = links.find(given->attribute->value); found != links.end()) return found->second;
  std::vector<std::string> known;
  for (const auto& [name, link] : links)
    if (known.size() < 20) known.push_back(name);
  refuse(given->place(), fmt::format("there is no body \"{}\"", shortened(given->attribute->value)),
         suggestion(given->attribute->value, "bodies", known));
}

const SceneSite& Scene::site_named(const Settings& s, const char* attribute) const {
  const auto given = s.find(attribute);
  if (!given) refuse(s.place(), fmt::format("the attribute {} is missing", attribute), "name a site");
  if (const auto found = sites.find(given->attribute->value); found != sites.end()) return found->second;
  std::vector<std::string> known;
  for (const auto& [name, site] : sites)
    if (known.size() < 20) known.push_back(name);
  refuse(given->place(), fmt::format("there is no site \"{}\"", shortened(given->attribute->value)),
         suggestion(given->attribute->value, "sites", known));
}

void add_axis_forces(Scene& scene) {
  for (const SceneAxisForce& given : scene.axis_forces) {
    const SceneJoint& joint = scene.joints[given.joint];
    AxisForce force;
    force.terms = {{joint.axis, 1.0}};
    if (scene.flags.spring) force.stiffness = given.stiffness, force.reference = given.reference;
    if (scene.flags.damper) force.damping = given.damping;
    if (scene.flags.friction) force.friction = given.friction;
    if (given.is_limited && scene.flags.limit) {
      const MechanismLink& link = scene.mechanism.link(joint.link);
      const JointAxis& axis = link.axes[joint.first_axis];
      const bool is_hinge = axis.kind == MotionKind::rotation;
      const Pose at = scene.mechanism.start_of(joint.link);
      const double inertia = axis.inertia + scene.mechanism.inertia_behind(joint.link, at * axis.position,
                                                                           at.r * axis.axis, is_hinge);
      force.lower = given.lower, force.upper = given.upper;
      force.set_stops(inertia);
    }
    if (force.stiffness == 0.0 && force.damping == 0.0 && force.friction == 0.0 && !force.lower) continue;
    force.name = scene.mechanism.element_name(joint.name + "_passive");
    scene.mechanism.add_force(std::move(force), given.place);
  }
}

}  // namespace kreisel::mjcf
