// A rod without mass: 1 row.
#pragma once

#include "kreisel/model/frame.hpp"

namespace kreisel {

struct DistanceJoint {
  static constexpr std::string_view type = "distance";
  static constexpr std::string_view description = "the origins of its ends keep a distance";
  std::string name = {};
  End a = {};
  End b = {};
  TimeFunction length = {};
  static constexpr auto fields() {
    return std::make_tuple(Field{"name", &DistanceJoint::name, "how messages and results call it", required},
                           Field{"a", &DistanceJoint::a, "the first end", required},
                           Field{"b", &DistanceJoint::b, "the second end", required},
                           Field{"length", &DistanceJoint::length, Quantity::length,
                                 "the distance: a number, or a function of t", required});
  }

  template <class Rows>
  void add_to(Rows& rows) const {
    rows.join(a, b);
    const int d = rows.between(rows.a(), rows.b());
    rows.dot(d, d);
    rows.row("length", "N");
    const auto wanted = rows.formula(length, "/length");
    const double t = 0.0;
    if (!(wanted.evaluate(&t) > 0.0))
      rows.refuse("/length", "the length of \"" + name + "\" is not positive at t = 0",
                  "use a spherical joint where two points coincide");
    rows.expect_apart();
    rows.keep_length(wanted);
  }
};

}  // namespace kreisel
