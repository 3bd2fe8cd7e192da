// A plane on a plane: 3 rows.
#pragma once

#include "kreisel/model/frame.hpp"
#include "kreisel/model/results.hpp"

namespace kreisel {

struct PlanarJoint {
  static constexpr std::string_view type = "planar";
  static constexpr std::string_view description = "b slides on the xy plane of a; the z axes stay parallel";
  std::string name = {};
  End a = {};
  End b = {};
  static constexpr auto fields() {
    return std::make_tuple(Field{"name", &PlanarJoint::name, "how messages and results call it", required},
                           Field{"a", &PlanarJoint::a, "the first end", required},
                           Field{"b", &PlanarJoint::b, "the second end", required});
  }

  static constexpr std::array results{result::travel_x, result::travel_y, result::angle};

  template <class Rows>
  void add_to(Rows& rows) const {
    rows.join(a, b);
    const int d = rows.between(rows.a(), rows.b());
    rows.dot(rows.axis(rows.a(), Rows::z), d);
    rows.row("z", "N");
    rows.parallel_z();
    rows.finish();
  }
};

}  // namespace kreisel
