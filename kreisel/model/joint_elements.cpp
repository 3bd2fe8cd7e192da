#include "kreisel/model/joint_elements.hpp"

#include <fmt/format.h>

#include "kreisel/core/error.hpp"
#include "kreisel/model/laws.hpp"

namespace kreisel {

Formula ElementContext::time_formula(const TimeFunction& function, const std::string& pointer) const {
  return Formula(function.text, {{"t"}, model.parameters}, pointer);
}

namespace {

enum Axis { x = 0, y = 1, z = 2 };

class JointBuilder {
 public:
  JointBuilder(const ElementContext& context, const std::string& pointer)
      : context_(context), pointer_(pointer) {}

  JointParts parts;

  void operator()(const FixedJoint& joint) {
    ends(joint.a, joint.b);
    begin(joint.name);
    coincide();
    parallel_axes();
    finish();
  }
  void operator()(const RevoluteJoint& joint) {
    ends(joint.a, joint.b);
    begin(joint.name);
    coincide();
    parallel_z();
    finish();
    if (joint.angle.is_given()) drive_angle(joint.name, joint.angle, "/angle");
  }
  void operator()(const PrismaticJoint& joint) {
    ends(joint.a, joint.b);
    begin(joint.name);
    on_z_axis();
    parallel_axes();
    finish();
    if (joint.displacement.is_given()) drive_displacement(joint.name, joint.displacement, "/displacement");
  }
  void operator()(const CylindricalJoint& joint) {
    ends(joint.a, joint.b);
    begin(joint.name);
    on_z_axis();
    parallel_z();
    finish();
  }
  void operator()(const UniversalJoint& joint) {
    ends(joint.a, joint.b);
    begin(joint.name);
    coincide();
    perpendicular(parts.a, z, parts.b, z, "cross");
    finish();
  }
  void operator()(const SphericalJoint& joint) {
    ends(joint.a, joint.b);
    begin(joint.name);
    coincide();
    finish();
  }
  void operator()(const PlanarJoint& joint) {
    ends(joint.a, joint.b);
    begin(joint.name);
    const int d = builder_.between(parts.a, parts.b);
    builder_.dot(builder_.axis(parts.a, z), d);
    row("z", "N");
    parallel_z();
    finish();
  }
  void operator()(const PointOnLineJoint& joint) {
    ends(joint.a, joint.b);
    begin(joint.name);
    on_z_axis();
    finish();
  }
  void operator()(const DistanceJoint& joint) {
    ends(joint.a, joint.b);
    begin(joint.name);
    const int d = builder_.between(parts.a, parts.b);
    builder_.dot(d, d);
    row("length", "N");
    const Formula length = context_.time_formula(joint.length, pointer_ + "/length");
    const double t = 0.0;
    if (!(length.evaluate(&t) > 0.0))
      throw ModelError(fmt::format("the length of \"{}\" is not positive at t = 0", joint.name),
                       pointer_ + "/length", "use a spherical joint where two points coincide");
    parts.is_driven = !length.is_constant();
    finish(std::make_shared<PositionRows<LengthLaw>>(LengthLaw{{length}}));
    expect_apart();
  }
  void operator()(const GearJoint& joint);
  void operator()(const RollingDiscJoint& joint);
  void operator()(const SkateJoint& joint);
  void operator()(const MotionJoint& joint) {
    ends(joint.a, joint.b);
    if (!joint.function.is_given())
      throw ModelError(fmt::format("\"{}\" has no function", joint.name), pointer_ + "/function",
                       "give a formula of t");
    if (joint.kind == MotionKind::rotation)
      drive_angle(joint.name, joint.function, "/function");
    else
      drive_displacement(joint.name, joint.function, "/function");
  }

 private:
  void ends(const End& a, const End& b, const char* name_a = "/a", const char* name_b = "/b") {
    parts.a = context_.frames.frame(a, pointer_ + name_a);
    parts.b = context_.frames.frame(b, pointer_ + name_b);
    parts.has_ends = true;
    if (parts.a.body == parts.b.body)
      throw ModelError(
          parts.a.body < 0 ? "it joins the ground with the ground" : "it joins a body with itself",
          pointer_ + name_b, "name two different bodies");
  }

