// A nut on a screw: 5 rows, of which one couples turning and sliding.
#pragma once

#include <numbers>

#include "kreisel/model/frame.hpp"
#include "kreisel/model/results.hpp"

namespace kreisel {

/// Φ = z - α lead/2π less its value at the start, up to whole turns: the thread is the same one lead further on.
struct ScrewLaw {
  double pitch = 1.0;  // lead/2π, travel per radian
  double phase = 0.0;
  static constexpr int rows() { return 1; }
  static constexpr int forms() { return 3; }
  template <class S>
  void operator()(const S&, const S* s, S* phi) const {
    const S turned = s[2] / pitch - detail::angle_of(s) - phase;
    phi[0] = pitch * detail::without_turns<S>(turned);
  }
  void change(double, const double* s, double, const double* ds, double* out) const {
    out[0] = ds[2] - pitch * detail::angle_change(s, ds);
  }
};

struct ScrewJoint {
  static constexpr std::string_view type = "screw";
  static constexpr std::string_view description =
      "turns about the z axes of its ends and slides along them by the lead per turn";
  static constexpr bool is_hinge = true;  // gears turn in it
  std::string name = {};
  End a = {};
  End b = {};
  double lead = 0.0;
  static constexpr auto fields() {
    return std::make_tuple(
        Field{"name", &ScrewJoint::name, "how messages and results call it", required},
        Field{"a", &ScrewJoint::a, "the first end", required},
        Field{"b", &ScrewJoint::b, "the second end", required},
        Field{"lead", &ScrewJoint::lead, Quantity::length,
              "travel of b along z per turn about z; negative for a left-hand thread", required});
  }

  static constexpr std::array results{result::angle, result::travel};

  template <class Rows>
  void add_to(Rows& rows) const {
    if (lead == 0.0)
      rows.refuse("/lead", "the thread of \"" + name + "\" has no lead",
                  "give its travel per turn, or take a revolute joint");
    rows.join(a, b);
    rows.on_z_axis();
    rows.parallel_z();
    rows.finish();
    rows.angle(rows.a(), rows.b());
    const int travel = rows.between(rows.a(), rows.b());
    rows.dot(rows.axis(rows.a(), Rows::z), travel);
    rows.row("thread", "N");
    ScrewLaw law{lead / (2.0 * std::numbers::pi), 0.0};
    const auto s = rows.values();
    law(0.0, s.data(), &law.phase);
    law.phase /= law.pitch;
    rows.finish(law);
  }
};

}  // namespace kreisel
