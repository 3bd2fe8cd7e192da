#include "kreisel/model/force_elements.hpp"

#include <fmt/format.h>
#include <Eigen/Eigenvalues>

#include "kreisel/core/error.hpp"
#include "kreisel/model/force_laws.hpp"

namespace kreisel {
namespace {

enum Axis { x = 0, y = 1, z = 2 };

/// Springs and dampers on rows of a geometry, before it is known whether they are rows or forces.
struct Springs {
  Geometry geometry = {};
  std::shared_ptr<const RowFunction> function = {};
  Vector stiffness = {}, damping = {};
  std::vector<std::string> names = {}, units = {};
};

class ForceBuilder {
 public:
  ForceBuilder(const ElementContext& context, const std::string& pointer)
      : context_(context), pointer_(pointer) {}

  ForceParts parts;

  void operator()(const SpringDamper& force) {
    ends(force.a, force.b);
    expect_not_negative(force.stiffness, "/stiffness");
    expect_not_negative(force.damping, "/damping");
    expect_not_negative(force.length, "/length");
    const int d = builder_.between(a_, b_);
    builder_.dot(d, d);
    expect_apart(force.name);
    Springs springs{builder_.geometry,
                    std::make_shared<PositionRows<LengthLaw>>(LengthLaw{{Formula(force.length)}}),
                    Vector::Constant(1, force.stiffness),
                    Vector::Constant(1, force.damping),
                    {force.name + ".length"},
                    {"N"}};
    add_springs(springs, force.form);
  }
  void operator()(const TorsionSpring& force) {
    ends(force.a, force.b);
    expect_not_negative(force.stiffness, "/stiffness");
    expect_not_negative(force.damping, "/damping");
    angle_forms();
    Springs springs{builder_.geometry,
                    std::make_shared<PositionRows<AngleLaw>>(AngleLaw{{Formula(force.angle)}}),
                    Vector::Constant(1, force.stiffness),
                    Vector::Constant(1, force.damping),
                    {force.name + ".angle"},
                    {"N m"}};
    add_springs(springs, force.form);
  }
  void operator()(const Bushing& force);
  void operator()(const PointForce& force);
  void operator()(const PointTorque& force);
  void operator()(const PlaneContact& force) {
    ends(force.ball, force.plane, "/ball", "/plane");
    expect_not_negative(force.radius, "/radius");
    expect_contact(force.stiffness, force.damping);
    expect_friction(force.friction, "/friction", force.slip_speed);
    const int d = builder_.between(b_, a_);
    for (const int axis : {z, x, y}) builder_.dot(builder_.axis(b_, axis), d);
    parts.is_contact = true;
    parts.touching = force.radius;
    add(PlaneContactLaw{{force.stiffness, force.damping}, {force.friction, force.slip_speed}, force.radius});
  }
  void operator()(const SphereContact& force) {
    ends(force.a, force.b);
    expect_not_negative(force.radius_a, "/radius_a");
    expect_not_negative(force.radius_b, "/radius_b");
    expect_contact(force.stiffness, force.damping);
    const int d = builder_.between(a_, b_);
    builder_.dot(d, d);
    expect_apart(force.name);
    parts.is_contact = parts.by_root = true;
    parts.touching = force.radius_a + force.radius_b;
    add(SphereContactLaw{{force.stiffness, force.damping}, parts.touching});
  }
  void operator()(const Friction& force) {
    ends(force.a, force.b);
    expect_friction(force.coefficient, "/coefficient", force.slip_speed);
    expect_not_negative(force.normal_force, "/normal_force");
    const int d = builder_.between(b_, a_);
    for (const int axis : {x, y}) builder_.dot(builder_.axis(b_, axis), d);
    add(PlaneFrictionLaw{{force.coefficient, force.slip_speed}, force.normal_force});
  }