  // Rows --------------------------------------------------------------------------------------------------------
  void begin(const std::string& name) {
    builder_ = {};
    element_ = {};
    name_ = name;
  }
  void row(const char* what, const char* unit, RowKind kind = RowKind::position) {
    element_.rows.push_back({name_ + "." + what, kind, 0.0, 0.0, unit});
  }
  void finish(std::shared_ptr<const RowFunction> function = {}) {
    element_.geometry = std::move(builder_.geometry);
    element_.function = std::move(function);
    parts.elements.push_back(std::move(element_));
  }
  /// The origins coincide: components in space, which keep the bodies apart in second derivatives.
  void coincide() {
    const int d = builder_.between(parts.a, parts.b);
    static constexpr const char* names[] = {"x", "y", "z"};
    for (int i = 0; i < 3; ++i) {
      builder_.geometry.add_component(d, i);
      row(names[i], "N");
    }
  }
  /// The origin of b is on the z axis of a.
  void on_z_axis() {
    const int d = builder_.between(parts.a, parts.b);
    builder_.dot(builder_.axis(parts.a, x), d);
    row("x", "N");
    builder_.dot(builder_.axis(parts.a, y), d);
    row("y", "N");
  }
  void perpendicular(const PlacedFrame& first, int i, const PlacedFrame& second, int j, const char* what) {
    builder_.dot(builder_.axis(first, i), builder_.axis(second, j));
    row(what, "N m");
  }
  /// Turns by small angles about x and y of a give the rows -turn_x, turn_y.
  void parallel_z() {
    const int axis = builder_.axis(parts.b, z);
    builder_.dot(builder_.axis(parts.a, y), axis);
    row("turn_x", "N m");
    builder_.dot(builder_.axis(parts.a, x), axis);
    row("turn_y", "N m");
  }
  void parallel_axes() {
    perpendicular(parts.a, z, parts.b, y, "turn_x");
    perpendicular(parts.a, x, parts.b, z, "turn_y");
    perpendicular(parts.a, y, parts.b, x, "turn_z");
  }
  void drive_angle(const std::string& name, const TimeFunction& function, const char* field) {
    begin(name);
    angle_forms(parts.a, parts.b);
    row("angle", "N m");
    parts.is_driven = true;
    finish(std::make_shared<PositionRows<AngleLaw>>(
        AngleLaw{{context_.time_formula(function, pointer_ + field)}}));
  }
  /// (cosine, sine) of the angle of b against a about z of a.
  void angle_forms(const PlacedFrame& a, const PlacedFrame& b) {
    const int axis = builder_.axis(b, x);
    builder_.dot(builder_.axis(a, x), axis);
    builder_.dot(builder_.axis(a, y), axis);
  }
  void drive_displacement(const std::string& name, const TimeFunction& function, const char* field) {
    begin(name);
    const int d = builder_.between(parts.a, parts.b);
    builder_.dot(builder_.axis(parts.a, z), d);
    row("displacement", "N");
    parts.is_driven = true;
    finish(std::make_shared<PositionRows<OffsetLaw>>(
        OffsetLaw{{context_.time_formula(function, pointer_ + field)}}));
  }
  /// Distances have no derivative where they vanish.
  void expect_apart() const {
    const GeometryAt at(parts.elements.back().geometry, context_.group, context_.q);
    if (at.values()(0) > 0.0) return;
    throw ModelError(fmt::format("the ends of \"{}\" coincide at the start", name_), pointer_,
                     "move the bodies apart, so that the direction between the ends is known");
  }
  PlacedFrame frame_of_hinge(const std::string& joint, const char* field, bool first) const;

