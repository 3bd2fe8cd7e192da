// Links from the root outwards, then what acts on joints, then loops.
#include "kreisel/exchange/urdf/reader.hpp"

#include <algorithm>
#include <map>
#include <numbers>

#include <fmt/format.h>

#include "kreisel/core/names.hpp"
#include "kreisel/exchange/mechanism.hpp"
#include "kreisel/exchange/urdf/elements.hpp"

namespace kreisel {
namespace urdf {
namespace {

struct RobotJoint {
  const XmlElement* element = nullptr;
  std::string name = {}, type = {}, parent = {}, child = {};
  std::string axis = {};  // of the model, where it has one
  int link = -1;          // of the mechanism
};

class Robot {
 public:
  Robot(const XmlElement& root, ImportedModel& out) : root_(root), out_(out), mechanism_(out) {
    for (const XmlElement& e : root.children) {
      if (e.name == "link") add_link(e);
      if (e.name == "joint") add_joint(e);
    }
  }

  void read(const std::map<std::string, std::vector<double>>& start) {
    check_tree();
    add_children(root_link());
    if (std::ssize(links_) != visited_) refuse_circle();
    start_in_limits();
    mechanism_.begin_at(start);
    mechanism_.build();
    if (out_.model.bodies.empty())
      refuse(root_.place(), "nothing in the file moves", "give a joint that is not fixed, and masses");
    for (const RobotJoint& joint : joints_) add_forces(joint);
    for (const RobotJoint& joint : joints_) add_mimic(joint);
    for (const XmlElement& e : root_.children) {
      if (e.name == "loop_joint") add_loop(e, e.child("link1"), e.child("link2"));
      if (e.name == "loop") add_loop(e, e.child("predecessor"), e.child("successor"));
      if (e.name == "coupling") add_coupling(e);
    }
  }

 private:
  void add_link(const XmlElement& e) {
    if (!links_.emplace(text_of(e, "name"), &e).second)
      refuse(e.place(), fmt::format("a second link is called \"{}\"", text_of(e, "name")),
             "choose another name");
  }
  void add_joint(const XmlElement& e) {
    static const std::vector<std::string> known = {"revolute", "continuous", "prismatic", "fixed",
                                                   "floating", "planar",     "spherical"};
    RobotJoint joint;
    joint.element = &e;
    joint.name = text_of(e, "name");
    joint.type = text_of(e, "type");
    if (std::find(known.begin(), known.end(), joint.type) == known.end())
      refuse(e.place_of(*e.find("type")), fmt::format("there is no joint type \"{}\"", shortened(joint.type)),
             suggestion(joint.type, "types", known));
    joint.parent = link_of(e, "parent");
    joint.child = link_of(e, "child");
    for (const RobotJoint& other : joints_)
      if (other.name == joint.name)
        refuse(e.place(), fmt::format("a second joint is called \"{}\"", joint.name), "choose another name");
    joints_.push_back(std::move(joint));
  }
  static std::string link_of(const XmlElement& e, std::string_view end) {
    const XmlElement* found = e.child(end);
    if (!found)
      refuse(e.place(), fmt::format("the joint has no <{}>", end),
             fmt::format("add <{} link=\"...\"/>", end));
    return text_of(*found, "link");
  }
  void expect_link(const XmlElement& e, const std::string& name) const {
    if (links_.contains(name)) return;
    std::vector<std::string> known;
    for (const auto& [one, link] : links_)
      if (known.size() < 20) known.push_back(one);
    refuse(e.place(), fmt::format("there is no link \"{}\"", shortened(name)),
           suggestion(name, "links", known));
  }
  void check_tree() {
    for (const RobotJoint& joint : joints_) {
      expect_link(*joint.element->child("parent"), joint.parent);
      expect_link(*joint.element->child("child"), joint.child);
      if (!parents_.emplace(joint.child, &joint).second)
        refuse(joint.element->child("child")->place(),
               fmt::format("\"{}\" has two parents: \"{}\" and \"{}\"", joint.child,
                           parents_[joint.child]->parent, joint.parent),
               "close loops by <loop_joint>: docs/robots.md");
    }
  }
  std::string root_link() const {
    std::string found;
    for (const auto& [name, element] : links_) {
      if (parents_.contains(name)) continue;
      if (!found.empty())
        refuse(element->place(),
               fmt::format("\"{}\" and \"{}\" have no parent, a tree has one root", found, name),
               "join one of them to the rest");
      found = name;
    }
    if (found.empty()) refuse_circle();
    return found;
  }
  [[noreturn]] void refuse_circle() const {
    refuse(joints_.empty() ? root_.place() : joints_.front().element->place(),
           links_.empty() ? "the robot has no links" : "the joints form a circle",
           "one link is the root and has no parent; close loops by <loop_joint>: docs/robots.md");
  }

