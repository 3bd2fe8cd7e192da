// Bodies with their joints, geoms and sites, from the world outwards.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kreisel/core/names.hpp"
#include "kreisel/exchange/mjcf/scene.hpp"
#include "kreisel/linear/decompositions.hpp"

namespace kreisel::mjcf {
namespace {

class Tree {
 public:
  explicit Tree(Scene& scene) : scene_(scene) {}

  void world(const XmlElement& element) {
    read_own(element, -1, {}, &scene_.defaults.main());
    read_bodies_inside(element, -1, {}, &scene_.defaults.main());
  }
  void scale_masses() const {
    const double wanted = scene_.compiler.total_mass;
    double sum = 0.0;
    for (int i = 0; i < scene_.mechanism.count(); ++i) sum += scene_.mechanism.link(i).inertia.mass;
    if (!(wanted > 0.0) || !(sum > 0.0)) return;
    for (int i = 0; i < scene_.mechanism.count(); ++i) scene_.mechanism.link(i).inertia.scale(wanted / sum);
  }

 private:
  using Class = const ClassAttributes*;

  /// Bodies inside a body, the world or a <frame>, after what these have themselves: coordinates come in that order.
  void read_bodies_inside(const XmlElement& around, int link, const Pose& frame, Class active) {
    for (const XmlElement& e : around.children) {
      if (e.name == "body") body(e, link, frame, active);
      if (e.name == "frame") {
        const Settings s(e, scene_.defaults, *active, "");
        read_bodies_inside(e, link, frame * s.pose(scene_.compiler), class_of(e, active));
      }
    }
  }
  /// Everything else, seen from the frame around it.
  void read_own(const XmlElement& around, int link, const Pose& frame, Class active) {
    for (const XmlElement& e : around.children) {
      if (e.name == "body") continue;
      if (e.name == "frame") {
        const Settings s(e, scene_.defaults, *active, "");
        read_own(e, link, frame * s.pose(scene_.compiler), class_of(e, active));
      } else if (e.name == "geom") {
        geom(e, link, frame, active);
      } else if (e.name == "site") {
        site(e, link, frame, active);
      } else if ((e.name == "joint" || e.name == "freejoint" || e.name == "inertial") && link < 0) {
        refuse(e.place(), fmt::format("<{}> in the world, which does not move", e.name),
               "put it into a body");
      } else if (e.name == "joint") {
        joint(e, link, frame, active);
      } else if (e.name == "freejoint") {
        free_joint(e, link);
      } else if (e.name != "inertial" && e.name != "camera" && e.name != "light") {
        refuse(e.place(), fmt::format("<{}> inside <{}>", e.name, around.name),
               "move it to where it belongs");
      }
    }
  }

  Class class_of(const XmlElement& e, Class active) const {
    const XmlAttribute* named = e.find("childclass");
    return named ? &scene_.defaults.of(named->value, e.place_of(*named)) : active;
  }

  void body(const XmlElement& e, int parent, const Pose& frame, Class around) {
    const Class active = class_of(e, around);
    const Settings s(e, scene_.defaults, *active, "");
    MechanismLink link;
    link.name = s.text("name", fmt::format("body_{}", scene_.mechanism.count() + 1));
    link.parent = parent;
    link.in_parent = frame * s.pose(scene_.compiler);
    link.place = e.place();
    link.joint = link.name + "_joint";
    if (s.number("gravcomp", 0.0) != 0.0)
      refuse(s.find("gravcomp")->place(), "gravity is not compensated here", "leave it out, or add a force");
    if (s.flag("mocap", false))
      scene_.out.notes.push_back(fmt::format("mocap body \"{}\" stays where it is", link.name));
    const int at = scene_.mechanism.add(std::move(link));
    if (const XmlAttribute* name = e.find("name"); name && !scene_.links.emplace(name->value, at).second)
      refuse(e.place_of(*name), fmt::format("a second body is called \"{}\"", name->value),
             "choose another name");
    const std::size_t first_geom = geom_inertias_.size();
    read_own(e, at, {}, active);
    inertia(e, at, first_geom, s);
    read_bodies_inside(e, at, {}, active);
  }

