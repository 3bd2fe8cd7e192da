// S³ ⋉ R³: rigid motions with a unit quaternion. Coordinates x(3), then (w, x, y, z); tangent as in se3.hpp.
#pragma once

#include <string_view>

#include "kreisel/groups/se3.hpp"
#include "kreisel/groups/unit_quaternion.hpp"

namespace kreisel {

struct SE3Quaternion : RigidMotion<UnitQuaternion> {
  static constexpr std::string_view name = "s3_semi_r3";
  static constexpr std::string_view description =
      "rigid motions: position and unit quaternion, body velocities";
};

}  // namespace kreisel
