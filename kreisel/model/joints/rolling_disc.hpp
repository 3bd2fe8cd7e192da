// A thin disc that rolls without slipping: 1 position row and 2 velocity rows.
#pragma once

#include "kreisel/model/frame.hpp"

namespace kreisel {

struct RollingDiscJoint {
  static constexpr std::string_view type = "rolling_disc";
  static constexpr std::string_view description = "a thin disc rolls on a plane without slipping";
  std::string name = {};
  End disc = {};
  End plane = {};
  double radius = 0.0;
  static constexpr auto fields() {
    return std::make_tuple(
        Field{"name", &RollingDiscJoint::name, "how messages and results call it", required},
        Field{"disc", &RollingDiscJoint::disc, "centre of the disc and, along z, its axis", required},
        Field{"plane", &RollingDiscJoint::plane,
              "a point of the plane and, along z, its normal on the side of the disc", required},
        Field{"radius", &RollingDiscJoint::radius, Quantity::length, "of the disc", required});
  }
};

}  // namespace kreisel
