// Turns and slides: 4 rows.
#pragma once

#include "kreisel/model/frame.hpp"
#include "kreisel/model/results.hpp"

namespace kreisel {

struct CylindricalJoint {
  static constexpr std::string_view type = "cylindrical";
  static constexpr std::string_view description = "turns about and slides along the z axes of its ends";
  static constexpr bool is_hinge = true;  // gears turn in it
  std::string name = {};
  End a = {};
  End b = {};
  static constexpr auto fields() {
    return std::make_tuple(
        Field{"name", &CylindricalJoint::name, "how messages and results call it", required},
        Field{"a", &CylindricalJoint::a, "the first end", required},
        Field{"b", &CylindricalJoint::b, "the second end", required});
  }

  static constexpr std::array results{result::angle, result::travel};

  template <class Rows>
  void add_to(Rows& rows) const {
    rows.join(a, b);
    rows.on_z_axis();
    rows.parallel_z();
    rows.finish();
  }
};

}  // namespace kreisel
