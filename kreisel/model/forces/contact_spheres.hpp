// Two balls that push each other apart.
#pragma once

#include "kreisel/model/frame.hpp"

namespace kreisel {

struct SphereContact {
  static constexpr std::string_view type = "contact_spheres";
  static constexpr std::string_view description = "pushes two balls apart with k y^2 + d y y' at depth y";
  std::string name = {};
  End a = {};
  End b = {};
  double radius_a = 0.0;
  double radius_b = 0.0;
  double stiffness = 0.0;
  double damping = 0.0;
  static constexpr auto fields() {
    return std::make_tuple(
        Field{"name", &SphereContact::name, "how messages and results call it", required},
        Field{"a", &SphereContact::a, "the first end", required},
        Field{"b", &SphereContact::b, "the second end", required},
        Field{"radius_a", &SphereContact::radius_a, Quantity::length, "of the first ball", required},
        Field{"radius_b", &SphereContact::radius_b, Quantity::length, "of the second ball", required},
        Field{"stiffness", &SphereContact::stiffness, Quantity::contact_stiffness, "k", required},
        Field{"damping", &SphereContact::damping, Quantity::contact_damping, "d"});
  }
};

}  // namespace kreisel