 private:
  void ends(const End& a, const End& b, const char* name_a = "/a", const char* name_b = "/b") {
    a_ = context_.frames.frame(a, pointer_ + name_a);
    b_ = context_.frames.frame(b, pointer_ + name_b);
    if (a_.body == b_.body)
      throw ModelError(
          a_.body < 0 ? "it acts between the ground and the ground" : "it acts between a body and itself",
          pointer_ + name_b, "name two different bodies");
  }
  void angle_forms() {
    const int axis = builder_.axis(b_, x);
    builder_.dot(builder_.axis(a_, x), axis);
    builder_.dot(builder_.axis(a_, y), axis);
  }
  template <class Law>
  void add(const Law& law) {
    auto function = std::make_shared<LawForce<Law>>(law);
    parts.is_conservative = function->is_conservative();
    parts.forces.push_back({std::move(builder_.geometry), std::move(function)});
  }

  // What numbers must be ------------------------------------------------------------------------------------------
  void expect_not_negative(double value, const char* field) const {
    if (value >= 0.0 && std::isfinite(value)) return;
    throw ModelError(fmt::format("{} is negative or not finite", value), pointer_ + field,
                     "give a number >= 0");
  }
  void expect_contact(double stiffness, double damping) const {
    expect_not_negative(stiffness, "/stiffness");
    expect_not_negative(damping, "/damping");
  }
  void expect_friction(double coefficient, const char* field, double slip_speed) const {
    expect_not_negative(coefficient, field);
    if (slip_speed > 0.0 && std::isfinite(slip_speed)) return;
    throw ModelError(fmt::format("the slip speed {} is not positive", slip_speed), pointer_ + "/slip_speed",
                     "give a speed far below those of sliding, such as 0.01 m/s");
  }
  void expect_apart(const std::string& name) const {
    if (GeometryAt(builder_.geometry, context_.group, context_.q).values()(0) > 0.0) return;
    throw ModelError(fmt::format("the ends of \"{}\" coincide at the start", name), pointer_,
                     "move them apart, so that the direction between them is known");
  }

  // Springs and dampers -------------------------------------------------------------------------------------------
  void bushing_forms();
  void diagonalise(const Bushing& force, Springs& springs) const;
  void add_springs(const Springs& springs, Form form);
  void add_spring_rows(const Springs& springs, bool position);
  bool is_fast(const Springs& springs) const;
  StateLaw state_law(const std::array<StateFunction, 3>& components);
  void expect_positive_semidefinite(const Matrix6& matrix, const char* field) const;

