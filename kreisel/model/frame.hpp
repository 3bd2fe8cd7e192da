// Frames on bodies: markers have names, ends of joints and forces name a marker or are frames themselves.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

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
        Field{"body", &Marker::body, "the body it is fixed on, or ground", required},
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
        Field{"marker", &End::marker, "the name of a marker, instead of everything else"},
        Field{"body", &End::body, "the body it is fixed on, or ground"},
        Field{"position", &End::position, Quantity::length,
              "its origin, seen from the centre of mass in the frame of the body; on the ground: in space"},
        Field{"rotation", &End::rotation, "of its axes against those of the body"},
        Field{"axis", &End::axis,
              "instead of a rotation: the direction of its z axis in the frame of the body"});
  }
};

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