  void inertia(const XmlElement& e, int at, std::size_t first_geom, const Settings& body) {
    const Compiler& c = scene_.compiler;
    const XmlElement* given = e.child("inertial");
    SolidInertia sum;
    if (given && c.inertia_from_geoms != "true") {
      sum = inertial(*given);
    } else if (c.inertia_from_geoms != "false") {
      for (std::size_t i = first_geom; i < geom_inertias_.size(); ++i)
        if (geom_inertias_[i].first == at) sum.add(geom_inertias_[i].second);
    }
    MechanismLink& link = scene_.mechanism.link(at);
    const bool moves = link.kind != LinkKind::fixed;
    if (moves || sum.mass > 0.0) {
      sum.mass = std::max(sum.mass, c.least_mass);
      bound_inertia(sum, body);
    }
    link.inertia = sum;
  }

  /// Least moments; with balanceinertia equal moments where they break the triangle inequality.
  void bound_inertia(SolidInertia& sum, const Settings& body) const {
    const Compiler& c = scene_.compiler;
    SymmetricEigenpairs principal = symmetric_eigenpairs(sum.inertia);
    if (principal.values.minCoeff() < c.least_inertia) {
      principal.values = principal.values.cwiseMax(c.least_inertia);
      sum.inertia = principal.vectors * principal.values.asDiagonal() * principal.vectors.transpose();
    }
    const double excess = 2.0 * principal.values.maxCoeff() - principal.values.sum();
    if (excess <= 1e-10 * principal.values.maxCoeff()) return;
    if (!c.balances_inertia)
      refuse(body.place(), "the largest principal moment of inertia is larger than the other two together",
             "check the inertia, or set balanceinertia=\"true\" in <compiler>");
    sum.inertia = sum.inertia.trace() / 3.0 * Matrix3::Identity();
  }

  SolidInertia inertial(const XmlElement& e) const {
    const Settings s(e, scene_.defaults, scene_.defaults.main(), "");
    if (!s.has("mass")) refuse(e.place(), "the inertial has no mass", "give mass=\"...\"");
    if (!s.has("diaginertia") && !s.has("fullinertia"))
      refuse(e.place(), "the inertial has no moments of inertia", "give diaginertia or fullinertia");
    if (!s.has("pos"))
      refuse(e.place(), "the inertial has no pos", "give pos=\"0 0 0\" for the origin of the body");
    SolidInertia own;
    own.mass = s.number("mass", 0.0);
    if (const auto f = s.numbers("fullinertia", 6, 6); !f.empty())
      own.inertia << f[0], f[3], f[4], f[3], f[1], f[5], f[4], f[5], f[2];
    else
      own.inertia = s.vector("diaginertia", Vector3::Zero()).asDiagonal();
    return own.seen_from(s.pose(scene_.compiler));
  }

