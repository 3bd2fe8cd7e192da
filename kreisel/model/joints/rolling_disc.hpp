// A thin disc that rolls without slipping: 1 position row and 2 velocity rows.
#pragma once

#include <cmath>
#include <utility>

#include "kreisel/model/frame.hpp"
#include "kreisel/model/results.hpp"

namespace kreisel {

/// The centre of a disc over its plane, less the height of a rim that touches it: s = (height, n·x, n·y) with n the
/// normal and x, y the axes in the disc.
struct DiscHeightLaw {
  double radius = 1.0;
  static constexpr int rows() { return 1; }
  static constexpr int forms() { return 3; }
  template <class S>
  void operator()(const S&, const S* s, S* phi) const {
    using std::sqrt;
    phi[0] = s[0] - radius * sqrt(s[1] * s[1] + s[2] * s[2]);
  }
};

/// The lowest point of the rim, as part of the disc, does not move along the plane. With u, v the axes of the plane,
/// x, y those of the disc, d from the plane to the centre: s = (u·d, v·d, u·x, u·y, v·x, v·y, n·x, n·y).
struct RollingLaw {
  double radius = 1.0;
  static constexpr int rows() { return 2; }
  static constexpr int forms() { return 8; }
  template <class S>
  void operator()(const S&, const S* s, const S* rate, S* out) const {
    using std::sqrt;
    const S scale = -radius / sqrt(s[6] * s[6] + s[7] * s[7]);
    const S x = scale * s[6], y = scale * s[7];
    out[0] = rate[0] + x * rate[2] + y * rate[3];
    out[1] = rate[1] + x * rate[4] + y * rate[5];
  }
};

struct RollingDiscJoint {
  static constexpr std::string_view type = "rolling_disc";
  static constexpr std::string_view description = "a thin disc rolls on a plane without slipping";
  std::string name = {};
  End disc = {};
  End plane = {};
  double radius = 0.0;
  static constexpr auto fields() {
    return std::make_tuple(
        Field{"name", &RollingDiscJoint::name, "how messages and results call it", required},
        Field{"disc", &RollingDiscJoint::disc, "centre of the disc and, along z, its axis", required},
        Field{"plane", &RollingDiscJoint::plane,
              "a point of the plane and, along z, its normal on the side of the disc", required},
        Field{"radius", &RollingDiscJoint::radius, Quantity::length, "of the disc", required});
  }

  static constexpr std::array results{result::tilt};

  template <class Rows>
  void add_to(Rows& rows) const {
    rows.join(disc, plane, "/disc", "/plane");
    if (!(radius > 0.0))
      rows.refuse("/radius", "the radius of \"" + name + "\" is not positive", "give a radius in m");
    const auto &on_disc = rows.a(), &on_plane = rows.b();
    const int d = rows.between(on_plane, on_disc), n = rows.axis(on_plane, Rows::z);
    rows.dot(n, d);
    rows.dot(n, rows.axis(on_disc, Rows::x));
    rows.dot(n, rows.axis(on_disc, Rows::y));
    rows.row("height", "N");
    const auto s = rows.values();
    if (std::hypot(s(1), s(2)) < 1e-6)
      rows.refuse("", "the disc of \"" + name + "\" lies flat on its plane at the start",
                  "tilt it: a disc that lies flat touches everywhere");
    rows.finish(DiscHeightLaw{radius});

    const int across = rows.between(on_plane, on_disc);
    const int u = rows.axis(on_plane, Rows::x), v = rows.axis(on_plane, Rows::y),
              normal = rows.axis(on_plane, Rows::z);
    const int e = rows.axis(on_disc, Rows::x), f = rows.axis(on_disc, Rows::y);
    for (const auto& [first, second] :
         {std::pair(u, across), {v, across}, {u, e}, {u, f}, {v, e}, {v, f}, {normal, e}, {normal, f}})
      rows.dot(first, second);
    rows.velocity_row("roll_x", "N");
    rows.velocity_row("roll_y", "N");
    rows.finish_velocity(RollingLaw{radius});
  }
};

}  // namespace kreisel
