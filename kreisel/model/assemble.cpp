// The walk through a model: bodies, joints, forces and elements of one's own become parts of a system.
#include "kreisel/model/assemble.hpp"

#include <fmt/format.h>

#include <cmath>

#include "kreisel/core/error.hpp"
#include "kreisel/model/elements.hpp"
#include "kreisel/model/model_checks.hpp"
#include "kreisel/model/model_events.hpp"
#include "kreisel/model/multibody_system.hpp"
#include "kreisel/model/own_elements.hpp"

namespace kreisel {
namespace {

/// Start values of all bodies and coordinates.
void write_start(const Model& model, const CoordinateTable& coordinates, const BodyGroup& group, Vector& q,
                 Vector& v) {
  const Index bodies = std::ssize(model.bodies), others = std::ssize(coordinates.all());
  q.resize(group.coordinates * bodies + others);
  v.resize(6 * bodies + others);
  for (const Coordinate& coordinate : coordinates.all()) {
    q[coordinate.place.position] = coordinate.value;
    v[coordinate.place.velocity] = coordinate.rate;
  }
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    const auto at = static_cast<Index>(i);
    double* place = q.data() + group.coordinates * at;
    write_pose(group, body.position, unit_quaternion(body.rotation, fmt::format("/bodies/{}/rotation", i)),
               place);
    v.segment<3>(6 * at) = linear_velocity(group, place, body.velocity);
    v.segment<3>(6 * at + 3) = body.angular_velocity;
  }
}

std::vector<Observable> observables_of(const Model& model, const CoordinateTable& coordinates) {
  std::vector<Observable> all;
  for (const Body& body : model.bodies) {
    const auto add = [&](std::initializer_list<const char*> names, const char* unit, ColumnKind kind) {
      for (const char* name : names)
        all.push_back({.name = body.name + "." + name, .unit = unit, .kind = kind, .of = body.name});
    };
    add({"x", "y", "z"}, "m", ColumnKind::position);
    add({"qw", "qx", "qy", "qz"}, "1", ColumnKind::orientation);
    all[all.size() - 4].starts_quaternion = true;
    add({"vx", "vy", "vz"}, "m/s", ColumnKind::velocity);
    add({"wx", "wy", "wz"}, "rad/s", ColumnKind::angular_velocity);
  }
  for (const Coordinate& c : coordinates.all()) {
    const bool turns = c.kind == MotionKind::rotation;
    const auto add = [&](const char* what, const char* unit) {
      all.push_back({.name = c.name + what, .unit = unit, .kind = ColumnKind::result, .of = c.name});
    };
    add(turns ? ".angle" : ".travel", turns ? "rad" : "m");
    add(turns ? ".rate" : ".speed", turns ? "rad/s" : "m/s");
    add(turns ? ".torque" : ".force", turns ? "N m" : "N");
  }
  return all;
}

/// Gathers elements while it walks through joints and forces.
class Assembly {
 public:
  Assembly(const Model& model, const ElementContext& context) : context_(context) {
    parts.group = context.group;
    parts.gravity = model.gravity;
    for (const Body& body : model.bodies) {
      const Matrix3 symmetric = 0.5 * (body.inertia + body.inertia.transpose());
      parts.bodies.push_back({body.mass, symmetric});
    }
    for (const Coordinate& c : context.coordinates.all()) parts.coordinate_masses.push_back(c.mass);
  }

  MultibodyParts parts;
  std::vector<ElementRows> elements;
  std::vector<ShownElement> shown;
  std::vector<Event> events;
  bool is_conservative = true;

  void add(const Joint& joint, const std::string& pointer) {
    JointParts taken = take_apart(joint, context_, pointer);
    is_conservative = is_conservative && !taken.is_driven;
    ElementRows rows = begin_rows(joint, true);
    rows.has_ends = taken.has_ends;
    rows.a = taken.a;
    rows.b = taken.b;
    add_rows(std::move(rows), std::move(taken.elements));
    add_shown(shown_by(joint, taken.is_driven), elements.back());
  }
  void add(const Force& force, const std::string& pointer) {
    ForceParts taken = take_apart(force, context_, pointer);
    is_conservative = is_conservative && taken.is_conservative;
    if (taken.is_contact) add_contact_event(force, taken);
    ShownElement own = shown_by(force);
    own.first_force = parts.force_elements.size();
    own.forces = taken.forces.size();
    const bool has_rows = !taken.rows.empty();
    if (has_rows) add_rows(begin_rows(force, false), std::move(taken.rows));
    for (ForceElement& element : taken.forces) parts.force_elements.push_back(std::move(element));
    ElementRows rows = has_rows ? elements.back() : begin_rows(force, false);
    rows.has_ends = true;
    rows.a = taken.a;
    rows.b = taken.b;
    add_shown(std::move(own), std::move(rows));
  }
  void add(const OwnElements::Rows& own) {
    RowElement element{geometry_of(own.vectors, own.name), own.function, own.rows};
    for (Row& row : element.rows) row.name = own.name + "." + row.name;
    is_conservative = false;
    ElementRows rows;
    rows.name = own.name;
    rows.type = "own";
    rows.is_joint = true;
    std::vector<RowElement> one;
    one.push_back(std::move(element));
    add_rows(std::move(rows), std::move(one));
  }
  void add(const OwnElements::Forces& own) {
    is_conservative = is_conservative && own.is_conservative;
    parts.force_elements.push_back({geometry_of(own.vectors, own.name), own.function});
  }

