// What results say of a state of an assembled model.
#include "kreisel/model/assemble.hpp"
#include "kreisel/model/multibody_system.hpp"

namespace kreisel {

void AssembledModel::add_forces_along(const StateView& state, Eigen::Ref<Vector> out) const {
  thread_local Vector v;  // grows on its first call
  v = state.v;
  const Index first = std::ssize(bodies);
  for (const ForceElement& element : multibody->parts().force_elements) {
    const Geometry& geometry = element.geometry;
    if (geometry.shares.empty()) continue;
    GeometryAt at(geometry, multibody->parts().group, state.q.data());
    Forms force;
    element.function->force(state.t, at.values(), at.move(v), force);
    for (const auto& share : geometry.shares) {
      const CoordinatePlace& place = geometry.coordinates[static_cast<std::size_t>(share.coordinate)];
      out[3 * (place.block - first) + 2] += share.coefficient * force[share.form];
    }
  }
}

void AssembledModel::observe(const StateView& state, Eigen::Ref<Vector> out) const {
  const BodyGroup& group = multibody->parts().group;
  for (Index i = 0; i < static_cast<Index>(bodies.size()); ++i) {
    const double* q = state.q.data() + group.coordinates * i;
    auto values = out.segment<13>(13 * i);
    values.head<3>() = position_at(q);
    values.segment<4>(3) = quaternion_at(group, q);
    values.segment<3>(7) = space_velocity(group, q, state.v.segment<3>(6 * i));
    values.tail<3>() = state.v.segment<3>(6 * i + 3);
  }
  auto of_coordinates = out.tail(3 * std::ssize(coordinates));
  of_coordinates.setZero();
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    const auto at = 3 * static_cast<Index>(i);
    of_coordinates[at] = state.q[coordinates[i].place.position];
    of_coordinates[at + 1] = state.v[coordinates[i].place.velocity];
  }
  if (!coordinates.empty()) add_forces_along(state, of_coordinates);
}

Energies AssembledModel::energies(const StateView& state) const {
  const MultibodyParts& parts = multibody->parts();
  const Index of_a_body = parts.group.coordinates;
  const double* q = state.q.data();
  Energies out;
  for (std::size_t i = 0; i < parts.bodies.size(); ++i) {
    const auto at = static_cast<Index>(i);
    const Vector3 u = state.v.segment<3>(6 * at), omega = state.v.segment<3>(6 * at + 3);
    out.kinetic +=
        0.5 * (parts.bodies[i].mass * u.squaredNorm() + omega.dot(parts.bodies[i].inertia * omega));
    out.gravity -= parts.bodies[i].mass * parts.gravity.dot(position_at(q + of_a_body * at));
  }
  for (const Coordinate& c : coordinates) {
    const double rate = state.v[c.place.velocity];
    out.kinetic += 0.5 * c.mass * rate * rate;
  }
  for (const ForceElement& element : parts.force_elements)
    out.elastic +=
        element.function->potential(state.t, GeometryAt(element.geometry, parts.group, q).values());
  for (const RowElement& element : parts.row_elements) {
    if (!element.rows.front().is_position() || element.rows.front().compliance == 0.0) continue;
    const GeometryAt at(element.geometry, parts.group, q);
    Forms phi = at.values();
    if (element.function) element.function->gap(state.t, at.values(), phi);
    for (Index k = 0; k < phi.size(); ++k)
      out.elastic += 0.5 * phi(k) * phi(k) / element.rows[static_cast<std::size_t>(k)].compliance;
  }
  return out;
}

Reaction AssembledModel::reaction(const ElementRows& joint, const StateView& state) const {
  return reaction_of(multibody->parts(), joint, state);
}

void AssembledModel::results(const StateView& state, Eigen::Ref<Vector> out) const {
  double* at = out.data();
  for (const ShownElement& element : shown) {
    write_results(element, multibody->parts(), state, at);
    at += element.columns.size();
  }
}

void AssembledModel::angles(const StateView& state, Eigen::Ref<Vector> out) const {
  double* at = out.data();
  for (const ShownElement& element : shown) {
    write_angles(element, multibody->parts(), state, at);
    at += element.columns.size();
  }
}

}  // namespace kreisel
