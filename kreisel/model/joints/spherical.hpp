// A ball: 3 rows.
#pragma once

#include "kreisel/model/frame.hpp"
#include "kreisel/model/results.hpp"

namespace kreisel {

struct SphericalJoint {
  static constexpr std::string_view type = "spherical";
  static constexpr std::string_view description = "the origins of its ends coincide";
  std::string name = {};
  End a = {};
  End b = {};
  static constexpr auto fields() {
    return std::make_tuple(Field{"name", &SphericalJoint::name, "how messages and results call it", required},
                           Field{"a", &SphericalJoint::a, "the first end", required},
                           Field{"b", &SphericalJoint::b, "the second end", required});
  }

  static constexpr std::array results{result::tilt};

  template <class Rows>
  void add_to(Rows& rows) const {
    rows.join(a, b);
    rows.coincide();
    rows.finish();
  }
};

}  // namespace kreisel
