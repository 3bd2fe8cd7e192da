// A force as a function of time and state.
#pragma once

#include "kreisel/model/frame.hpp"

namespace kreisel {

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
};

}  // namespace kreisel
