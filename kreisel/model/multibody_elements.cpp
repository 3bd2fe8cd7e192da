// The loops over elements of MultibodySystem: rows and forces in general, ball joints on r3xso3 apart.
#include "kreisel/model/multibody_system.hpp"

namespace kreisel {
namespace {

using StripMap = Eigen::Map<Eigen::Matrix<double, Dynamic, Dynamic, Eigen::RowMajor>>;
using Square = GeometryAt::Square;

StripMap strip_of(BlockSystem::RowMatrix& matrix, const RowElement& element, Index value) {
  return {matrix.values().data() + value, static_cast<Index>(element.rows.size()),
          element.geometry.columns()};
}

/// Adds local forces to the bodies of an element.
template <class Local>
void add_forces(const Geometry& geometry, const Local& local, Vector& r) {
  for (std::size_t i = 0; i < geometry.bodies.size(); ++i)
    r.segment<6>(6 * geometry.bodies[i]) += local.template segment<6>(6 * static_cast<Index>(i));
  Index column = 6 * std::ssize(geometry.bodies);
  for (const CoordinatePlace& coordinate : geometry.coordinates) r[coordinate.velocity] += local[column++];
}

/// Wᵀλ: what pulls at the forms.
void pull(const RowElement& element, double t, const Forms& s, const Forms& lambda, Forms& out) {
  out = lambda;
  if (!element.function) return;
  FormRows w;
  element.function->weights(t, s, w);
  out = w.transpose().lazyProduct(lambda);
}

/// ∂α/∂q and ∂α/∂v of an element, after everything else was asked of its geometry.
void row_acceleration_tangents(const RowElement& element, GeometryAt& at, double t, FormRows& by_position,
                               FormRows& by_velocity) {
  FormRows position, velocity;
  at.acceleration_tangents(position, velocity);
  if (!element.function) {
    by_position = position;
    by_velocity = velocity;
    return;
  }
  const FormRows &jacobian = at.known_jacobian(), &rate_tangent = at.known_rate_tangent();
  FormRows w, by_forms, by_rates;
  element.function->weights(t, at.values(), w);
  element.function->acceleration_tangents(t, at.values(), at.rates(), at.accelerations(), by_forms, by_rates);
  by_position = w.lazyProduct(position) + by_forms.lazyProduct(jacobian) + by_rates.lazyProduct(rate_tangent);
  by_velocity = w.lazyProduct(velocity) + by_rates.lazyProduct(jacobian);
}

/// Of an augmented element: λ + W α, after the geometry has moved.
void add_augmentation(const RowElement& element, GeometryAt& at, double t, const Forms& rate,
                      const Vector& acceleration, Forms& lambda) {
  const Forms& second = at.accelerate(acceleration);
  Forms alpha = second;
  if (element.function) element.function->acceleration(t, at.values(), rate, second, alpha);
  lambda += element.augmentation.cwiseProduct(alpha);
}

}  // namespace

void MultibodySystem::add_augmented_mass(const Vector& q, MassMatrix& m) const {
  if (augmented_.empty()) return;
  const Index diagonal = pattern_->diagonal_values();  // behind it the couplings
  m.values().tail(m.values().size() - diagonal).setZero();
  for (const std::size_t k : augmented_) {
    const RowElement& element = parts_.row_elements[k];
    GeometryAt at(element.geometry, parts_.group, q);
    FormRows b = at.jacobian();
    if (element.function) {
      FormRows w;
      element.function->weights(0.0, at.values(), w);
      b = w.lazyProduct(at.jacobian()).eval();
    }
    const FormRows weighted = element.augmentation.asDiagonal() * b;
    add_square(element.geometry, row_places_[k], b.transpose().lazyProduct(weighted).eval(), m);
  }
}

void MultibodySystem::balance(double t, const Vector& q, const Vector& v, const Vector& acceleration,
                              const Vector& lambda, Vector& r) const {
  share(static_cast<Index>(parts_.bodies.size()), [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      write_body_balance(i, q, v, acceleration, r);
      add_ball_balance(i, q, lambda, r);
    }
  });
  const Index n = std::ssize(parts_.coordinate_masses);
  r.tail(n) = Eigen::Map<const Vector>(parts_.coordinate_masses.data(), n).cwiseProduct(acceleration.tail(n));
  const auto rows = [&](std::size_t k) {
    const RowElement& element = parts_.row_elements[k];
    GeometryAt at(element.geometry, parts_.group, q);
    Forms force,
        multipliers = lambda.segment(row_places_[k].first_row, static_cast<Index>(element.rows.size()));
    if (row_places_[k].is_augmented) add_augmentation(element, at, t, at.move(v), acceleration, multipliers);
    pull(element, t, at.values(), multipliers, force);
    add_forces(element.geometry, at.jacobian().transpose().lazyProduct(force).eval(), r);
  };
  const auto forces = [&](std::size_t k) {
    const ForceElement& element = parts_.force_elements[k];
    GeometryAt at(element.geometry, parts_.group, q);
    Forms force;
    element.function->force(t, at.values(), at.move(v), force);
    force = -force;  // the balance is M v' + Bᵀλ - f
    add_forces(element.geometry, at.jacobian().transpose().lazyProduct(force).eval(), r);
  };
  for_each_element(rows, forces);
}

