// Vectors on bodies with their rates and derivatives (body_kinematics.hpp), and the forms made of them.
#include "kreisel/model/geometry.hpp"

#include <algorithm>

#include "kreisel/core/contracts.hpp"
#include "kreisel/groups/rotation.hpp"

namespace kreisel {

int Geometry::local(Index body) {
  const auto found = std::find(bodies.begin(), bodies.end(), body);
  if (found != bodies.end()) return static_cast<int>(found - bodies.begin());
  KREISEL_EXPECTS(bodies.size() < most_bodies);
  bodies.push_back(body);
  return static_cast<int>(bodies.size()) - 1;
}

int Geometry::local(const CoordinatePlace& coordinate) {
  const auto found = std::find_if(coordinates.begin(), coordinates.end(),
                                  [&](const CoordinatePlace& c) { return c.block == coordinate.block; });
  if (found != coordinates.end()) return static_cast<int>(found - coordinates.begin());
  KREISEL_EXPECTS(columns() < most_columns);
  coordinates.push_back(coordinate);
  return static_cast<int>(coordinates.size()) - 1;
}

Index Geometry::block(int place) const {
  const auto at = static_cast<std::size_t>(place);
  return at < bodies.size() ? bodies[at] : coordinates[at - bodies.size()].block;
}

Index Geometry::block_column(int place) const {
  const Index n = std::ssize(bodies);
  return place < n ? 6 * place : 5 * n + place;
}

int Geometry::add_slot(const ElementVector& vector) {
  KREISEL_EXPECTS(slots.size() < most_vectors);
  slots.push_back({vector, {}, false});
  return static_cast<int>(slots.size()) - 1;
}

int Geometry::add_difference(const ElementVector& plus, const ElementVector& minus) {
  const int slot = add_slot(plus);
  slots.back().minus = minus;
  slots.back().is_difference = true;
  return slot;
}

int Geometry::add_form(double constant) {
  KREISEL_EXPECTS(forms() < most_forms);
  constants.push_back(constant);
  return forms() - 1;
}

int Geometry::add_component(int slot, int axis) {
  const int form = add_form();
  components.push_back({form, slot, axis, 1.0});
  return form;
}

int Geometry::add_dot(int first, int second) {
  const int form = add_form();
  dots.push_back({form, first, second, 1.0});
  return form;
}

void Geometry::add_share(int form, const CoordinatePlace& coordinate, double coefficient) {
  shares.push_back({form, local(coordinate), coefficient});
}

bool Geometry::touches(int slot, int body) const {
  const Slot& s = slots[static_cast<std::size_t>(slot)];
  return s.plus.body == body || (s.is_difference && s.minus.body == body);
}

bool Geometry::multiplies(int first, int second) const {
  return std::any_of(dots.begin(), dots.end(), [&](const Dot& dot) {
    return (touches(dot.first, first) && touches(dot.second, second)) ||
           (touches(dot.first, second) && touches(dot.second, first));
  });
}

namespace {

Vector3 value_of(const BodyVector& z, const BodyAt& b) {
  return z.point * b.x + b.r * z.c;
}
Vector3 change_of(const BodyVector& z, const BodyStep& step) {
  return z.point * step.shift + step.turn * z.c;
}

/// y in z' = R y + (outside) and in z'' = R y + (outside): what turns with the body.
Vector3 velocity_inside(const BodyVector& z, const BodyAt& b) {
  const Vector3 turning = b.angular.cross(z.c);
  return b.semidirect ? Vector3(turning + z.point * b.linear) : turning;
}
Vector3 acceleration_inside(const BodyVector& z, const BodyAt& b) {
  const Vector3 turning = b.angular_rate.cross(z.c) + b.angular.cross(velocity_inside(z, b));
  return b.semidirect ? Vector3(turning + z.point * b.linear_rate) : turning;
}
Vector3 velocity_of(const BodyVector& z, const BodyAt& b) {
  const Vector3 turning = b.r * velocity_inside(z, b);
  return b.semidirect ? turning : Vector3(turning + z.point * b.linear);
}
Vector3 acceleration_of(const BodyVector& z, const BodyAt& b) {
  const Vector3 turning = b.r * acceleration_inside(z, b);
  return b.semidirect ? turning : Vector3(turning + z.point * b.linear_rate);
}

// Blocks of 3×6, multiplied by `sign` and added.

/// Adds sign R ŷ to the columns of the rotation.
template <class Block>
void add_turn(double sign, const BodyAt& b, const Vector3& y, Block&& out) {
  const Vector3 a = sign * y;
  out.col(3) += a(2) * b.r.col(1) - a(1) * b.r.col(2);
  out.col(4) += a(0) * b.r.col(2) - a(2) * b.r.col(0);
  out.col(5) += a(1) * b.r.col(0) - a(0) * b.r.col(1);
}
template <class Block>
void add_jacobian(const BodyVector& z, double sign, const BodyAt& b, Block&& out) {
  if (b.semidirect)
    out.template leftCols<3>() += (sign * z.point) * b.r;
  else
    out.template leftCols<3>().diagonal().array() += sign * z.point;
  add_turn(-sign, b, z.c, out);
}
/// ∂z''/∂v.
template <class Block>
void add_acceleration_by_velocity(const BodyVector& z, double sign, const BodyAt& b, Block&& out) {
  if (b.semidirect) out.template leftCols<3>() += (sign * z.point) * b.r.lazyProduct(hat(b.angular));
  const Matrix3 inside = hat(velocity_inside(z, b)) + hat(b.angular).lazyProduct(hat(z.c));
  out.template rightCols<3>() -= sign * b.r.lazyProduct(inside);
}
/// ∂(Jᵀ force)/∂q, 6×6: with p = Rᵀ force, Jᵀ force = (σ force or σ p, c×p).
template <class Block>
void add_vector_stiffness(const BodyVector& z, double sign, const BodyAt& b, const Vector3& force,
                          Block&& out) {
  const Matrix3 p = hat(Vector3(sign * (b.r.transpose() * force)));
  if (b.semidirect) out.template topRightCorner<3, 3>() += z.point * p;
  out.template bottomRightCorner<3, 3>() += hat(z.c).lazyProduct(p);
}

template <class Slots>
auto& at(Slots& slots, int slot) {
  return slots[static_cast<std::size_t>(slot)];
}

}  // namespace

/// The vector of a slot, made of value(vector, body) of its ends; vectors fixed in space have value(c).
template <class Value>
Vector3 GeometryAt::of_slot(const Geometry::Slot& slot, const Value& value) const {
  Vector3 z = value(slot.plus);
  if (slot.is_difference) z -= value(slot.minus);
  return z;
}

GeometryAt::GeometryAt(const Geometry& geometry, const BodyGroup& group, const double* q)
    : geometry_(geometry) {
  for (std::size_t i = 0; i < geometry.bodies.size(); ++i)
    bodies_[i].place(group, q + group.coordinates * geometry.bodies[i]);
  for (std::size_t k = 0; k < geometry.slots.size(); ++k) {
    z_[k] = of_slot(geometry.slots[k], [&](const ElementVector& e) -> Vector3 {
      return e.body < 0 ? e.fixed.c : value_of(e.fixed, at(bodies_, e.body));
    });
  }
  s_ = Eigen::Map<const Vector>(geometry.constants.data(), geometry.forms());
  for (const auto& c : geometry.components) s_(c.form) += c.coefficient * at(z_, c.slot)(c.axis);
  for (const auto& d : geometry.dots) s_(d.form) += d.coefficient * at(z_, d.first).dot(at(z_, d.second));
  for (const auto& y : geometry.shares)
    s_(y.form) += y.coefficient * q[at(geometry.coordinates, y.coordinate).position];
}

const GeometryAt::Forms& GeometryAt::move(const Vector& v) {
  for (std::size_t i = 0; i < geometry_.bodies.size(); ++i)
    bodies_[i].move(v.data() + 6 * geometry_.bodies[i]);
  for (std::size_t k = 0; k < geometry_.slots.size(); ++k) {
    rate_[k] = of_slot(geometry_.slots[k], [&](const ElementVector& e) -> Vector3 {
      return e.body < 0 ? Vector3::Zero().eval() : velocity_of(e.fixed, at(bodies_, e.body));
    });
  }
  form_rate_.setZero(geometry_.forms());
  for (const auto& c : geometry_.components) form_rate_(c.form) += c.coefficient * at(rate_, c.slot)(c.axis);
  for (const auto& d : geometry_.dots)
    form_rate_(d.form) +=
        d.coefficient * (at(z_, d.first).dot(at(rate_, d.second)) + at(rate_, d.first).dot(at(z_, d.second)));
  for (const auto& y : geometry_.shares)
    form_rate_(y.form) += y.coefficient * v[at(geometry_.coordinates, y.coordinate).velocity];
  return form_rate_;
}

const GeometryAt::Forms& GeometryAt::accelerate(const Vector& acceleration) {
  for (std::size_t i = 0; i < geometry_.bodies.size(); ++i)
    bodies_[i].accelerate(acceleration.data() + 6 * geometry_.bodies[i]);
  for (std::size_t k = 0; k < geometry_.slots.size(); ++k) {
    acceleration_[k] = of_slot(geometry_.slots[k], [&](const ElementVector& e) -> Vector3 {
      return e.body < 0 ? Vector3::Zero().eval() : acceleration_of(e.fixed, at(bodies_, e.body));
    });
  }
  form_acceleration_.setZero(geometry_.forms());
  for (const auto& c : geometry_.components)
    form_acceleration_(c.form) += c.coefficient * at(acceleration_, c.slot)(c.axis);
  for (const auto& d : geometry_.dots)
    form_acceleration_(d.form) += d.coefficient * (at(z_, d.first).dot(at(acceleration_, d.second)) +
                                                   at(acceleration_, d.first).dot(at(z_, d.second)) +
                                                   2.0 * at(rate_, d.first).dot(at(rate_, d.second)));
  for (const auto& y : geometry_.shares)
    form_acceleration_(y.form) +=
        y.coefficient * acceleration[at(geometry_.coordinates, y.coordinate).velocity];
  return form_acceleration_;
}

void GeometryAt::change(std::span<const BodyStep> steps, const Vector& w, Forms& out) const {
  std::array<Vector3, Geometry::most_vectors> moved;
  for (std::size_t k = 0; k < geometry_.slots.size(); ++k) {
    moved[k] = of_slot(geometry_.slots[k], [&](const ElementVector& e) -> Vector3 {
      if (e.body < 0) return Vector3::Zero();
      return change_of(e.fixed, steps[static_cast<std::size_t>(at(geometry_.bodies, e.body))]);
    });
  }
  out.setZero(geometry_.forms());
  for (const auto& c : geometry_.components) out(c.form) += c.coefficient * at(moved, c.slot)(c.axis);
  for (const auto& d : geometry_.dots) {
    const Vector3 &a = at(moved, d.first), &b = at(moved, d.second);
    out(d.form) += d.coefficient * (a.dot(at(z_, d.second)) + at(z_, d.first).dot(b) + a.dot(b));
  }
  for (const auto& y : geometry_.shares)
    out(y.form) += y.coefficient * w[at(geometry_.coordinates, y.coordinate).velocity];
}

/// add(vector, sign, body, block) for every vector on a body.
template <class Add>
void GeometryAt::fill(std::array<Columns, Geometry::most_vectors>& out, const Add& add) const {
  const Index columns = geometry_.columns();
  for (std::size_t k = 0; k < geometry_.slots.size(); ++k) {
    out[k].setZero(3, columns);
    const auto& slot = geometry_.slots[k];
    const auto one = [&](const ElementVector& e, double sign) {
      if (e.body >= 0) add(e.fixed, sign, at(bodies_, e.body), out[k].middleCols<6>(6 * e.body));
    };
    one(slot.plus, 1.0);
    if (slot.is_difference) one(slot.minus, -1.0);
  }
}

/// The derivatives of the forms by those of the vectors.
void GeometryAt::combine(const std::array<Columns, Geometry::most_vectors>& blocks, FormRows& out) const {
  out.setZero(geometry_.forms(), geometry_.columns());
  for (const auto& c : geometry_.components)
    out.row(c.form) += c.coefficient * at(blocks, c.slot).row(c.axis);
  for (const auto& d : geometry_.dots) {
    out.row(d.form) += d.coefficient * (at(z_, d.first).transpose().lazyProduct(at(blocks, d.second)) +
                                        at(z_, d.second).transpose().lazyProduct(at(blocks, d.first)));
  }
}

const GeometryAt::FormRows& GeometryAt::jacobian() {
  fill(jacobian_, [](const BodyVector& vector, double sign, const BodyAt& body, auto&& block) {
    add_jacobian(vector, sign, body, block);
  });
  combine(jacobian_, form_jacobian_);
  const Index first = 6 * std::ssize(geometry_.bodies);
  for (const auto& y : geometry_.shares) form_jacobian_(y.form, first + y.coordinate) += y.coefficient;
  return form_jacobian_;
}

const GeometryAt::FormRows& GeometryAt::rate_tangent() {
  fill(rate_tangent_, [](const BodyVector& vector, double sign, const BodyAt& body, auto&& block) {
    add_turn(-sign, body, velocity_inside(vector, body), block);
  });
  combine(rate_tangent_, form_rate_tangent_);
  for (const auto& d : geometry_.dots) {
    form_rate_tangent_.row(d.form) +=
        d.coefficient * (at(rate_, d.first).transpose().lazyProduct(at(jacobian_, d.second)) +
                         at(rate_, d.second).transpose().lazyProduct(at(jacobian_, d.first)));
  }
  return form_rate_tangent_;
}

void GeometryAt::acceleration_tangents(FormRows& by_position, FormRows& by_velocity) {
  std::array<Columns, Geometry::most_vectors> blocks;
  fill(blocks, [](const BodyVector& vector, double sign, const BodyAt& body, auto&& block) {
    add_turn(-sign, body, acceleration_inside(vector, body), block);
  });
  combine(blocks, by_position);
  fill(blocks, [](const BodyVector& vector, double sign, const BodyAt& body, auto&& block) {
    add_acceleration_by_velocity(vector, sign, body, block);
  });
  combine(blocks, by_velocity);
  for (const auto& d : geometry_.dots) {
    const auto add = [&](int a, int b) {
      by_position.row(d.form) +=
          d.coefficient * (at(acceleration_, a).transpose().lazyProduct(at(jacobian_, b)) +
                           2.0 * at(rate_, a).transpose().lazyProduct(at(rate_tangent_, b)));
      by_velocity.row(d.form) +=
          (2.0 * d.coefficient) * at(rate_, a).transpose().lazyProduct(at(jacobian_, b));
    };
    add(d.first, d.second);
    add(d.second, d.first);
  }
}

void GeometryAt::add_stiffness(const Forms& weight, Square& out) const {
  std::array<Vector3, Geometry::most_vectors> force;  // what the vectors are pulled with
  for (std::size_t k = 0; k < geometry_.slots.size(); ++k) force[k].setZero();
  for (const auto& c : geometry_.components) at(force, c.slot)(c.axis) += weight(c.form) * c.coefficient;
  for (const auto& d : geometry_.dots) {
    const double w = weight(d.form) * d.coefficient;
    at(force, d.first) += w * at(z_, d.second);
    at(force, d.second) += w * at(z_, d.first);
    const Columns &a = at(jacobian_, d.first), &b = at(jacobian_, d.second);
    out += w * a.transpose().lazyProduct(b);
    out += w * b.transpose().lazyProduct(a);
  }
  for (std::size_t k = 0; k < geometry_.slots.size(); ++k) {
    const auto& slot = geometry_.slots[k];
    const auto one = [&](const ElementVector& e, double sign) {
      if (e.body >= 0)
        add_vector_stiffness(e.fixed, sign, at(bodies_, e.body), force[k],
                             out.block<6, 6>(6 * e.body, 6 * e.body));
    };
    one(slot.plus, 1.0);
    if (slot.is_difference) one(slot.minus, -1.0);
  }
}

}  // namespace kreisel
