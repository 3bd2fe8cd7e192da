// A torque as a function of time and state.
#pragma once

#include "kreisel/model/frame.hpp"

namespace kreisel {

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
};

}  // namespace kreisel
