// A ball on a plane: the force grows with the square of the depth and is damped with it.
#pragma once

#include "kreisel/model/frame.hpp"

namespace kreisel {

struct PlaneContact {
  static constexpr std::string_view type = "contact_plane";
  static constexpr std::string_view description =
      "pushes a ball out of a plane with k y^2 + d y y' at depth y";
  std::string name = {};
  End ball = {};
  End plane = {};
  double radius = 0.0;
  double stiffness = 0.0;
  double damping = 0.0;
  double friction = 0.0;
  double slip_speed = 0.01;
  static constexpr auto fields() {
    return std::make_tuple(
        Field{"name", &PlaneContact::name, "how messages and results call it", required},
        Field{"ball", &PlaneContact::ball, "centre of the ball", required},
        Field{"plane", &PlaneContact::plane,
              "a point of the plane and, along z, its normal on the side of the ball", required},
        Field{"radius", &PlaneContact::radius, Quantity::length, "of the ball; 0: a point", required},
        Field{"stiffness", &PlaneContact::stiffness, Quantity::contact_stiffness, "k", required},
        Field{"damping", &PlaneContact::damping, Quantity::contact_damping, "d"},
        Field{"friction", &PlaneContact::friction, "coefficient of sliding friction"},
        Field{"slip_speed", &PlaneContact::slip_speed, Quantity::velocity,
              "below this speed friction is viscous instead of dry"});
  }
};

}  // namespace kreisel
