// A drive: 1 row for the motion along or about an axis.
#pragma once

#include "kreisel/model/frame.hpp"
#include "kreisel/model/results.hpp"

namespace kreisel {

struct MotionJoint {
  static constexpr std::string_view type = "motion";
  static constexpr std::string_view description =
      "drives the position or the angle of b along or about the z axis of a";
  std::string name = {};
  End a = {};
  End b = {};
  MotionKind kind = MotionKind::translation;
  TimeFunction function = {};
  static constexpr auto fields() {
    return std::make_tuple(Field{"name", &MotionJoint::name, "how messages and results call it", required},
                           Field{"a", &MotionJoint::a, "the first end", required},
                           Field{"b", &MotionJoint::b, "the second end", required},
                           Field{"kind", &MotionJoint::kind, "what is driven", required},
                           Field{"function", &MotionJoint::function,
                                 "position [m] or angle [rad] as a function of t", required});
  }

  static constexpr std::array results{result::travel, result::angle};

  template <class Rows>
  void add_to(Rows& rows) const {
    rows.join(a, b);
    if (!function.is_given())
      rows.refuse("/function", "\"" + name + "\" has no function", "give a formula of t");
    if (kind == MotionKind::rotation)
      rows.drive_angle(function, "/function");
    else
      rows.drive_displacement(function, "/function");
  }
};

}  // namespace kreisel
