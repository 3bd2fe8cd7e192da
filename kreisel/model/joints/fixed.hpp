// A weld: 6 rows.
#pragma once

#include "kreisel/model/frame.hpp"

namespace kreisel {

struct FixedJoint {
  static constexpr std::string_view type = "fixed";
  static constexpr std::string_view description = "the two frames coincide";
  std::string name = {};
  End a = {};
  End b = {};
  static constexpr auto fields() {
    return std::make_tuple(Field{"name", &FixedJoint::name, "how messages and results call it", required},
                           Field{"a", &FixedJoint::a, "the first end", required},
                           Field{"b", &FixedJoint::b, "the second end", required});
  }

  template <class Rows>
  void add_to(Rows& rows) const {
    rows.join(a, b);
    rows.coincide();
    rows.parallel_axes();
    rows.finish();
  }
};

}  // namespace kreisel
