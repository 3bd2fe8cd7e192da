// Regularised Coulomb friction of a point on a plane under a given normal force.
#pragma once

#include "kreisel/model/frame.hpp"

namespace kreisel {

struct Friction {
  static constexpr std::string_view type = "friction";
  static constexpr std::string_view description = "brakes the motion of a in the xy plane of b";
  std::string name = {};
  End a = {};
  End b = {};
  double coefficient = 0.0;
  double normal_force = 0.0;
  double slip_speed = 0.01;
  static constexpr auto fields() {
    return std::make_tuple(Field{"name", &Friction::name, "how messages and results call it", required},
                           Field{"a", &Friction::a, "the first end", required},
                           Field{"b", &Friction::b, "the second end", required},
                           Field{"coefficient", &Friction::coefficient, "of sliding friction", required},
                           Field{"normal_force", &Friction::normal_force, Quantity::force,
                                 "that presses a on the plane", required},
                           Field{"slip_speed", &Friction::slip_speed, Quantity::velocity,
                                 "below this speed friction is viscous instead of dry"});
  }
};

}  // namespace kreisel
