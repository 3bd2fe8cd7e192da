// A point on a line: 2 rows.
#pragma once

#include "kreisel/model/frame.hpp"

namespace kreisel {

struct PointOnLineJoint {
  static constexpr std::string_view type = "point_on_line";
  static constexpr std::string_view description = "the origin of b stays on the z axis of a";
  std::string name = {};
  End a = {};
  End b = {};
  static constexpr auto fields() {
    return std::make_tuple(
        Field{"name", &PointOnLineJoint::name, "how messages and results call it", required},
        Field{"a", &PointOnLineJoint::a, "the first end", required},
        Field{"b", &PointOnLineJoint::b, "the second end", required});
  }
};

}  // namespace kreisel
