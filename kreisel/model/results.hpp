// What joints and forces show of themselves: every file of joints/ and forces/ lists its results once.
#pragma once

#include <array>
#include <cmath>
#include <string_view>

#include "kreisel/model/fields.hpp"

namespace kreisel {

/// A column NAME.name of results.
struct ElementResult {
  std::string_view name;
  Quantity quantity;
  std::string_view description;
};

/// The end b of a joint seen from its end a.
struct EndsAt {
  Vector3 offset, offset_rate;  // of the origin of b along the axes of a
  Matrix3 turn, turn_rate;      // the axes of b in those of a
};

/// A number of a joint and how it changes: two columns, as functions of EndsAt.
struct EndResult {
  ElementResult value, rate;
  double (*evaluate)(const EndsAt&);
  double (*evaluate_rate)(const EndsAt&);
  bool is_angle = false;  // full turns are counted
};

/// A force element at a sample: forms s(q) of its geometry, their rates, and what it exerts on them.
struct FormsAt {
  const double *s, *rate, *force;
  double power;  // force·rate
};

namespace result {
namespace detail {

/// Change of the direction (c, s) of a plane.
inline double turning(double c, double s, double dc, double ds) {
  return (c * ds - s * dc) / (c * c + s * s);
}
inline double tilt_of(const EndsAt& at) {
  return std::atan2(std::hypot(at.turn(0, 2), at.turn(1, 2)), at.turn(2, 2));
}
inline double tilt_rate_of(const EndsAt& at) {
  const double x = at.turn(0, 2), y = at.turn(1, 2), dx = at.turn_rate(0, 2), dy = at.turn_rate(1, 2);
  const double across = std::hypot(x, y);
  if (across == 0.0) return std::hypot(dx, dy);
  return turning(at.turn(2, 2), across, at.turn_rate(2, 2), (x * dx + y * dy) / across);
}

}  // namespace detail

inline constexpr EndResult angle{
    {"angle", Quantity::angle, "of b against a about z of a, full turns counted"},
    {"angle_rate", Quantity::angular_velocity, "of the angle"},
    [](const EndsAt& at) { return std::atan2(at.turn(1, 0), at.turn(0, 0)); },
    [](const EndsAt& at) {
      return detail::turning(at.turn(0, 0), at.turn(1, 0), at.turn_rate(0, 0), at.turn_rate(1, 0));
    },
    true};
inline constexpr EndResult travel{{"travel", Quantity::length, "of b along z of a"},
                                  {"travel_rate", Quantity::velocity, "of the travel"},
                                  [](const EndsAt& at) { return at.offset(2); },
                                  [](const EndsAt& at) { return at.offset_rate(2); }};
inline constexpr EndResult travel_x{{"travel_x", Quantity::length, "of b along x of a"},
                                    {"travel_x_rate", Quantity::velocity, "of that travel"},
                                    [](const EndsAt& at) { return at.offset(0); },
                                    [](const EndsAt& at) { return at.offset_rate(0); }};
inline constexpr EndResult travel_y{{"travel_y", Quantity::length, "of b along y of a"},
                                    {"travel_y_rate", Quantity::velocity, "of that travel"},
                                    [](const EndsAt& at) { return at.offset(1); },
                                    [](const EndsAt& at) { return at.offset_rate(1); }};
inline constexpr EndResult tilt{{"tilt", Quantity::angle, "between the z axes of the ends"},
                                {"tilt_rate", Quantity::angular_velocity, "of the tilt"},
                                detail::tilt_of,
                                detail::tilt_rate_of};
/// Of the cross of a universal joint: its pin b about the pin of a, and b about its own pin.
inline constexpr EndResult angle_a{
    {"angle_a", Quantity::angle, "of the cross about its pin on a, full turns counted"},
    {"angle_a_rate", Quantity::angular_velocity, "of that angle"},
    [](const EndsAt& at) { return std::atan2(at.turn(1, 2), at.turn(0, 2)); },
    [](const EndsAt& at) {
      return detail::turning(at.turn(0, 2), at.turn(1, 2), at.turn_rate(0, 2), at.turn_rate(1, 2));
    },
    true};
inline constexpr EndResult angle_b{
    {"angle_b", Quantity::angle, "of b about the pin of the cross on it, full turns counted"},
    {"angle_b_rate", Quantity::angular_velocity, "of that angle"},
    [](const EndsAt& at) { return -std::atan2(at.turn(2, 1), at.turn(2, 0)); },
    [](const EndsAt& at) {
      return -detail::turning(at.turn(2, 0), at.turn(2, 1), at.turn_rate(2, 0), at.turn_rate(2, 1));
    },
    true};

/// What driven joints and all forces have.
inline constexpr ElementResult power{"power", Quantity::power,
                                     "that it gives to the motion; negative where it takes"};

}  // namespace result
}  // namespace kreisel
