// A point on a line: 2 rows.
#pragma once

#include "kreisel/model/frame.hpp"
#include "kreisel/model/results.hpp"

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

  static constexpr std::array results{result::travel};

  template <class Rows>
  void add_to(Rows& rows) const {
    rows.join(a, b);
    rows.on_z_axis();
    rows.finish();
  }
};

}  // namespace kreisel
