// A torque as a function of time and state.
#pragma once

#include "kreisel/model/forces/force.hpp"
#include "kreisel/model/frame.hpp"
#include "kreisel/model/results.hpp"

namespace kreisel {

/// A torque on the body of a, opposite on that of b: forms 0..8 are the axes of a, 9..17 those of b unless that is the
/// ground. Forces ½ τ×e on the ends of three orthonormal axes e add up to τ.
struct PointTorqueLaw {
  StateLaw state = {};
  int count = 9;
  bool in_axes = false, has_reaction = false;
  int forms() const { return count; }
  template <class S>
  void operator()(const S& t, const S* s, const S* rate, S* force) const {
    S given[3], torque[3];
    state.evaluate(t, s, rate, given);
    for (int j = 0; j < 3; ++j) {
      torque[j] = given[j];
      if (in_axes) torque[j] = given[0] * s[j] + given[1] * s[3 + j] + given[2] * s[6 + j];
    }
    for (int j = 0; j < count; ++j) force[j] = S(0.0);
    turn(torque, s, 0.5, force);
    if (has_reaction) turn(torque, s + 9, -0.5, force + 9);
  }

 private:
  template <class S>
  static void turn(const S* torque, const S* axes, double factor, S* force) {
    for (int i = 0; i < 9; i += 3) {
      const S* e = axes + i;
      force[i] = factor * (torque[1] * e[2] - torque[2] * e[1]);
      force[i + 1] = factor * (torque[2] * e[0] - torque[0] * e[2]);
      force[i + 2] = factor * (torque[0] * e[1] - torque[1] * e[0]);
    }
  }
};

struct PointTorque {
  static constexpr std::string_view type = "torque";
  static constexpr std::string_view description =
      "turns the body of a, and the body of b with the opposite sign";
  std::string name = {};
  End a = {};
  std::optional<End> b = {};
  std::array<StateFunction, 3> components = {};
  Axes axes = Axes::space;
  static constexpr auto fields() {
    return std::make_tuple(
        Field{"name", &PointTorque::name, "how messages and results call it", required},
        Field{"a", &PointTorque::a, "on whose body it acts", required},
        Field{"b", &PointTorque::b,
              "where its reaction acts, and the frame of position and velocity; without it: the ground"},
        Field{"components", &PointTorque::components, Quantity::torque,
              "formulas of t, parameters, x, y, z, vx, vy, vz (position, velocity of a against b) and angle, "
              "rate (turn about z of b)",
              required},
        Field{"axes", &PointTorque::axes, "space: along the axes of space; body: along those of a"});
  }

  static constexpr std::array results{
      ElementResult{"mx", Quantity::torque, "on the body of a about x of space"},
      ElementResult{"my", Quantity::torque, "on the body of a about y of space"},
      ElementResult{"mz", Quantity::torque, "on the body of a about z of space"}, result::power};
  /// What the forces on the ends of the three axes add up to.
  void show(const FormsAt& at, double* out) const {
    Vector3 torque = Vector3::Zero();
    for (int i = 0; i < 9; i += 3)
      torque += Eigen::Map<const Vector3>(at.s + i).cross(Eigen::Map<const Vector3>(at.force + i));
    for (int i = 0; i < 3; ++i) out[i] = torque(i);
    out[3] = at.power;
  }

  template <class Forces>
  void add_to(Forces& forces) const {
    forces.join_or_ground(a, b);
    PointTorqueLaw law;
    law.in_axes = axes == Axes::body;
    law.has_reaction = forces.b().body >= 0;
    for (int axis = 0; axis < 3; ++axis) forces.components(forces.axis(forces.a(), axis));
    for (int axis = 0; law.has_reaction && axis < 3; ++axis) forces.components(forces.axis(forces.b(), axis));
    law.state = state_law(components, forces);
    law.count = forces.forms();
    forces.add(law);
  }
};

}  // namespace kreisel
