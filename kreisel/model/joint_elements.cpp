// The words only joints have: rows.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "kreisel/core/error.hpp"
#include "kreisel/model/elements.hpp"
#include "kreisel/model/laws.hpp"

namespace kreisel {
namespace {

class JointRows : public ElementWords {
 public:
  using ElementWords::ElementWords;

  JointParts parts = {};

  void join(const End& a, const End& b, const char* name_a = "/a", const char* name_b = "/b") {
    find_ends(a, b, name_a, name_b);
    if (a_.body == b_.body)
      refuse(name_b, a_.body < 0 ? "it joins the ground with the ground" : "it joins a body with itself",
             "name two different bodies");
    parts.has_ends = true;
    parts.a = a_;
    parts.b = b_;
  }

  // Rows: finish() makes an element of those begun, a function of the forms or the forms themselves. ------------------
  void row(const char* what, const char* unit, RowKind kind = RowKind::position) {
    element_.rows.push_back({name_ + "." + what, kind, 0.0, 0.0, unit});
  }
  void velocity_row(const char* what, const char* unit) { row(what, unit, RowKind::velocity); }
  void finish() { finish(std::shared_ptr<const RowFunction>()); }
  void finish(std::shared_ptr<const RowFunction> function) {
    element_.geometry = std::move(geometry_.geometry);
    element_.function = std::move(function);
    parts.elements.push_back(std::move(element_));
    geometry_ = {};
    element_ = {};
  }
  template <class Law>
  void finish(const Law& law) {
    finish(std::shared_ptr<const RowFunction>(std::make_shared<PositionRows<Law>>(law)));
  }
  template <class Law>
  void finish_velocity(const Law& law) {
    finish(std::shared_ptr<const RowFunction>(std::make_shared<VelocityRows<Law>>(law)));
  }

  /// Columns of R = AᵀB, then d = Aᵀ(x_b - x_a).
  void pose_forms() {
    const int d = between(a_, b_);
    const std::array first = {axis(a_, x), axis(a_, y), axis(a_, z)};
    for (int j = 0; j < 3; ++j) {
      const int second = axis(b_, j);
      for (const int one : first) dot(one, second);
    }
    for (const int one : first) dot(one, d);
  }
  void expect_axes(const std::vector<JointAxis>& axes) const {
    if (axes.empty() || axes.size() > AxesJoint::most_axes)
      refuse("/axes", fmt::format("\"{}\" has {} axes", name_, axes.size()),
             "give one to six; take a fixed joint where nothing moves");
    for (std::size_t i = 0; i < axes.size(); ++i) {
      const auto field = [&](const char* name) { return fmt::format("/axes/{}/{}", i, name); };
      const double length = axes[i].axis.norm();
      if (!(length > 0.0) || !std::isfinite(length))
        refuse(field("axis").c_str(), "the axis has no direction", "give a direction such as [0, 0, 1]");
      if (!(axes[i].inertia >= 0.0) || !std::isfinite(axes[i].inertia))
        refuse(field("inertia").c_str(), fmt::format("{} is negative or not finite", axes[i].inertia),
               "give a number >= 0");
      if (!axes[i].position.allFinite() || !std::isfinite(axes[i].value) || !std::isfinite(axes[i].rate))
        refuse(field("").c_str(), "a number of the axis is not finite", "give finite numbers");
    }
  }
  /// Rows get weights of the size of what they move where a coordinate has next to no inertia of its own.
  void hold_light_coordinates(const std::vector<JointAxis>& axes) {
    constexpr double light = 0.01;
    double mass = 1e300, inertia = 1e300;
    for (const PlacedFrame* end : {&a_, &b_}) {
      if (end->body < 0) continue;
      const Body& body = context_.model.bodies[static_cast<std::size_t>(end->body)];
      mass = std::min(mass, body.mass);
      inertia = std::min(inertia, body.inertia.trace() / 3.0);
    }
    const bool is_needed = std::any_of(axes.begin(), axes.end(), [&](const JointAxis& axis) {
      return axis.inertia < light * (axis.kind == MotionKind::rotation ? inertia : mass);
    });
    if (!is_needed) return;
    element_.augmentation.resize(6);
    element_.augmentation << Vector3::Constant(mass), Vector3::Constant(inertia);
  }
  const char* unit_of_force(const std::vector<CoordinateTerm>& terms) const {
    const Coordinate& first = context_.coordinates.find(terms[0].axis, pointer_ + "/terms/0/axis");
    return first.kind == MotionKind::rotation ? "N m" : "N";
  }
  void set_driven(bool is_driven) { parts.is_driven = is_driven; }

  /// The origins coincide: components in space, which keep the bodies apart in second derivatives.
  void coincide() {
    components(between(a_, b_));
    for (const char* what : {"x", "y", "z"}) row(what, "N");
  }
  /// The origin of b is on the z axis of a.
  void on_z_axis() {
    const int d = between(a_, b_);
    dot(axis(a_, x), d);
    row("x", "N");
    dot(axis(a_, y), d);
    row("y", "N");
  }
  /// Axis i of a and axis j of b.
  void perpendicular(int i, int j, const char* what) {
    const int second = axis(b_, j);
    dot(axis(a_, i), second);
    row(what, "N m");
  }
  /// Turns by small angles about x and y of a give the rows -turn_x, turn_y.
  void parallel_z() {
    const int second = axis(b_, z);
    dot(axis(a_, y), second);
    row("turn_x", "N m");
    dot(axis(a_, x), second);
    row("turn_y", "N m");
  }
  void parallel_axes() {
    perpendicular(z, y, "turn_x");
    perpendicular(x, z, "turn_y");
    perpendicular(y, x, "turn_z");
  }

  // Motion that is given ------------------------------------------------------------------------------------------
  void drive_angle(const TimeFunction& function, const char* field) {
    angle(a_, b_);
    row("angle", "N m");
    parts.is_driven = true;
    finish(angle_rows(formula(function, field)));
  }
  void drive_displacement(const TimeFunction& function, const char* field) {
    const int d = between(a_, b_);
    dot(axis(a_, z), d);
    row("displacement", "N");
    parts.is_driven = true;
    finish(offset_rows(formula(function, field)));
  }
  void keep_length(const Formula& length) {
    parts.is_driven = !length.is_constant();
    finish(length_rows(length));
  }

  /// The ends of a joint of the model that turns about z, found by its name.
  struct Hinge {
    PlacedFrame a, b;
  };
  Hinge hinge(const std::string& wanted, const char* field) const {
    for (std::size_t i = 0; i < context_.model.joints.size(); ++i) {
      const End *a = nullptr, *b = nullptr;
      std::visit(
          [&]<class T>(const T& joint) {
            if constexpr (requires { T::is_hinge; })
              if (joint.name == wanted) a = &joint.a, b = &joint.b;
          },
          context_.model.joints[i]);
      const std::string pointer = fmt::format("/joints/{}", i);
      if (a) return {context_.frames.frame(*a, pointer + "/a"), context_.frames.frame(*b, pointer + "/b")};
    }
    refuse(field, fmt::format("there is no revolute or cylindrical joint \"{}\"", wanted),
           "name the joint a wheel turns in");
  }

 private:
  RowElement element_ = {};
};

}  // namespace

JointParts take_apart(const Joint& joint, const ElementContext& context, const std::string& pointer) {
  return std::visit(
      [&](const auto& one) {
        JointRows rows(context, pointer, one.name);
        one.add_to(rows);
        return std::move(rows.parts);
      },
      joint);
}

}  // namespace kreisel