void MultibodySystem::gap(double t, const Vector& q, Vector& phi) const {
  for_each_row_element([&](std::size_t k) {
    const RowElement& element = parts_.row_elements[k];
    auto out = phi.segment(row_places_[k].first_row, static_cast<Index>(element.rows.size()));
    if (!row_places_[k].is_position) {
      out.setZero();
      return;
    }
    const GeometryAt at(element.geometry, parts_.group, q);
    Forms value = at.values();
    if (element.function) element.function->gap(t, at.values(), value);
    out = value;
  });
}

void MultibodySystem::gap_changes(double t, const Vector& q, double dt, std::span<const BodyStep> steps,
                                  const Vector& w, Vector& change) const {
  share(static_cast<Index>(balls_.size()), [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      const Ball& ball = balls_[static_cast<std::size_t>(i)];
      Vector3 moved = Vector3::Zero();
      for (const Ball::Side& side : ball.sides) {
        if (side.body < 0) continue;
        const BodyStep& step = steps[static_cast<std::size_t>(side.body)];
        moved += side.sign * (step.shift + step.turn.lazyProduct(side.c));
      }
      change.segment<3>(ball.first_row) = moved;
    }
  });
  for_each_general([&](std::size_t k) {
    const RowElement& element = parts_.row_elements[k];
    auto out = change.segment(row_places_[k].first_row, static_cast<Index>(element.rows.size()));
    if (!row_places_[k].is_position) {
      out.setZero();
      return;
    }
    const GeometryAt at(element.geometry, parts_.group, q);
    Forms forms, rows;
    at.change(steps, w, forms);
    if (element.function) element.function->change(t, at.values(), dt, forms, rows);
    out = element.function ? rows : forms;
  });
}

void MultibodySystem::jacobian(double t, const Vector& q, RowMatrix& b) const {
  share(static_cast<Index>(parts_.bodies.size()), [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) write_ball_jacobian(i, q, b);
  });
  for_each_general([&](std::size_t k) {
    const RowElement& element = parts_.row_elements[k];
    GeometryAt at(element.geometry, parts_.group, q);
    StripMap out = strip_of(b, element, row_places_[k].strip_value);
    if (element.function) {
      FormRows w;
      element.function->weights(t, at.values(), w);
      out = w.lazyProduct(at.jacobian());
    } else {
      out = at.jacobian();
    }
  });
}

