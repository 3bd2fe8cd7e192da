// A hinge: 5 rows, 6 when driven.
#pragma once

#include "kreisel/model/frame.hpp"
#include "kreisel/model/results.hpp"

namespace kreisel {

struct RevoluteJoint {
  static constexpr std::string_view type = "revolute";
  static constexpr std::string_view description = "turns about the z axes of its ends, which coincide";
  static constexpr bool is_hinge = true;  // gears turn in it
  std::string name = {};
  End a = {};
  End b = {};
  TimeFunction angle = {};
  static constexpr auto fields() {
    return std::make_tuple(Field{"name", &RevoluteJoint::name, "how messages and results call it", required},
                           Field{"a", &RevoluteJoint::a, "the first end", required},
                           Field{"b", &RevoluteJoint::b, "the second end", required},
                           Field{"angle", &RevoluteJoint::angle, Quantity::angle,
                                 "of b against a about the z axis, as a function of t: a driven hinge"});
  }

  static constexpr std::array results{result::angle};

  template <class Rows>
  void add_to(Rows& rows) const {
    rows.join(a, b);
    rows.coincide();
    rows.parallel_z();
    rows.finish();
    if (angle.is_given()) rows.drive_angle(angle, "/angle");
  }
};

}  // namespace kreisel
