// A force as a function of time and state.
#pragma once

#include "kreisel/model/formula.hpp"
#include "kreisel/model/frame.hpp"
#include "kreisel/model/results.hpp"

namespace kreisel {

/// Three formulas of time and state; what they use is among the forms.
struct StateLaw {
  std::array<Formula, 3> components = {};
  int position = -1;  // first of the three forms with x, y, z; -1: not used
  int angle = -1;     // first of the two with (cosine, sine); -1: not used

  template <class S>
  void evaluate(const S& t, const S* s, const S* rate, S* out) const {
    std::array<S, 9> values;
    values.fill(S(0.0));
    values[0] = t;
    if (position >= 0) {
      for (int i = 0; i < 3; ++i) {
        values[static_cast<std::size_t>(1 + i)] = s[position + i];
        values[static_cast<std::size_t>(4 + i)] = rate[position + i];
      }
    }
    if (angle >= 0) {
      const S *c = s + angle, *dc = rate + angle;
      values[7] = detail::angle_of(c);
      values[8] = (c[0] * dc[1] - c[1] * dc[0]) / (c[0] * c[0] + c[1] * c[1]);
    }
    for (std::size_t i = 0; i < 3; ++i) out[i] = components[i].evaluate<S>(values.data());
  }
};

/// The law of three formulas; adds the forms that they use, after those that are there.
template <class Forces>
StateLaw state_law(const std::array<StateFunction, 3>& components, Forces& forces) {
  StateLaw law;
  bool uses_position = false, uses_angle = false;
  for (std::size_t i = 0; i < 3; ++i) {
    law.components[i] = forces.formula(components[i], "/components/" + std::to_string(i));
    for (int k = 1; k <= 6; ++k) uses_position = uses_position || law.components[i].uses(k);
    for (int k = 7; k <= 8; ++k) uses_angle = uses_angle || law.components[i].uses(k);
  }
  if (uses_position) {
    law.position = forces.forms();
    const int d = forces.between(forces.b(), forces.a());
    for (const int axis : {Forces::x, Forces::y, Forces::z}) forces.dot(forces.axis(forces.b(), axis), d);
  }
  if (uses_angle) {
    law.angle = forces.forms();
    forces.angle(forces.b(), forces.a());
  }
  return law;
}

/// A force between two points: forms 0, 1, 2 are the components of their difference in space; with `axes` at 3 the nine
/// components of the axes it is given in.
struct PointForceLaw {
  StateLaw state = {};
  int count = 3;
  bool in_axes = false;
  int forms() const { return count; }
  template <class S>
  void operator()(const S& t, const S* s, const S* rate, S* force) const {
    S given[3];
    state.evaluate(t, s, rate, given);
    for (int j = 0; j < count; ++j) force[j] = S(0.0);
    for (int j = 0; j < 3; ++j) {
      if (!in_axes) force[j] = given[j];
      for (int i = 0; in_axes && i < 3; ++i) force[j] = force[j] + given[i] * s[3 + 3 * i + j];
    }
  }
};

struct PointForce {
  static constexpr std::string_view type = "force";
  static constexpr std::string_view description = "acts on a, and on b with the opposite sign";
  std::string name = {};
  End a = {};
  std::optional<End> b = {};
  std::array<StateFunction, 3> components = {};
  Axes axes = Axes::space;
  static constexpr auto fields() {
    return std::make_tuple(
        Field{"name", &PointForce::name, "how messages and results call it", required},
        Field{"a", &PointForce::a, "where it acts", required},
        Field{"b", &PointForce::b,
              "where its reaction acts, and the frame of position and velocity; without it: the ground"},
        Field{"components", &PointForce::components, Quantity::force,
              "formulas of t, parameters, x, y, z, vx, vy, vz (position, velocity of a against b) and angle, "
              "rate (turn about z of b)",
              required},
        Field{"axes", &PointForce::axes, "space: along the axes of space; body: along those of a"});
  }

  static constexpr std::array results{ElementResult{"fx", Quantity::force, "on a along x of space"},
                                      ElementResult{"fy", Quantity::force, "on a along y of space"},
                                      ElementResult{"fz", Quantity::force, "on a along z of space"},
                                      result::power};
  void show(const FormsAt& at, double* out) const {
    for (int i = 0; i < 3; ++i) out[i] = at.force[i];
    out[3] = at.power;
  }

  template <class Forces>
  void add_to(Forces& forces) const {
    forces.join_or_ground(a, b);
    PointForceLaw law;
    forces.components(forces.between(forces.b(), forces.a()));
    law.in_axes = axes == Axes::body;
    for (int axis = 0; law.in_axes && axis < 3; ++axis) forces.components(forces.axis(forces.a(), axis));
    law.state = state_law(components, forces);
    law.count = forces.forms();
    forces.add(law);
  }
};

}  // namespace kreisel
