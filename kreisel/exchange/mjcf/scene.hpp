// A scene of MJCF while it is read: what its parts need of each other.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "kreisel/exchange/mechanism.hpp"
#include "kreisel/exchange/mjcf/settings.hpp"

namespace kreisel::mjcf {

/// What <flag> switches off.
struct Flags {
  bool gravity = true, contact = true, limit = true, friction = true, equality = true, actuation = true;
  bool spring = true, damper = true, filters_parents = true;
};

/// A joint of the file, in the order of its coordinates.
struct SceneJoint {
  enum class Kind { hinge, slide, ball, free };
  std::string name = {};
  Kind kind = Kind::hinge;
  int link = -1;
  std::string axis = {};  // of the model, of a hinge or a slide
  double reference = 0.0;
  std::size_t first_axis = 0;  // in its link
  XmlPlace place = {};

  bool has_coordinate() const { return kind == Kind::hinge || kind == Kind::slide; }
  std::size_t positions() const { return kind == Kind::free ? 7 : kind == Kind::ball ? 4 : 1; }
  std::size_t velocities() const { return kind == Kind::free ? 6 : kind == Kind::ball ? 3 : 1; }
};

struct SceneGeom {
  std::string name = {}, type = {};
  int link = -1;
  Pose pose = {};  // in its link
  std::vector<double> size = {};
  int contype = 1, conaffinity = 1, condim = 3;
  double friction = 1.0;
  XmlPlace place = {};
};

struct SceneSite {
  int link = -1;
  Pose pose = {};
};

/// Springs and the rest along one coordinate, made when masses are known.
struct SceneAxisForce {
  std::size_t joint = 0;
  double stiffness = 0.0, reference = 0.0, damping = 0.0, friction = 0.0;
  bool is_limited = false;
  double lower = 0.0, upper = 0.0;
  XmlPlace place = {};
};

struct Scene {
  Scene(const XmlElement& root_, const std::filesystem::path& folder_, ImportedModel& out_)
      : root(root_),
        folder(folder_),
        out(out_),
        compiler(read_compiler(root_)),
        defaults(root_),
        mechanism(out_) {}

  const XmlElement& root;
  std::filesystem::path folder;
  ImportedModel& out;
  Compiler compiler;
  Defaults defaults;
  std::string keyframe = {};  // the model starts from; empty: none
  Flags flags = {};
  Mechanism mechanism;
  std::vector<SceneJoint> joints = {};
  std::vector<SceneGeom> geoms = {};
  std::vector<SceneAxisForce> axis_forces = {};
  std::map<std::string, int> links = {{"world", -1}};
  std::map<std::string, SceneSite> sites = {};

  Settings settings(const XmlElement& element, const ClassAttributes* active = nullptr) const {
    return {element, defaults, active ? *active : defaults.main(), element.name};
  }
  /// Throw ModelError at an attribute that names something nobody has.
  const SceneJoint& joint_named(const Settings& s, const char* attribute) const;
  int link_named(const Settings& s, const char* attribute) const;
  const SceneSite& site_named(const Settings& s, const char* attribute) const;
};

/// visit(element) for the children of all elements of a name at the top: sections may be repeated.
template <class Visit>
void for_each_in(const XmlElement& root, std::string_view section, const Visit& visit) {
  for (const XmlElement& one : root.children)
    if (one.name == section)
      for (const XmlElement& child : one.children) visit(child);
}

// The parts of a scene, in this order.
void read_bodies(Scene& scene);      // tree.cpp
void put_at_start(Scene& scene);     // start.cpp
void add_axis_forces(Scene& scene);  // forces.cpp
void add_actuators(Scene& scene);    // actuators.cpp
void add_tendons(Scene& scene);      // tendons.cpp
void add_conditions(Scene& scene);   // conditions.cpp
void add_contacts(Scene& scene);     // contacts.cpp

/// Fixed tendons as sums; also for actuators and conditions.
std::vector<CoordinateTerm> terms_of_tendon(const Scene& scene, const Settings& s, const char* attribute);
/// Of density 1 in the frame of the geom; throws ModelError for geoms without a volume.
SolidInertia unit_solid(const Scene& scene, const SceneGeom& geom, const Settings& s);

}  // namespace kreisel::mjcf