  const ElementContext& context_;
  const std::string& pointer_;
  std::string name_;
  GeometryBuilder builder_;
  RowElement element_;
};

PlacedFrame JointBuilder::frame_of_hinge(const std::string& joint, const char* field, bool first) const {
  for (std::size_t i = 0; i < context_.model.joints.size(); ++i) {
    const std::string pointer = fmt::format("/joints/{}", i);
    if (const auto* hinge = std::get_if<RevoluteJoint>(&context_.model.joints[i]);
        hinge && hinge->name == joint)
      return context_.frames.frame(first ? hinge->a : hinge->b, pointer + (first ? "/a" : "/b"));
    if (const auto* hinge = std::get_if<CylindricalJoint>(&context_.model.joints[i]);
        hinge && hinge->name == joint)
      return context_.frames.frame(first ? hinge->a : hinge->b, pointer + (first ? "/a" : "/b"));
  }
  throw ModelError(fmt::format("there is no revolute or cylindrical joint \"{}\"", joint), pointer_ + field,
                   "name the joint a wheel turns in");
}

void JointBuilder::operator()(const GearJoint& joint) {
  begin(joint.name);
  if (joint.teeth_a < 1 || joint.teeth_b < 1)
    throw ModelError(fmt::format("a wheel of \"{}\" has no teeth", joint.name),
                     pointer_ + (joint.teeth_a < 1 ? "/teeth_a" : "/teeth_b"),
                     "give positive numbers of teeth");
  if (joint.joint_a == joint.joint_b)
    throw ModelError(fmt::format("\"{}\" joins a wheel with itself", joint.name), pointer_ + "/joint_b",
                     "name two different joints");
  angle_forms(frame_of_hinge(joint.joint_a, "/joint_a", true),
              frame_of_hinge(joint.joint_a, "/joint_a", false));
  angle_forms(frame_of_hinge(joint.joint_b, "/joint_b", true),
              frame_of_hinge(joint.joint_b, "/joint_b", false));
  row("mesh", "N m");
  GearLaw law{double(joint.teeth_a), joint.internal ? -double(joint.teeth_b) : double(joint.teeth_b), 0.0};
  const GeometryAt at(builder_.geometry, context_.group, context_.q);
  const double none = 0.0;
  law(none, at.values().data(), &law.phase);
  law.phase *= law.teeth_a;
  finish(std::make_shared<PositionRows<GearLaw>>(law));
}

void JointBuilder::operator()(const RollingDiscJoint& joint) {
  ends(joint.disc, joint.plane, "/disc", "/plane");
  if (!(joint.radius > 0.0))
    throw ModelError(fmt::format("the radius of \"{}\" is not positive", joint.name), pointer_ + "/radius",
                     "give a radius in m");
  const PlacedFrame &disc = parts.a, &plane = parts.b;
  begin(joint.name);
  const int d = builder_.between(plane, disc), n = builder_.axis(plane, z);
  builder_.dot(n, d);
  builder_.dot(n, builder_.axis(disc, x));
  builder_.dot(n, builder_.axis(disc, y));
  row("height", "N");
  const GeometryAt at(builder_.geometry, context_.group, context_.q);
  if (at.values().tail<2>().norm() < 1e-6)
    throw ModelError(fmt::format("the disc of \"{}\" lies flat on its plane at the start", joint.name),
                     pointer_, "tilt it: a disc that lies flat touches everywhere");
  finish(std::make_shared<PositionRows<DiscHeightLaw>>(DiscHeightLaw{joint.radius}));

  begin(joint.name);
  const int across = builder_.between(plane, disc);
  const int u = builder_.axis(plane, x), v = builder_.axis(plane, y), normal = builder_.axis(plane, z);
  const int e = builder_.axis(disc, x), f = builder_.axis(disc, y);
  for (const auto& [first, second] :
       {std::pair(u, across), {v, across}, {u, e}, {u, f}, {v, e}, {v, f}, {normal, e}, {normal, f}})
    builder_.dot(first, second);
  row("roll_x", "N", RowKind::velocity);
  row("roll_y", "N", RowKind::velocity);
  finish(std::make_shared<VelocityRows<RollingLaw>>(RollingLaw{joint.radius}));
}

void JointBuilder::operator()(const SkateJoint& joint) {
  ends(joint.blade, joint.surface, "/blade", "/surface");
  begin(joint.name);
  const int d = builder_.between(parts.b, parts.a), across = builder_.axis(parts.a, z);
  const int axes[] = {builder_.axis(parts.b, x), builder_.axis(parts.b, y), builder_.axis(parts.b, z)};
  for (const int axis : axes) builder_.dot(axis, d);
  for (const int axis : axes) builder_.dot(axis, across);
  row("side", "N", RowKind::velocity);
  finish(std::make_shared<VelocityRows<SkateLaw>>(SkateLaw{}));
}

}  // namespace

JointParts take_apart(const Joint& joint, const ElementContext& context, const std::string& pointer) {
  JointBuilder builder(context, pointer);
  std::visit(builder, joint);
  return std::move(builder.parts);
}

}  // namespace kreisel
