// A spanning tree from the ground outwards, over joints that are hinges, slides and balls one after the other.
#include "kreisel/exchange/model_tree.hpp"

#include <algorithm>
#include <deque>
#include <optional>

#include <fmt/format.h>
#include <Eigen/Geometry>

namespace kreisel {
namespace {

Pose pose_of_body(const Body& body) {
  return {rotation_of(body.rotation.quaternion), body.position};
}

/// A joint as axes in the frame of its end a, or as a ball, or as nothing that a tree has.
struct TreeJoint {
  std::string name = {};
  End a = {}, b = {};
  LinkKind kind = LinkKind::axes;
  std::vector<JointAxis> axes = {};
  bool is_measured = false;  // rates from the bodies, values 0
};

JointAxis axis_along(const std::string& name, MotionKind kind, const Vector3& axis) {
  JointAxis one;
  one.name = name;
  one.kind = kind;
  one.axis = axis;
  return one;
}

std::optional<TreeJoint> tree_joint(const Joint& joint) {
  const auto simple = [](const auto& j, std::vector<JointAxis> axes) {
    TreeJoint out{j.name, j.a, j.b, axes.empty() ? LinkKind::fixed : LinkKind::axes, std::move(axes), true};
    return out;
  };
  constexpr MotionKind turn = MotionKind::rotation, slide = MotionKind::translation;
  const Vector3 x = Vector3::UnitX(), y = Vector3::UnitY(), z = Vector3::UnitZ();
  if (const auto* j = std::get_if<AxesJoint>(&joint))
    return TreeJoint{j->name, j->a, j->b, LinkKind::axes, j->axes, false};
  if (const auto* j = std::get_if<RevoluteJoint>(&joint); j && !j->angle.is_given())
    return simple(*j, {axis_along(j->name, turn, z)});
  if (const auto* j = std::get_if<PrismaticJoint>(&joint); j && !j->displacement.is_given())
    return simple(*j, {axis_along(j->name, slide, z)});
  if (const auto* j = std::get_if<CylindricalJoint>(&joint))
    return simple(*j, {axis_along(j->name + "_slide", slide, z), axis_along(j->name, turn, z)});
  if (const auto* j = std::get_if<PlanarJoint>(&joint))
    return simple(*j, {axis_along(j->name + "_x", slide, x), axis_along(j->name + "_y", slide, y),
                       axis_along(j->name, turn, z)});
  if (const auto* j = std::get_if<FixedJoint>(&joint)) return simple(*j, {});
  if (const auto* j = std::get_if<SphericalJoint>(&joint)) {
    TreeJoint out = simple(*j, {});
    out.kind = LinkKind::ball;
    return out;
  }
  return std::nullopt;
}

class TreeBuilder {
 public:
  explicit TreeBuilder(const Model& model)
      : model_(model), place_(model.bodies.size(), -1), used_(model.joints.size(), false) {}

  ModelTree build() {
    hang_on(-1);
    for (std::size_t i = 0; i < model_.bodies.size(); ++i) {
      if (place_[i] >= 0) continue;
      TreeBody free;
      free.body = i;
      free.in_parent = pose_of_body(model_.bodies[i]);
      free.joint = model_.bodies[i].name + "_free";
      add(std::move(free));
    }
    for (std::size_t k = 0; k < model_.joints.size(); ++k)
      if (!used_[k]) tree_.loops.push_back(model_.joints[k]);
    return std::move(tree_);
  }

 private:
  void add(TreeBody body) {
    place_[body.body] = static_cast<int>(tree_.bodies.size());
    tree_.bodies.push_back(std::move(body));
    hang_on(static_cast<int>(tree_.bodies.size()) - 1);
  }

  /// Everything that hangs on a body and on what hangs on that, the nearest first.
  void hang_on(int root) {
    std::deque<int> open = {root};
    while (!open.empty()) {
      const int parent = open.front();
      open.pop_front();
      const std::string name = parent < 0
                                   ? std::string(ground)
                                   : model_.bodies[tree_.bodies[static_cast<std::size_t>(parent)].body].name;
      for (std::size_t k = 0; k < model_.joints.size(); ++k) {
        std::optional<TreeJoint> joint = used_[k] ? std::nullopt : tree_joint(model_.joints[k]);
        if (!joint) continue;
        resolve(joint->a), resolve(joint->b);
        if (joint->is_measured && joint->b.body == name) std::swap(joint->a, joint->b);
        const int child = joint->a.body == name ? body_named(joint->b.body) : -1;
        if (child < 0 || place_[static_cast<std::size_t>(child)] >= 0) continue;
        used_[k] = true;
        place_[static_cast<std::size_t>(child)] = static_cast<int>(tree_.bodies.size());
        open.push_back(static_cast<int>(tree_.bodies.size()));
        tree_.bodies.push_back(hung(parent, child, *joint));
      }
    }
  }