void MultibodySystem::rate(double t, const Vector& q, const Vector& v, Vector& out) const {
  for_each_row_element([&](std::size_t k) {
    const RowElement& element = parts_.row_elements[k];
    GeometryAt at(element.geometry, parts_.group, q);
    Forms rows = at.move(v);
    if (element.function) {
      const Forms rate = rows;
      element.function->rate(t, at.values(), rate, rows);
    }
    out.segment(row_places_[k].first_row, rows.size()) = rows;
  });
}

void MultibodySystem::row_acceleration(double t, const Vector& q, const Vector& v, const Vector& acceleration,
                                       Vector& out) const {
  for_each_row_element([&](std::size_t k) {
    const RowElement& element = parts_.row_elements[k];
    GeometryAt at(element.geometry, parts_.group, q);
    const Forms& rate = at.move(v);
    Forms rows = at.accelerate(acceleration);
    if (element.function) {
      const Forms second = rows;
      element.function->acceleration(t, at.values(), rate, second, rows);
    }
    out.segment(row_places_[k].first_row, rows.size()) = rows;
  });
}

void MultibodySystem::add_square(const Geometry& geometry, const Place& place, const Square& local,
                                 MassMatrix& out) const {
  double* values = out.values().data();
  for (std::size_t i = 0; i < geometry.bodies.size(); ++i) {
    const Index at = 6 * static_cast<Index>(i);
    Eigen::Map<Matrix6>(values + 36 * geometry.bodies[i]) += local.block<6, 6>(at, at);
  }
  Index column = 6 * std::ssize(geometry.bodies);
  for (const CoordinatePlace& coordinate : geometry.coordinates) {
    values[pattern_->body(coordinate.block).square] += local(column, column);
    ++column;
  }
  for (const Place::Pair& pair : place.pairs) {
    const Index i = geometry.block_column(pair.first), j = geometry.block_column(pair.second);
    const Index m = geometry.block_size(pair.first), n = geometry.block_size(pair.second);
    Eigen::Map<Matrix>(values + pair.square, m, n) += local.block(i, j, m, n);
    Eigen::Map<Matrix>(values + pair.square + m * n, n, m) += local.block(j, i, n, m);
  }
}

void MultibodySystem::tangents(double t, const Vector& q, const Vector& v, const Vector& acceleration,
                               const Vector& lambda, BlockSystem::AllTangents& out) const {
  widen(out.mass);
  share(static_cast<Index>(parts_.bodies.size()), [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      write_body_tangents(i, q, v, out);
      write_ball_tangents(i, q, v, lambda, out);
    }
  });
  const Index diagonal = pattern_->diagonal_values();  // behind it the couplings
  for (MassMatrix* m : {&out.mass, &out.damping, &out.stiffness})
    m->values().tail(m->values().size() - diagonal).setZero();
  const Index n = std::ssize(parts_.coordinate_masses), first = diagonal - n;
  out.mass.values().segment(first, n) = Eigen::Map<const Vector>(parts_.coordinate_masses.data(), n);
  for (MassMatrix* m : {&out.damping, &out.stiffness}) m->values().segment(first, n).setZero();
  for_each_element([&](std::size_t k) { row_tangents(k, t, q, v, acceleration, lambda, out); },
                   [&](std::size_t k) { force_tangents(k, t, q, v, out); });
}

