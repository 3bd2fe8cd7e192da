// Frames on bodies: markers have names, ends of joints and forces name a marker or are frames themselves.
#pragma once

#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "kreisel/core/dual.hpp"
#include "kreisel/model/fields.hpp"

namespace kreisel {

/// The name of the body that does not move.
inline constexpr std::string_view ground = "ground";

/// A frame with a name, fixed on a body or on the ground.
struct Marker {
  std::string name = {};
  std::string body = {};
  Vector3 position = Vector3::Zero();
  Rotation rotation = {};
  std::optional<Vector3> axis = {};

  static constexpr std::string_view description = "a frame with a name, fixed on a body or on the ground";
  static constexpr auto fields() {
    return std::make_tuple(
        Field{"name", &Marker::name, "what ends of joints and forces call it", required},
        Field{"body", &Marker::body, NamedKind::body, "the body it is fixed on, or ground", required},
        Field{"position", &Marker::position, Quantity::length,
              "its origin, seen from the centre of mass in the frame of the body"},
        Field{"rotation", &Marker::rotation, "of its axes against those of the body"},
        Field{"axis", &Marker::axis,
              "instead of a rotation: the direction of its z axis in the frame of the body"});
  }
};

/// One end of a joint or a force: the name of a marker, or a frame on a body. In a file a text is the name of a marker.
struct End {
  std::string marker = {};
  std::string body = {};
  Vector3 position = Vector3::Zero();
  Rotation rotation = {};
  std::optional<Vector3> axis = {};

  static constexpr std::string_view description =
      "the name of a marker, or a frame fixed on a body or on the ground";
  static constexpr auto fields() {
    return std::make_tuple(
        Field{"marker", &End::marker, NamedKind::marker, "the name of a marker, instead of everything else"},
        Field{"body", &End::body, NamedKind::body, "the body it is fixed on, or ground"},
        Field{"position", &End::position, Quantity::length,
              "its origin, seen from the centre of mass in the frame of the body; on the ground: in space"},
        Field{"rotation", &End::rotation, "of its axes against those of the body"},
        Field{"axis", &End::axis,
              "instead of a rotation: the direction of its z axis in the frame of the body"});
  }
};

/// A frame whose names are found: on a body, or with body = -1 on the ground; origin and axes (columns) in the frame of
/// the body.
struct PlacedFrame {
  Index body = -1;
  Vector3 position = Vector3::Zero();
  Matrix3 rotation = Matrix3::Identity();
};

namespace detail {

inline constexpr double full_turn = 6.283185307179586;

/// The angle less the full turns in it: in [-π, π].
template <class S>
S without_turns(const S& angle) {
  return angle - full_turn * std::round(value_of(angle) / full_turn);
}

/// The angle between two directions of a plane given by (cosine, sine) of any length, and how it changes.
template <class S>
S angle_of(const S* s) {
  using std::atan2;
  return atan2(s[1], s[0]);
}
inline double angle_change(const double* s, const double* ds) {
  return std::atan2(s[0] * ds[1] - s[1] * ds[0], s[0] * (s[0] + ds[0]) + s[1] * (s[1] + ds[1]));
}

}  // namespace detail

/// How a spring or damper enters the equations; the motion is the same.
enum class Form { automatic, row, force };
constexpr std::array<std::string_view, 3> names_of(Form) {
  return {"auto", "row", "force"};
}

/// The components of a force: along the axes of space or of the frame it acts in.
enum class Axes { space, body };
constexpr std::array<std::string_view, 2> names_of(Axes) {
  return {"space", "body"};
}

enum class MotionKind { translation, rotation };
constexpr std::array<std::string_view, 2> names_of(MotionKind) {
  return {"translation", "rotation"};
}

}  // namespace kreisel