 private:
  template <class Element>
  static ElementRows begin_rows(const Element& element, bool is_joint) {
    ElementRows rows;
    rows.name = std::visit([](const auto& e) { return e.name; }, element);
    rows.type = std::visit([](const auto& e) { return std::string(e.type); }, element);
    rows.is_joint = is_joint;
    return rows;
  }
  void add_shown(ShownElement element, ElementRows rows) {
    element.rows = std::move(rows);
    shown.push_back(std::move(element));
  }
  void add_rows(ElementRows rows, std::vector<RowElement> added) {
    rows.first_element = parts.row_elements.size();
    rows.elements = added.size();
    rows.first_row = rows_;
    for (RowElement& element : added) {
      rows_ += static_cast<Index>(element.rows.size());
      parts.row_elements.push_back(std::move(element));
    }
    rows.rows = rows_ - rows.first_row;
    elements.push_back(std::move(rows));
  }
  Geometry geometry_of(const std::vector<OwnVector>& vectors, const std::string& name) const {
    GeometryBuilder builder;
    for (const OwnVector& vector : vectors) {
      const PlacedFrame frame = context_.frames.frame(vector.end, name);
      const int slot = vector.axis < 0 ? builder.geometry.add_slot(builder.point(frame))
                                       : builder.axis(frame, vector.axis);
      for (int i = 0; i < 3; ++i) builder.geometry.add_component(slot, i);
    }
    if (builder.geometry.bodies.empty())
      throw ModelError(fmt::format("\"{}\" touches no body", name), name, "give it a vector of a body");
    return std::move(builder.geometry);
  }
  /// The force has a kink where a contact begins and ends: a new start there keeps the order of a method.
  void add_contact_event(const Force& force, const ForceParts& taken) {
    const std::string name = std::visit([](const auto& e) { return e.name; }, force);
    const auto value = [geometry = taken.forces[0].geometry, group = parts.group, by_root = taken.by_root,
                        touching = taken.touching](const StateView& state) {
      const double s = GeometryAt(geometry, group, state.q.data()).values()(0);
      return (by_root ? std::sqrt(s) : s) - touching;
    };
    events.push_back({name + ".contact", value, 0, EventAction::restart, {}});
  }

  const ElementContext& context_;
  Index rows_ = 0;
};

/// A quarter of what its bodies and joints extend over.
double usual_start_limit_of(const AssembledModel& model, const BodyGroup& group) {
  constexpr double share = 0.25;
  Vector3 low = Vector3::Constant(INFINITY), high = -low;
  const auto include = [&](const Vector3& point) {
    low = low.cwiseMin(point);
    high = high.cwiseMax(point);
  };
  const auto place = [&](const PlacedFrame& frame) {
    if (frame.body < 0) return include(frame.position);
    BodyAt body;
    body.place(group, model.q0.data() + group.coordinates * frame.body);
    include(body.x + body.r * frame.position);
  };
  for (std::size_t i = 0; i < model.bodies.size(); ++i)
    include(position_at(model.q0.data() + group.coordinates * static_cast<Index>(i)));
  for (const ElementRows& rows : model.elements) {
    if (!rows.is_joint || !rows.has_ends) continue;
    place(rows.a);
    place(rows.b);
  }
  const double extent = (high - low).norm();
  return extent > 0.0 && std::isfinite(extent) ? share * extent : 1.0;
}

}  // namespace

AssembledModel assemble(const Model& model) {
  return assemble(model, OwnElements{});
}

AssembledModel assemble(const Model& model, const OwnElements& own) {
  return assemble(model, own, {.threads = threads_from_environment()});
}

AssembledModel assemble(const Model& model, const OwnElements& own, const MultibodyOptions& options) {
  check_model(model);
  const BodyGroup group = *body_group(model.group);
  const FrameTable frames(model);
  const CoordinateTable coordinates(model, group.coordinates);
  Vector q, v;
  write_start(model, coordinates, group, q, v);
  const ElementContext context{model, frames, coordinates, group, q};
  Assembly assembly(model, context);
  for (std::size_t i = 0; i < model.joints.size(); ++i)
    assembly.add(model.joints[i], fmt::format("/joints/{}", i));
  for (std::size_t i = 0; i < model.forces.size(); ++i)
    assembly.add(model.forces[i], fmt::format("/forces/{}", i));
  for (const auto& rows : own.rows) assembly.add(rows);
  for (const auto& forces : own.forces) assembly.add(forces);

  auto multibody = std::make_shared<const MultibodySystem>(std::move(assembly.parts), options);
  AssembledModel out{model.name, multibody, BlockSystem(multibody->group(), multibody)};
  out.q0 = std::move(q);
  out.v0 = std::move(v);
  out.t_end = model.duration;
  out.is_conservative = assembly.is_conservative;
  for (const Row& row : multibody->rows())
    if (row.relaxation > 0.0 || (!row.is_position() && row.compliance > 0.0)) out.is_conservative = false;
  for (const Body& body : model.bodies) out.bodies.push_back(body.name);
  out.elements = std::move(assembly.elements);
  out.coordinates = coordinates.all();
  out.shown = std::move(assembly.shown);
  out.start_limit = model.start_limit > 0.0 ? model.start_limit : usual_start_limit_of(out, group);
  out.observables = observables_of(model, coordinates);
  out.events = std::move(assembly.events);
  const EventContext watched{out.shown, frames, multibody};
  for (std::size_t i = 0; i < model.events.size(); ++i)
    out.events.push_back(event_of(model.events[i], watched, fmt::format("/events/{}", i)));
  out.references = model.references;
  return out;
}

}  // namespace kreisel