  TreeBody hung(int parent, int child, const TreeJoint& joint) const {
    TreeBody out;
    out.body = static_cast<std::size_t>(child);
    out.parent = parent;
    out.kind = joint.kind;
    out.joint = joint.name;
    const Body& own = model_.bodies[out.body];
    const Body* other =
        parent < 0 ? nullptr : &model_.bodies[tree_.bodies[static_cast<std::size_t>(parent)].body];
    const Pose pose = pose_of_body(own), around = other ? pose_of_body(*other) : Pose{};
    out.in_parent = around.inverse() * pose;
    out.ball_centre = joint.b.position;
    out.turning = own.angular_velocity -
                  (other ? Vector3(out.in_parent.r.transpose() * other->angular_velocity) : Vector3::Zero());
    out.axes = axes_at_start(joint, out.in_parent);
    if (joint.is_measured) measure(own, other, pose, out);
    return out;
  }

  /// Where the axes are at the start, in the frame of the child.
  static std::vector<JointAxis> axes_at_start(const TreeJoint& joint, const Pose& in_parent) {
    const Pose a{frame_of(joint.a), joint.a.position}, inward = in_parent.inverse();
    std::vector<JointAxis> out = joint.axes;
    Pose moved;
    for (JointAxis& axis : out) {
      const Pose here = a * moved;
      const Vector3 direction = axis.axis.normalized(), point = axis.position;
      const double y = axis.value - axis.reference;
      if (axis.kind == MotionKind::rotation) {
        const Matrix3 turn = rotation_about(direction, y);
        moved = moved * Pose{turn, point - turn * point};
      } else {
        moved = moved * Pose{Matrix3::Identity(), y * direction};
      }
      axis.axis = inward.r * here.r * direction;
      axis.position = joint.is_measured ? joint.b.position : Vector3(inward * (here * point));
    }
    return out;
  }

  static void measure(const Body& own, const Body* other, const Pose& pose, TreeBody& out) {
    for (JointAxis& axis : out.axes) {
      const Vector3 in_space = pose.r * axis.axis, point = pose * axis.position;
      Vector3 speed = own.velocity + (pose.r * own.angular_velocity).cross(point - own.position);
      if (other)
        speed -= other->velocity +
                 (pose_of_body(*other).r * other->angular_velocity).cross(point - other->position);
      axis.rate = axis.kind == MotionKind::rotation ? axis.axis.dot(out.turning) : in_space.dot(speed);
    }
  }

  static Matrix3 frame_of(const End& end) {
    if (end.axis) return rotation_with_z(end.axis->normalized());
    return rotation_of(end.rotation.quaternion);
  }
  void resolve(End& end) const {
    for (const Marker& marker : model_.markers)
      if (marker.name == end.marker) end = {{}, marker.body, marker.position, marker.rotation, marker.axis};
  }
  int body_named(const std::string& name) const {
    for (std::size_t i = 0; i < model_.bodies.size(); ++i)
      if (model_.bodies[i].name == name) return static_cast<int>(i);
    return -1;
  }

  const Model& model_;
  ModelTree tree_;
  std::vector<int> place_;
  std::vector<bool> used_;
};

template <class Numbers>
std::string joined(const Numbers& x) {
  std::string out;
  for (Index i = 0; i < x.size(); ++i) out += fmt::format("{}{}", i == 0 ? "" : " ", x(i));
  return out;
}

}  // namespace

ModelTree::Place ModelTree::place_of(const Model& model, const End& given) const {
  End end = given;
  for (const Marker& marker : model.markers)
    if (marker.name == given.marker) end = {{}, marker.body, marker.position, marker.rotation, marker.axis};
  Place place;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (model.bodies[bodies[i].body].name == end.body) place.body = static_cast<int>(i);
  place.pose.p = end.position;
  place.pose.r = end.axis ? rotation_with_z(end.axis->normalized()) : rotation_of(end.rotation.quaternion);
  return place;
}

ModelTree tree_of(const Model& model) {
  return TreeBuilder(model).build();
}

std::string numbers_text(const Vector3& x) {
  return joined(x);
}
std::string numbers_text(const VectorOf<double, 4>& x) {
  return joined(x);
}

}  // namespace kreisel
