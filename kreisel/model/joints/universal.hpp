// A cross (Cardan joint): 4 rows.
#pragma once

#include "kreisel/model/frame.hpp"
#include "kreisel/model/results.hpp"

namespace kreisel {

struct UniversalJoint {
  static constexpr std::string_view type = "universal";
  static constexpr std::string_view description =
      "the origins coincide and the z axes, the two pins of the cross, stay perpendicular";
  std::string name = {};
  End a = {};
  End b = {};
  static constexpr auto fields() {
    return std::make_tuple(Field{"name", &UniversalJoint::name, "how messages and results call it", required},
                           Field{"a", &UniversalJoint::a, "the first end", required},
                           Field{"b", &UniversalJoint::b, "the second end", required});
  }

  static constexpr std::array results{result::angle_a, result::angle_b};

  template <class Rows>
  void add_to(Rows& rows) const {
    rows.join(a, b);
    rows.coincide();
    rows.perpendicular(Rows::z, Rows::z, "cross");
    rows.finish();
  }
};

}  // namespace kreisel
