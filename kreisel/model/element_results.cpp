// Results of joints from their ends, of forces from their forms.
#include "kreisel/model/element_results.hpp"

#include <Eigen/Geometry>

#include "kreisel/groups/rotation.hpp"

namespace kreisel {
namespace {

void add_column(const ElementResult& result, const std::string& owner, bool is_angle,
                std::vector<Observable>& all) {
  all.push_back({.name = owner + "." + std::string(result.name),
                 .unit = std::string(unit_of(result.quantity)),
                 .is_angle = is_angle,
                 .kind = ColumnKind::result,
                 .of = owner});
}

/// A frame in space: origin and axes, how the origin moves and how it turns.
struct FrameInSpace {
  Vector3 origin, velocity = Vector3::Zero(), spin = Vector3::Zero();
  Matrix3 axes;
};

FrameInSpace in_space(const PlacedFrame& frame, const BodyGroup& group, const StateView& state) {
  if (frame.body < 0) return {.origin = frame.position, .axes = frame.rotation};
  BodyAt body;
  body.place(group, state.q.data() + group.coordinates * frame.body);
  body.move(state.v.data() + 6 * frame.body);
  const Vector3 inside = body.angular.cross(frame.position);
  FrameInSpace out;
  out.origin = body.x + body.r * frame.position;
  out.velocity =
      body.semidirect ? Vector3(body.r * (body.linear + inside)) : Vector3(body.linear + body.r * inside);
  out.spin = body.r * body.angular;
  out.axes = body.r * frame.rotation;
  return out;
}

EndsAt ends_at(const ElementRows& joint, const BodyGroup& group, const StateView& state) {
  const FrameInSpace a = in_space(joint.a, group, state), b = in_space(joint.b, group, state);
  const Matrix3 to_a = a.axes.transpose();
  const Vector3 between = b.origin - a.origin;
  EndsAt at;
  at.offset = to_a * between;
  at.offset_rate = to_a * (b.velocity - a.velocity - a.spin.cross(between));
  at.turn = to_a * b.axes;
  at.turn_rate = hat(Vector3(to_a * (b.spin - a.spin))) * at.turn;
  return at;
}

/// Force times velocity where the reaction is reported, and moment times spin, of b against a.
double drive_power(const ElementRows& joint, const MultibodyParts& parts, const EndsAt& at,
                   const StateView& state) {
  const Reaction reaction = reaction_of(parts, joint, state);
  const Matrix3 turning = at.turn_rate * at.turn.transpose();
  const Vector3 spin(turning(2, 1), turning(0, 2), turning(1, 0));
  const Vector3 velocity =
      joint.b.body >= 0 ? at.offset_rate : Vector3(at.offset_rate - spin.cross(at.offset));
  return reaction.force_in_joint.dot(velocity) + reaction.moment_in_joint.dot(spin);
}

/// What the element exerts on its forms, of all its rows and forces: they share their geometry.
void write_of_forms(const ShownElement& element, const MultibodyParts& parts, const StateView& state,
                    double* out) {
  Forms s, rate, total;
  const Vector v = state.v;
  const auto add = [&](const Geometry& geometry, const auto& exert) {
    GeometryAt at(geometry, parts.group, state.q.data());
    const bool is_first = total.size() == 0;
    s = at.values();
    rate = at.move(v);
    Forms force = Forms::Zero(s.size());
    exert(force);
    total = is_first ? force : Forms(total + force);
  };
  for (std::size_t k = element.first_force; k < element.first_force + element.forces; ++k) {
    const ForceElement& one = parts.force_elements[k];
    add(one.geometry, [&](Forms& force) { one.function->force(state.t, s, rate, force); });
  }
  Index row = element.rows.first_row;
  for (std::size_t k = element.rows.first_element; k < element.rows.first_element + element.rows.elements;
       ++k) {
    const RowElement& one = parts.row_elements[k];
    const Forms lambda = state.lambda.segment(row, static_cast<Index>(one.rows.size()));
    row += lambda.size();
    add(one.geometry, [&](Forms& force) {
      FormRows w;
      one.function->weights(state.t, s, w);
      force = -w.transpose().lazyProduct(lambda);
    });
  }
  element.of_forms({s.data(), rate.data(), total.data(), total.dot(rate)}, out);
}

template <class Element>
double radius_of(const Element& element) {
  if constexpr (requires { element.radius; })
    return element.radius;
  else if constexpr (requires { element.radius_a; })
    return element.radius_a;
  else
    return 0.0;
}

}  // namespace

Vector3 place_of(const PlacedFrame& frame, const MultibodyParts& parts, const StateView& state) {
  return in_space(frame, parts.group, state).origin;
}

ShownElement shown_by(const Joint& joint, bool is_driven) {
  ShownElement out;
  out.is_driven = is_driven;
  std::visit(
      [&]<class T>(const T& one) {
        out.radius = radius_of(one);
        if constexpr (requires { T::results; }) out.of_ends.assign(T::results.begin(), T::results.end());
        for (const EndResult& result : out.of_ends) {
          add_column(result.value, one.name, result.is_angle, out.columns);
          add_column(result.rate, one.name, false, out.columns);
        }
        if (is_driven) add_column(result::power, one.name, false, out.columns);
      },
      joint);
  return out;
}

ShownElement shown_by(const Force& force) {
  ShownElement out;
  std::visit(
      [&]<class T>(const T& one) {
        out.radius = radius_of(one);
        if constexpr (requires { T::results; }) {
          for (const ElementResult& result : T::results) add_column(result, one.name, false, out.columns);
          out.of_forms = [one](const FormsAt& at, double* numbers) { one.show(at, numbers); };
        }
      },
      force);
  return out;
}

/// From -Bᵀλ on the body of b: force and torque about its centre of mass, the torque then moved to the end. When b is on
/// the ground, the opposite of what acts on the body of a.
Reaction reaction_of(const MultibodyParts& parts, const ElementRows& joint, const StateView& state) {
  const bool on_b = joint.b.body >= 0;
  const PlacedFrame& end = on_b ? joint.b : joint.a;
  const double* q = state.q.data();
  VectorOf<double, 6> pull = VectorOf<double, 6>::Zero();
  Index row = joint.first_row;
  for (std::size_t k = joint.first_element; k < joint.first_element + joint.elements; ++k) {
    const RowElement& element = parts.row_elements[k];
    GeometryAt at(element.geometry, parts.group, q);
    Forms weight = state.lambda.segment(row, static_cast<Index>(element.rows.size()));
    row += static_cast<Index>(element.rows.size());
    if (element.function) {
      FormRows w;
      element.function->weights(state.t, at.values(), w);
      weight = w.transpose().lazyProduct(weight).eval();
    }
    const FormRows& b = at.jacobian();
    for (std::size_t i = 0; i < element.geometry.bodies.size(); ++i) {
      if (element.geometry.bodies[i] != end.body) continue;
      pull -= b.middleCols<6>(6 * static_cast<Index>(i)).transpose().lazyProduct(weight);
    }
  }
  BodyAt body;
  body.place(parts.group, q + parts.group.coordinates * end.body);
  const double sign = on_b ? 1.0 : -1.0;
  Reaction out;
  out.force_in_space = sign * (body.semidirect ? Vector3(body.r * pull.head<3>()) : Vector3(pull.head<3>()));
  out.moment_in_space =
      sign * (body.r * pull.tail<3>()) - Vector3(body.r * end.position).cross(out.force_in_space);
  Matrix3 axes = joint.a.rotation;
  if (joint.a.body >= 0)
    axes = rotation_at(parts.group, q + parts.group.coordinates * joint.a.body) * joint.a.rotation;
  out.force_in_joint = axes.transpose() * out.force_in_space;
  out.moment_in_joint = axes.transpose() * out.moment_in_space;
  return out;
}

void write_results(const ShownElement& element, const MultibodyParts& parts, const StateView& state,
                   double* out) {
  if (element.columns.empty()) return;
  if (element.of_forms) return write_of_forms(element, parts, state, out);
  const EndsAt at = ends_at(element.rows, parts.group, state);
  for (const EndResult& result : element.of_ends) {
    *out++ = result.evaluate(at);
    *out++ = result.evaluate_rate(at);
  }
  if (element.is_driven) *out = drive_power(element.rows, parts, at, state);
}

void write_angles(const ShownElement& element, const MultibodyParts& parts, const StateView& state,
                  double* out) {
  if (element.of_ends.empty()) return;
  const EndsAt at = ends_at(element.rows, parts.group, state);
  for (std::size_t i = 0; i < element.of_ends.size(); ++i)
    if (element.of_ends[i].is_angle) out[2 * i] = element.of_ends[i].evaluate(at);
}

}  // namespace kreisel