  const ElementContext& context_;
  const std::string& pointer_;
  PlacedFrame a_, b_;
  GeometryBuilder builder_;
};

/// Compared with the step a thousandth of the duration: ω h or d B M⁻¹Bᵀ h.
bool ForceBuilder::is_fast(const Springs& springs) const {
  GeometryAt at(springs.geometry, context_.group, context_.q);
  FormRows b = at.jacobian();
  if (springs.function) {
    FormRows w;
    springs.function->weights(0.0, at.values(), w);
    b = w.lazyProduct(at.jacobian()).eval();
  }
  const double step = context_.model.duration / steps_of_a_duration;
  for (Index i = 0; i < b.rows(); ++i) {
    double mobility = 0.0;  // B M⁻¹Bᵀ
    for (std::size_t k = 0; k < springs.geometry.bodies.size(); ++k) {
      const Body& body = context_.model.bodies[static_cast<std::size_t>(springs.geometry.bodies[k])];
      const Vector3 force = b.row(i).segment<3>(6 * static_cast<Index>(k)),
                    torque = b.row(i).segment<3>(6 * static_cast<Index>(k) + 3);
      mobility += force.squaredNorm() / body.mass + torque.dot(body.inertia.inverse() * torque);
    }
    if (std::sqrt(springs.stiffness(i) * mobility) * step > 1.0 || springs.damping(i) * mobility * step > 1.0)
      return true;
  }
  return false;
}

void ForceBuilder::add_springs(const Springs& springs, Form form) {
  parts.is_conservative = springs.damping.isZero(0.0);
  if (form == Form::row || (form == Form::automatic && is_fast(springs))) {
    add_spring_rows(springs, true);
    add_spring_rows(springs, false);
    return;
  }
  parts.forces.push_back({springs.geometry, std::make_shared<SpringForce>(springs.function, springs.stiffness,
                                                                          springs.damping)});
}

/// Springs are position rows with c = 1/k, τ = d/k, dampers without a spring velocity rows with c = 1/d.
void ForceBuilder::add_spring_rows(const Springs& springs, bool position) {
  RowElement element{springs.geometry, springs.function, {}};
  std::vector<Index> chosen;
  for (Index i = 0; i < springs.stiffness.size(); ++i) {
    const double k = springs.stiffness(i), d = springs.damping(i);
    if (position ? k <= 0.0 : k > 0.0 || d <= 0.0) continue;
    const auto n = static_cast<std::size_t>(i);
    element.rows.push_back({springs.names[n], position ? RowKind::position : RowKind::velocity,
                            position ? 1.0 / k : 1.0 / d, position ? d / k : 0.0, springs.units[n]});
    chosen.push_back(i);
  }
  if (chosen.empty()) return;
  if (static_cast<Index>(chosen.size()) < springs.stiffness.size()) {  // some rows of a bushing
    FormRows w;
    springs.function->weights(0.0, Forms::Zero(springs.geometry.forms()), w);
    element.function = std::make_shared<LinearRows>(Matrix(w)(chosen, Eigen::all));
  }
  parts.rows.push_back(std::move(element));
}

void ForceBuilder::expect_positive_semidefinite(const Matrix6& matrix, const char* field) const {
  const double size = matrix.cwiseAbs().maxCoeff();
  if (!matrix.allFinite() || (matrix - matrix.transpose()).cwiseAbs().maxCoeff() > 1e-12 * size)
    throw ModelError("the matrix is not symmetric or not finite", pointer_ + field,
                     "give a symmetric 6 by 6 matrix");
  if (Eigen::SelfAdjointEigenSolver<Matrix6>(matrix).eigenvalues()(0) < -1e-12 * size)
    throw ModelError("the matrix has a negative eigenvalue: it would drive the motion", pointer_ + field,
                     "give a matrix that is positive semidefinite");
}

/// Displacements u = axes of a · d and turns θ_x = ½(z_a·y_b - y_a·z_b), ..., exact to second order.
void ForceBuilder::bushing_forms() {
  const int d = builder_.between(a_, b_);
  int first[3], second[3];
  for (int i = 0; i < 3; ++i) first[i] = builder_.axis(a_, i);
  for (int i = 0; i < 3; ++i) second[i] = builder_.axis(b_, i);
  for (const int axis : first) builder_.dot(axis, d);
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3, turn = builder_.geometry.add_form();
    builder_.geometry.dots.push_back({turn, first[k], second[j], 0.5});
    builder_.geometry.dots.push_back({turn, first[j], second[k], -0.5});
  }
}

/// K and D become diagonal together: with K + D/T = V Λ Vᵀ and Λ^(-1/2)Vᵀ K V Λ^(-1/2) = Q κ Qᵀ, the rows
/// W = Qᵀ Λ^(1/2) Vᵀ have K = Wᵀ κ W and D/T = Wᵀ (1 - κ) W; directions with neither drop out. Rows are scaled to length 1.
void ForceBuilder::diagonalise(const Bushing& force, Springs& springs) const {
  const double time = force.damping.isZero(0.0) || force.stiffness.isZero(0.0)
                          ? 1.0
                          : force.damping.trace() / force.stiffness.trace();
  const Eigen::SelfAdjointEigenSolver<Matrix6> sum(force.stiffness + force.damping / time);
  std::vector<Index> kept;
  for (Index i = 0; i < 6; ++i)
    if (sum.eigenvalues()(i) > 1e-14 * sum.eigenvalues()(5)) kept.push_back(i);
  if (kept.empty())
    throw ModelError(fmt::format("\"{}\" has neither stiffness nor damping", force.name),
                     pointer_ + "/stiffness", "give a stiffness, or leave the bushing out");
  const Matrix v = sum.eigenvectors()(Eigen::all, kept);
  const Vector root = sum.eigenvalues()(kept).cwiseSqrt();
  const auto inverse_root = root.cwiseInverse().asDiagonal();
  const Eigen::SelfAdjointEigenSolver<Matrix> split(
      Matrix(inverse_root * v.transpose() * force.stiffness * v * inverse_root));
  const Matrix w = split.eigenvectors().transpose() * root.asDiagonal() * v.transpose();
  const Vector sizes = w.rowwise().norm();
  Vector part = split.eigenvalues();
  for (double& share : part) share = share < 1e-13 ? 0.0 : share > 1.0 - 1e-13 ? 1.0 : share;
  springs.stiffness = part.cwiseProduct(sizes.cwiseAbs2());
  springs.damping = time * (1.0 - part.array()) * sizes.array().square();
  springs.function = std::make_shared<LinearRows>(sizes.cwiseInverse().asDiagonal() * w);
}

void ForceBuilder::operator()(const Bushing& force) {
  ends(force.a, force.b);
  expect_positive_semidefinite(force.stiffness, "/stiffness");
  expect_positive_semidefinite(force.damping, "/damping");
  bushing_forms();
  Springs springs{builder_.geometry, {}, {}, {}, {}, {}};
  diagonalise(force, springs);
  for (Index i = 0; i < springs.stiffness.size(); ++i) {
    springs.names.push_back(fmt::format("{}.{}", force.name, i + 1));
    springs.units.emplace_back("N");
  }
  add_springs(springs, force.form);
}

/// Adds the forms that the formulas use, after those that are there.
StateLaw ForceBuilder::state_law(const std::array<StateFunction, 3>& components) {
  StateLaw law;
  bool uses_position = false, uses_angle = false;
  for (std::size_t i = 0; i < 3; ++i) {
    law.components[i] = Formula(components[i].text, {state_names(), context_.model.parameters},
                                fmt::format("{}/components/{}", pointer_, i));
    for (int k = 1; k <= 6; ++k) uses_position = uses_position || law.components[i].uses(k);
    for (int k = 7; k <= 8; ++k) uses_angle = uses_angle || law.components[i].uses(k);
  }
  if (uses_position) {
    law.position = builder_.geometry.forms();
    const int d = builder_.between(b_, a_);
    for (const int axis : {x, y, z}) builder_.dot(builder_.axis(b_, axis), d);
  }
  if (uses_angle) {
    law.angle = builder_.geometry.forms();
    const int axis = builder_.axis(a_, x);
    builder_.dot(builder_.axis(b_, x), axis);
    builder_.dot(builder_.axis(b_, y), axis);
  }
  return law;
}

void ForceBuilder::operator()(const PointForce& force) {
  End on_ground;
  on_ground.body = ground;
  ends(force.a, force.b.value_or(on_ground));
  PointForceLaw law;
  const int d = builder_.between(b_, a_);
  for (int i = 0; i < 3; ++i) builder_.geometry.add_component(d, i);
  law.in_axes = force.axes == Axes::body;
  for (int axis = 0; law.in_axes && axis < 3; ++axis) {
    const int slot = builder_.axis(a_, axis);
    for (int i = 0; i < 3; ++i) builder_.geometry.add_component(slot, i);
  }
  law.state = state_law(force.components);
  law.count = builder_.geometry.forms();
  add(law);
}

void ForceBuilder::operator()(const PointTorque& force) {
  End on_ground;
  on_ground.body = ground;
  ends(force.a, force.b.value_or(on_ground));
  PointTorqueLaw law;
  law.in_axes = force.axes == Axes::body;
  law.has_reaction = b_.body >= 0;
  for (const PlacedFrame* frame : {&a_, &b_}) {
    if (frame == &b_ && !law.has_reaction) continue;
    for (int axis = 0; axis < 3; ++axis) {
      const int slot = builder_.axis(*frame, axis);
      for (int i = 0; i < 3; ++i) builder_.geometry.add_component(slot, i);
    }
  }
  law.state = state_law(force.components);
  law.count = builder_.geometry.forms();
  add(law);
}

}  // namespace

ForceParts take_apart(const Force& force, const ElementContext& context, const std::string& pointer) {
  ForceBuilder builder(context, pointer);
  std::visit(builder, force);
  return std::move(builder.parts);
}

}  // namespace kreisel