  static SolidInertia inertia_of(const XmlElement& link) {
    const XmlElement* e = link.child("inertial");
    if (!e) return {};
    const XmlElement *mass = e->child("mass"), *moments = e->child("inertia");
    if (!mass || !moments)
      refuse(e->place(), "mass or inertia of the link is missing",
             "give <mass value=.../> and <inertia ixx=.../>");
    SolidInertia own;
    own.mass = number_of(*mass, "value");
    if (own.mass < 0.0)
      refuse(mass->place(), fmt::format("the mass {} is negative", own.mass), "give a mass >= 0");
    const double ixx = number_of(*moments, "ixx"), ixy = number_of(*moments, "ixy", 0.0),
                 ixz = number_of(*moments, "ixz", 0.0), iyy = number_of(*moments, "iyy"),
                 iyz = number_of(*moments, "iyz", 0.0), izz = number_of(*moments, "izz");
    own.inertia << ixx, ixy, ixz, ixy, iyy, iyz, ixz, iyz, izz;
    return own.seen_from(pose_of(e->child("origin")));
  }

  /// The link and everything behind it; links as deep as the file says, without recursion.
  void add_children(const std::string& root) {
    std::map<std::string, std::vector<RobotJoint*>> behind;
    for (RobotJoint& joint : joints_) behind[joint.parent].push_back(&joint);
    std::vector<std::pair<std::string, int>> open = {{root, add_root(root)}};
    while (!open.empty()) {
      const auto [name, at] = open.back();
      open.pop_back();
      ++visited_;
      std::vector<std::pair<std::string, int>> children;
      for (RobotJoint* joint : behind[name]) children.emplace_back(joint->child, add_moving(*joint, at));
      open.insert(open.end(), children.rbegin(), children.rend());
    }
  }
  int add_root(const std::string& name) {
    MechanismLink link;
    link.name = name;
    link.place = links_.at(name)->place();
    by_name_[name] = mechanism_.add(std::move(link));
    if (links_.at(name)->child("inertial"))
      out_.notes.push_back(
          fmt::format("the root link \"{}\" is fixed to the ground; its inertia does not matter", name));
    return by_name_[name];
  }
  int add_moving(RobotJoint& joint, int parent) {
    const XmlElement& e = *joint.element;
    MechanismLink link;
    link.name = joint.child;
    link.parent = parent;
    link.in_parent = pose_of(e.child("origin"));
    link.joint = joint.name;
    link.inertia = inertia_of(*links_.at(joint.child));
    link.place = links_.at(joint.child)->place();
    if (joint.type == "floating") {
      link.kind = LinkKind::free;
      link.free_pose = mechanism_.reference_of(parent) * link.in_parent;
    } else if (joint.type == "spherical") {
      link.kind = LinkKind::ball;
    } else if (joint.type != "fixed") {
      link.kind = LinkKind::axes;
      add_axes(joint, e, link);
    }
    joint.link = by_name_[joint.child] = mechanism_.add(std::move(link));
    return joint.link;
  }
  void add_axes(RobotJoint& joint, const XmlElement& e, MechanismLink& link) {
    const XmlElement* given = e.child("axis");
    const Vector3 axis = given ? vector_of(*given, "xyz", Vector3::UnitX()) : Vector3::UnitX();
    if (!(axis.norm() > 1e-14))
      refuse((given ? *given : e).place(), "the axis has length 0", "give a direction such as 0 0 1");
    JointAxis one;
    one.axis = axis.normalized();
    if (joint.type == "planar") {
      const Matrix3 plane = rotation_with_z(axis.normalized());
      one.kind = MotionKind::translation;
      for (int i = 0; i < 2; ++i) {
        one.axis = plane.col(i);
        one.name = mechanism_.axis_name(joint.name + (i == 0 ? "_x" : "_y"));
        link.axes.push_back(one);
      }
      one.axis = axis.normalized();
      one.kind = MotionKind::rotation;
      one.name = mechanism_.axis_name(joint.name + "_turn");
      link.axes.push_back(one);
      return;
    }
    one.kind = joint.type == "prismatic" ? MotionKind::translation : MotionKind::rotation;
    one.name = joint.axis = mechanism_.axis_name(joint.name);
    if (const XmlElement* dynamics = e.child("dynamics")) one.inertia = number_of(*dynamics, "armature", 0.0);
    link.axes.push_back(one);
  }

