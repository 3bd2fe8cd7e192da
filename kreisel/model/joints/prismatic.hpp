// A slider: 5 rows, 6 when driven.
#pragma once

#include "kreisel/model/frame.hpp"
#include "kreisel/model/results.hpp"

namespace kreisel {

struct PrismaticJoint {
  static constexpr std::string_view type = "prismatic";
  static constexpr std::string_view description = "slides along the z axis of a without turning";
  std::string name = {};
  End a = {};
  End b = {};
  TimeFunction displacement = {};
  static constexpr auto fields() {
    return std::make_tuple(Field{"name", &PrismaticJoint::name, "how messages and results call it", required},
                           Field{"a", &PrismaticJoint::a, "the first end", required},
                           Field{"b", &PrismaticJoint::b, "the second end", required},
                           Field{"displacement", &PrismaticJoint::displacement, Quantity::length,
                                 "of b along the z axis of a, as a function of t: a driven slider"});
  }

  static constexpr std::array results{result::travel};

  template <class Rows>
  void add_to(Rows& rows) const {
    rows.join(a, b);
    rows.on_z_axis();
    rows.parallel_axes();
    rows.finish();
    if (displacement.is_given()) rows.drive_displacement(displacement, "/displacement");
  }
};

}  // namespace kreisel