void MultibodySystem::row_tangents(std::size_t k, double t, const Vector& q, const Vector& v,
                                   const Vector& acceleration, const Vector& lambda,
                                   BlockSystem::AllTangents& out) const {
  const RowElement& element = parts_.row_elements[k];
  const Place& place = row_places_[k];
  GeometryAt at(element.geometry, parts_.group, q);
  const Forms& rate = at.move(v);
  const FormRows &jacobian = at.jacobian(), &rate_tangent = at.rate_tangent();
  Forms multipliers = lambda.segment(place.first_row, static_cast<Index>(element.rows.size()));
  if (place.is_augmented) add_augmentation(element, at, t, rate, acceleration, multipliers);
  Square stiffness = Square::Zero(element.geometry.columns(), element.geometry.columns());
  StripMap out_jacobian = strip_of(out.jacobian, element, place.strip_value);
  StripMap out_rate = strip_of(out.rate_stiffness, element, place.strip_value);
  if (element.function) {
    FormRows w, by_forms, weight_stiffness;
    element.function->weights(t, at.values(), w);
    element.function->rate_by_forms(t, at.values(), rate, by_forms);
    element.function->weight_stiffness(t, at.values(), multipliers, weight_stiffness);
    at.add_stiffness(w.transpose().lazyProduct(multipliers), stiffness);
    const FormRows turned = weight_stiffness.lazyProduct(jacobian);
    stiffness += jacobian.transpose().lazyProduct(turned);
    out_jacobian = w.lazyProduct(jacobian);
    out_rate = w.lazyProduct(rate_tangent) + by_forms.lazyProduct(jacobian);
  } else {
    at.add_stiffness(multipliers, stiffness);
    out_jacobian = jacobian;
    out_rate = rate_tangent;
  }
  if (place.is_augmented) augmentation_tangents(element, place, at, t, out, stiffness);
  add_square(element.geometry, place, stiffness, out.stiffness);
}

/// M + BᵀWB, and what λ + W α adds by the derivatives of α.
void MultibodySystem::augmentation_tangents(const RowElement& element, const Place& place, GeometryAt& at,
                                            double t, BlockSystem::AllTangents& out,
                                            Square& stiffness) const {
  const FormRows b = strip_of(out.jacobian, element, place.strip_value);
  const FormRows weighted = element.augmentation.asDiagonal() * b;
  FormRows by_position, by_velocity;
  row_acceleration_tangents(element, at, t, by_position, by_velocity);
  stiffness += weighted.transpose().lazyProduct(by_position);
  add_square(element.geometry, place, b.transpose().lazyProduct(weighted).eval(), out.mass);
  add_square(element.geometry, place, weighted.transpose().lazyProduct(by_velocity).eval(), out.damping);
}

void MultibodySystem::force_tangents(std::size_t k, double t, const Vector& q, const Vector& v,
                                     BlockSystem::AllTangents& out) const {
  const ForceElement& element = parts_.force_elements[k];
  GeometryAt at(element.geometry, parts_.group, q);
  const Forms& rate = at.move(v);
  const FormRows &jacobian = at.jacobian(), &rate_tangent = at.rate_tangent();
  Forms force;
  FormRows by_forms, by_rates;
  element.function->force(t, at.values(), rate, force);
  element.function->tangents(t, at.values(), rate, by_forms, by_rates);
  force = -force;  // the balance is M v' + Bᵀλ - f
  by_forms = -by_forms;
  by_rates = -by_rates;
  const FormRows by_velocity = by_rates.lazyProduct(jacobian);
  const FormRows by_position = by_forms.lazyProduct(jacobian) + by_rates.lazyProduct(rate_tangent);
  Square stiffness = jacobian.transpose().lazyProduct(by_position);
  const Square damping = jacobian.transpose().lazyProduct(by_velocity);
  at.add_stiffness(force, stiffness);
  add_square(element.geometry, force_places_[k], stiffness, out.stiffness);
  add_square(element.geometry, force_places_[k], damping, out.damping);
}

void MultibodySystem::acceleration_tangents(double t, const Vector& q, const Vector& v,
                                            const Vector& acceleration, RowMatrix& by_position,
                                            RowMatrix& by_velocity) const {
  for_each_row_element([&](std::size_t k) {
    const RowElement& element = parts_.row_elements[k];
    GeometryAt at(element.geometry, parts_.group, q);
    at.move(v);
    at.accelerate(acceleration);
    at.jacobian();
    at.rate_tangent();
    FormRows position, velocity;
    row_acceleration_tangents(element, at, t, position, velocity);
    strip_of(by_position, element, row_places_[k].strip_value) = position;
    strip_of(by_velocity, element, row_places_[k].strip_value) = velocity;
  });
}

}  // namespace kreisel