  void joint(const XmlElement& e, int at, const Pose& frame, Class active) {
    const Settings s = scene_.settings(e, active);
    const std::string type = s.choice("type", {"hinge", "slide", "ball", "free"}, "hinge");
    if (type == "free") return free_joint(e, at, &s);
    MechanismLink& link = scene_.mechanism.link(at);
    SceneJoint joint = begin_joint(e, at);
    const bool is_hinge = type == "hinge";
    const Vector3 position = frame * s.vector("pos", Vector3::Zero());
    if (type == "ball") {
      joint.kind = SceneJoint::Kind::ball;
      if (link.kind != LinkKind::fixed)
        refuse(e.place(), "a ball joint beside other joints of one body", "write it as three hinges");
      for (const char* name : {"stiffness", "damping", "armature", "frictionloss"})
        if (s.number(name, 0.0) != 0.0)
          refuse(s.find(name)->place(), fmt::format("a ball joint with {} is not supported", name),
                 "write it as three hinges");
      if (s.is_limited("limited", "range", scene_.compiler))
        refuse(s.find("range")->place(), "a ball joint with a range is not supported",
               "write it as three hinges");
      link.kind = LinkKind::ball;
      link.ball_centre = position;
      link.joint = joint.name;
      scene_.joints.push_back(std::move(joint));
      return;
    }
    if (link.kind != LinkKind::fixed && link.kind != LinkKind::axes)
      refuse(e.place(), "a joint beside a ball or free joint of one body", "put a body between them");
    joint.kind = is_hinge ? SceneJoint::Kind::hinge : SceneJoint::Kind::slide;
    JointAxis axis;
    axis.name = scene_.mechanism.axis_name(joint.name);
    axis.kind = is_hinge ? MotionKind::rotation : MotionKind::translation;
    axis.axis = frame.r * s.vector("axis", Vector3::UnitZ());
    if (!(axis.axis.norm() > 1e-14))
      refuse(e.place(), "the axis has length 0", "give a direction such as 0 0 1");
    axis.axis.normalize();
    axis.position = position;
    axis.inertia = s.number("armature", 0.0);
    const auto in_file_units = [&](double x) { return is_hinge ? scene_.compiler.angle(x) : x; };
    joint.reference = axis.reference = axis.value = in_file_units(s.number("ref", 0.0));
    joint.axis = axis.name;
    joint.first_axis = link.axes.size();
    link.kind = LinkKind::axes;
    if (link.axes.empty()) link.joint = joint.name;
    link.axes.push_back(axis);
    forces(s, joint, in_file_units(s.number("springref", 0.0)), in_file_units);
    scene_.joints.push_back(std::move(joint));
  }

  template <class Units>
  void forces(const Settings& s, const SceneJoint& joint, double springref, const Units& in_file_units) {
    SceneAxisForce f;
    f.joint = scene_.joints.size();
    f.stiffness = s.number("stiffness", 0.0);
    f.reference = springref;
    f.damping = s.number("damping", 0.0);
    f.friction = s.number("frictionloss", 0.0);
    for (const char* name : {"stiffness", "damping", "frictionloss", "armature"})
      if (s.number(name, 0.0) < 0.0)
        refuse(s.find(name)->place(), fmt::format("{} is negative", name), "give a number >= 0");
    f.is_limited = s.is_limited("limited", "range", scene_.compiler);
    if (const auto range = s.numbers("range", 2, 2); f.is_limited) {
      if (range.empty() || !(range[0] < range[1]))
        refuse(joint.place, "the range of a limited joint is missing or empty", "give range=\"lower upper\"");
      f.lower = in_file_units(range[0]), f.upper = in_file_units(range[1]);
    }
    f.place = joint.place;
    scene_.axis_forces.push_back(std::move(f));
  }

  SceneJoint begin_joint(const XmlElement& e, int at) {
    SceneJoint joint;
    joint.link = at;
    joint.place = e.place();
    const XmlAttribute* name = e.find("name");
    joint.name = name ? name->value
                      : fmt::format("{}_joint{}", scene_.mechanism.link(at).name, scene_.joints.size() + 1);
    const auto is_taken = [&](const SceneJoint& other) { return other.name == joint.name; };
    if (std::any_of(scene_.joints.begin(), scene_.joints.end(), is_taken))
      refuse(e.place(), fmt::format("a second joint is called \"{}\"", joint.name), "choose another name");
    return joint;
  }

  void free_joint(const XmlElement& e, int at, const Settings* s = nullptr) {
    MechanismLink& link = scene_.mechanism.link(at);
    if (link.parent >= 0 || link.kind != LinkKind::fixed)
      refuse(e.place(), "a free joint inside the tree, or beside other joints",
             "free bodies are children of the world and have no other joint");
    for (const char* name : {"armature", "damping", "stiffness", "frictionloss"})
      if (s && s->number(name, 0.0) != 0.0)
        refuse(s->find(name)->place(), fmt::format("a free joint with {} is not supported", name),
               "write <freejoint/>, which takes nothing from defaults");
    link.kind = LinkKind::free;
    link.free_pose = link.in_parent;
    SceneJoint joint = begin_joint(e, at);
    joint.kind = SceneJoint::Kind::free;
    scene_.joints.push_back(std::move(joint));
  }