  static bool has_limits(const RobotJoint& joint) {
    return (joint.type == "revolute" || joint.type == "prismatic") && joint.element->child("limit") &&
           (joint.element->child("limit")->find("lower") || joint.element->child("limit")->find("upper"));
  }
  /// Robots begin at zero, or at the limit next to it; joints that mimic others where these put them.
  void start_in_limits() {
    for (const RobotJoint& joint : joints_) {
      if (!has_limits(joint) || joint.element->child("mimic")) continue;
      const XmlElement& limit = *joint.element->child("limit");
      const double lower = number_of(limit, "lower", 0.0), upper = number_of(limit, "upper", 0.0);
      if (!(lower <= upper))
        refuse(limit.place(), fmt::format("the lower limit {} is above the upper one, {}", lower, upper),
               "exchange them");
      JointAxis& axis = mechanism_.link(joint.link).axes[0];
      axis.value = std::clamp(0.0, lower, upper);
      if (axis.value != 0.0)
        out_.notes.push_back(
            fmt::format("\"{}\" begins at its limit {}, 0 is outside", joint.name, axis.value));
    }
    for (const RobotJoint& joint : joints_) {
      const XmlElement* mimic = joint.element->child("mimic");
      if (!mimic || joint.axis.empty()) continue;
      const RobotJoint& other = joint_named(*mimic, "joint");
      mechanism_.link(joint.link).axes[0].value =
          number_of(*mimic, "multiplier", 1.0) * mechanism_.link(other.link).axes[0].value +
          number_of(*mimic, "offset", 0.0);
    }
  }

  const RobotJoint& joint_named(const XmlElement& e, std::string_view attribute) const {
    const std::string& wanted = text_of(e, attribute);
    std::vector<std::string> known;
    for (const RobotJoint& joint : joints_) {
      if (joint.name == wanted && !joint.axis.empty()) return joint;
      if (!joint.axis.empty() && known.size() < 20) known.push_back(joint.name);
    }
    refuse(e.place(), fmt::format("there is no joint \"{}\" with one coordinate", shortened(wanted)),
           suggestion(wanted, "joints", known));
  }

  void add_forces(const RobotJoint& joint) {
    const XmlElement *dynamics = joint.element->child("dynamics"), *limit = joint.element->child("limit");
    if (joint.axis.empty()) return;
    AxisForce force;
    force.terms = {{joint.axis, 1.0}};
    if (dynamics) {
      force.damping = number_of(*dynamics, "damping", 0.0);
      force.friction = number_of(*dynamics, "friction", 0.0);
    }
    if (has_limits(joint)) {
      const JointAxis& axis = mechanism_.link(joint.link).axes[0];
      const Pose at = mechanism_.start_of(joint.link);
      force.lower = number_of(*limit, "lower", 0.0), force.upper = number_of(*limit, "upper", 0.0);
      force.set_stops(axis.inertia + mechanism_.inertia_behind(joint.link, at * axis.position,
                                                               at.r * axis.axis,
                                                               axis.kind == MotionKind::rotation));
    }
    if (limit && !has_said_limits_) {
      has_said_limits_ = true;
      out_.notes.push_back(
          "limits of effort and velocity are not enforced: they are those of a drive, and there is none");
    }
    if (force.damping == 0.0 && force.friction == 0.0 && !force.lower) return;
    force.name = mechanism_.element_name(joint.name + "_passive");
    mechanism_.add_force(std::move(force), joint.element->place());
  }

  void add_mimic(const RobotJoint& joint) {
    const XmlElement* mimic = joint.element->child("mimic");
    if (!mimic) return;
    if (joint.axis.empty())
      refuse(mimic->place(), fmt::format("a {} joint cannot mimic another", joint.type), "leave <mimic> out");
    CouplingJoint coupling;
    coupling.name = mechanism_.element_name(joint.name + "_mimic");
    coupling.terms = {{joint.axis, 1.0}};
    coupling.of = {{joint_named(*mimic, "joint").axis, 1.0}};
    if (coupling.of[0].axis == joint.axis)
      refuse(mimic->place(), "the joint mimics itself", "name another one");
    coupling.polynomial = {number_of(*mimic, "offset", 0.0), number_of(*mimic, "multiplier", 1.0)};
    mechanism_.add_joint(std::move(coupling), mimic->place());
  }

