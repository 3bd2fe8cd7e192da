// A blade that does not slip sideways: 1 velocity row.
#pragma once

#include "kreisel/model/frame.hpp"

namespace kreisel {

/// The velocity against the surface has no part across the blade: s = (d, across), both in the axes of the surface.
struct SkateLaw {
  static constexpr int rows() { return 1; }
  static constexpr int forms() { return 6; }
  template <class S>
  void operator()(const S&, const S* s, const S* rate, S* out) const {
    out[0] = s[3] * rate[0] + s[4] * rate[1] + s[5] * rate[2];
  }
};

struct SkateJoint {
  static constexpr std::string_view type = "skate";
  static constexpr std::string_view description = "the point of contact never moves across the blade";
  std::string name = {};
  End blade = {};
  End surface = {};
  static constexpr auto fields() {
    return std::make_tuple(
        Field{"name", &SkateJoint::name, "how messages and results call it", required},
        Field{"blade", &SkateJoint::blade, "point of contact and, along z, the direction across the blade",
              required},
        Field{"surface", &SkateJoint::surface, "what it glides on; only its motion matters", required});
  }

  template <class Rows>
  void add_to(Rows& rows) const {
    rows.join(blade, surface, "/blade", "/surface");
    const auto &on_blade = rows.a(), &on_surface = rows.b();
    const int d = rows.between(on_surface, on_blade), across = rows.axis(on_blade, Rows::z);
    const int axes[] = {rows.axis(on_surface, Rows::x), rows.axis(on_surface, Rows::y),
                        rows.axis(on_surface, Rows::z)};
    for (const int axis : axes) rows.dot(axis, d);
    for (const int axis : axes) rows.dot(axis, across);
    rows.velocity_row("side", "N");
    rows.finish_velocity(SkateLaw{});
  }
};

}  // namespace kreisel