  void geom(const XmlElement& e, int at, const Pose& frame, Class active) {
    const Settings s = scene_.settings(e, active);
    SceneGeom g;
    g.name = s.text("name");
    g.type = s.choice("type",
                      {"plane", "hfield", "sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh", "sdf"},
                      s.has("mesh") ? "mesh" : "sphere");
    g.link = at;
    g.place = e.place();
    g.size = s.numbers("size", 1, 3);
    g.pose = s.pose(scene_.compiler);
    if (s.has("fromto")) from_to(s, g);
    g.pose = frame * g.pose;
    g.contype = static_cast<int>(s.number("contype", 1.0));
    g.conaffinity = static_cast<int>(s.number("conaffinity", 1.0));
    g.condim = static_cast<int>(s.number("condim", 3.0));
    if (const auto friction = s.numbers("friction", 1, 3); !friction.empty()) g.friction = friction[0];
    if (at >= 0) geom_inertias_.emplace_back(at, geom_inertia(g, s));
    scene_.geoms.push_back(std::move(g));
  }

  /// Sizes and pose from two points: the middle, and half the distance behind the sizes across.
  static void from_to(const Settings& s, SceneGeom& g) {
    const auto x = s.numbers("fromto", 6, 6);
    const Vector3 from(x[0], x[1], x[2]), to(x[3], x[4], x[5]);
    if (g.type != "capsule" && g.type != "cylinder" && g.type != "ellipsoid" && g.type != "box")
      refuse(s.find("fromto")->place(), fmt::format("fromto for a {}", g.type),
             "it is for capsules, cylinders, ellipsoids and boxes");
    if (!((to - from).norm() > 1e-14) || g.size.empty())
      refuse(s.place(), "both points of fromto are one, or the size is missing",
             "give two points and a size");
    const double half = 0.5 * (to - from).norm();
    if (g.type == "capsule" || g.type == "cylinder")
      g.size = {g.size[0], half};
    else
      g.size = {g.size[0], g.size[0], half};
    g.pose = {rotation_with_z(from - to), 0.5 * (from + to)};
  }

  SolidInertia geom_inertia(const SceneGeom& g, const Settings& s) const {
    const int group = static_cast<int>(s.number("group", 0.0));
    const double density = s.number("density", 1000.0);
    if (s.flag("shellinertia", false))
      refuse(s.find("shellinertia")->place(), "shells are not supported", "give an <inertial>");
    if (g.type == "plane" || g.type == "hfield" || group < scene_.compiler.first_group ||
        group > scene_.compiler.last_group || s.number("mass", -1.0) == 0.0 ||
        (!s.has("mass") && density == 0.0))
      return {};
    SolidInertia solid = unit_solid(scene_, g, s);
    if (s.number("mass", 1.0) < 0.0 || density < 0.0)
      refuse(g.place, "a mass or a density is negative", "give a number >= 0");
    solid.scale(s.has("mass") ? s.number("mass", 0.0) / solid.mass : density);
    return solid.seen_from(g.pose);
  }

  void site(const XmlElement& e, int at, const Pose& frame, Class active) {
    const Settings s = scene_.settings(e, active);
    SceneSite site{at, frame * s.pose(scene_.compiler)};
    if (const auto x = s.numbers("fromto", 6, 6); !x.empty()) {
      const Vector3 from(x[0], x[1], x[2]), to(x[3], x[4], x[5]);
      if (!((to - from).norm() > 1e-14))
        refuse(s.find("fromto")->place(), "both points of fromto are one", "give two points");
      site.pose = frame * Pose{rotation_with_z(from - to), 0.5 * (from + to)};
    }
    if (s.has("name")) scene_.sites[s.text("name")] = site;
  }

  Scene& scene_;
  std::vector<std::pair<int, SolidInertia>> geom_inertias_;
};

}  // namespace

void read_bodies(Scene& scene) {
  Tree tree(scene);
  for (const XmlElement& e : scene.root.children)
    if (e.name == "worldbody") tree.world(e);
  tree.scale_masses();
}

}  // namespace kreisel::mjcf
