// THE list of shapes: how bodies look. They weigh nothing: mass and inertia say how bodies move.
#pragma once

#include <variant>

#include "kreisel/model/frame.hpp"

namespace kreisel {

struct BoxShape {
  static constexpr std::string_view type = "box";
  static constexpr std::string_view description = "a block";
  Vector3 size = Vector3::Zero();
  Vector3 position = Vector3::Zero();
  Rotation rotation = {};
  static constexpr auto fields() {
    return std::make_tuple(
        Field{"size", &BoxShape::size, Quantity::length, "its edges along x, y, z", required},
        Field{"position", &BoxShape::position, Quantity::length, "of its centre in the frame of the body"},
        Field{"rotation", &BoxShape::rotation, "of its axes against those of the body"});
  }
};

struct SphereShape {
  static constexpr std::string_view type = "sphere";
  static constexpr std::string_view description = "a ball";
  double radius = 0.0;
  Vector3 position = Vector3::Zero();
  static constexpr auto fields() {
    return std::make_tuple(Field{"radius", &SphereShape::radius, Quantity::length, "of the ball", required},
                           Field{"position", &SphereShape::position, Quantity::length,
                                 "of its centre in the frame of the body"});
  }
};

struct CylinderShape {
  static constexpr std::string_view type = "cylinder";
  static constexpr std::string_view description = "a rod or a disc";
  double radius = 0.0, length = 0.0;
  Vector3 position = Vector3::Zero(), axis = Vector3::UnitZ();
  static constexpr auto fields() {
    return std::make_tuple(
        Field{"radius", &CylinderShape::radius, Quantity::length, "about the axis", required},
        Field{"length", &CylinderShape::length, Quantity::length, "along the axis", required},
        Field{"position", &CylinderShape::position, Quantity::length,
              "of its centre in the frame of the body"},
        Field{"axis", &CylinderShape::axis, "its direction in the frame of the body"});
  }
};

struct ConeShape {
  static constexpr std::string_view type = "cone";
  static constexpr std::string_view description = "a cone, its tip in the direction of the axis";
  double radius = 0.0, length = 0.0;
  Vector3 position = Vector3::Zero(), axis = Vector3::UnitZ();
  static constexpr auto fields() {
    return std::make_tuple(
        Field{"radius", &ConeShape::radius, Quantity::length, "of its base", required},
        Field{"length", &ConeShape::length, Quantity::length, "from the base to the tip", required},
        Field{"position", &ConeShape::position, Quantity::length,
              "halfway between base and tip, in the frame of the body"},
        Field{"axis", &ConeShape::axis, "from the base to the tip in the frame of the body"});
  }
};

struct CapsuleShape {
  static constexpr std::string_view type = "capsule";
  static constexpr std::string_view description = "a rod with round ends, such as a limb";
  double radius = 0.0, length = 0.0;
  Vector3 position = Vector3::Zero(), axis = Vector3::UnitZ();
  static constexpr auto fields() {
    return std::make_tuple(
        Field{"radius", &CapsuleShape::radius, Quantity::length, "of the rod and of its ends", required},
        Field{"length", &CapsuleShape::length, Quantity::length, "between the centres of its ends", required},
        Field{"position", &CapsuleShape::position, Quantity::length,
              "of its centre in the frame of the body"},
        Field{"axis", &CapsuleShape::axis, "its direction in the frame of the body"});
  }
};

struct EllipsoidShape {
  static constexpr std::string_view type = "ellipsoid";
  static constexpr std::string_view description = "a ball with three radii";
  Vector3 radii = Vector3::Zero();
  Vector3 position = Vector3::Zero();
  Rotation rotation = {};
  static constexpr auto fields() {
    return std::make_tuple(
        Field{"radii", &EllipsoidShape::radii, Quantity::length, "along x, y, z", required},
        Field{"position", &EllipsoidShape::position, Quantity::length,
              "of its centre in the frame of the body"},
        Field{"rotation", &EllipsoidShape::rotation, "of its axes against those of the body"});
  }
};

struct MeshShape {
  static constexpr std::string_view type = "mesh";
  static constexpr std::string_view description = "triangles of a file";
  std::string file = {};
  double scale = 1.0;
  Vector3 position = Vector3::Zero();
  Rotation rotation = {};
  static constexpr auto fields() {
    return std::make_tuple(
        Field{"file", &MeshShape::file, "STL or OBJ, seen from the folder of the model", required},
        Field{"scale", &MeshShape::scale, "metres per unit of the file: 0.001 where that is in millimetres"},
        Field{"position", &MeshShape::position, Quantity::length,
              "of the origin of the file in the frame of the body"},
        Field{"rotation", &MeshShape::rotation, "of the axes of the file against those of the body"});
  }
};

using Shape =
    std::variant<BoxShape, SphereShape, CylinderShape, ConeShape, CapsuleShape, EllipsoidShape, MeshShape>;

}  // namespace kreisel