  void add_coupling(const XmlElement& e) {
    const XmlElement *a = e.child("predecessor"), *b = e.child("successor"), *ratio = e.child("ratio");
    if (!a || !b || !ratio)
      refuse(e.place(), "the coupling needs <predecessor>, <successor> and <ratio>", "add what is missing");
    CouplingJoint coupling;
    coupling.name = mechanism_.element_name(text_of(e, "name"));
    coupling.terms = {{joint_named(*b, "joint").axis, 1.0}};
    coupling.of = {{joint_named(*a, "joint").axis, 1.0}};
    coupling.polynomial = {0.0, number_of(*ratio, "value")};
    mechanism_.add_joint(std::move(coupling), e.place());
  }

  End end_of(const XmlElement& e, const Matrix3& turn) const {
    const std::string& name = text_of(e, "link");
    expect_link(e, name);
    const XmlElement* origin = e.child("origin");
    Pose pose = pose_of(origin ? origin : e.name == "link1" || e.name == "link2" ? &e : nullptr);
    pose.r = pose.r * turn;
    return mechanism_.end(by_name_.at(name), pose);
  }
  template <class LoopJoint>
  void close(const XmlElement& e, const XmlElement& a, const XmlElement& b, const Matrix3& turn) {
    LoopJoint joint;
    joint.name = mechanism_.element_name(text_of(e, "name"));
    joint.a = end_of(a, turn);
    joint.b = end_of(b, turn);
    mechanism_.add_joint(std::move(joint), e.place());
  }
  void add_loop(const XmlElement& e, const XmlElement* a, const XmlElement* b) {
    if (!a || !b)
      refuse(e.place(), "the loop has no two ends", "give <link1 link=.../> and <link2 link=.../>");
    const XmlElement* given = e.child("axis");
    const Vector3 axis = given ? vector_of(*given, "xyz", Vector3::UnitX()) : Vector3::UnitX();
    if (!(axis.norm() > 1e-14))
      refuse(given->place(), "the axis has length 0", "give a direction such as 0 0 1");
    const Matrix3 turn = rotation_with_z(axis.normalized());
    const std::string& type = text_of(e, "type");
    if (type == "revolute" || type == "continuous") return close<RevoluteJoint>(e, *a, *b, turn);
    if (type == "spherical" || type == "ball") return close<SphericalJoint>(e, *a, *b, turn);
    if (type == "fixed") return close<FixedJoint>(e, *a, *b, turn);
    if (type == "prismatic") return close<PrismaticJoint>(e, *a, *b, turn);
    if (type == "planar") return close<PlanarJoint>(e, *a, *b, turn);
    refuse(e.place_of(*e.find("type")),
           fmt::format("loops of the type \"{}\" are not supported", shortened(type)),
           "one of revolute, continuous, spherical, fixed, prismatic, planar");
  }

  const XmlElement& root_;
  ImportedModel& out_;
  Mechanism mechanism_;
  std::map<std::string, const XmlElement*> links_;
  std::vector<RobotJoint> joints_;
  std::map<std::string, const RobotJoint*> parents_;
  std::map<std::string, int> by_name_;
  std::ptrdiff_t visited_ = 0;
  bool has_said_limits_ = false;
};

}  // namespace
}  // namespace urdf

ImportedModel read_urdf(SourceText source, const std::filesystem::path&, const ImportOptions& options) {
  XmlElement root = read_xml(std::move(source));
  if (root.name != "robot")
    refuse(root.place(), fmt::format("<{}> is not the beginning of URDF", root.name),
           "it is <robot name=\"...\">");
  if (!options.keyframe.empty())
    throw UnknownName(fmt::format("there is no keyframe \"{}\"", options.keyframe), "keyframe",
                      "URDF has none: robots begin at zero");
  urdf::check_vocabulary(root);
  ImportedModel out;
  out.model.name = urdf::text_of(root, "name");
  urdf::Robot(root, out).read(options.start);
  return out;
}

}  // namespace kreisel
