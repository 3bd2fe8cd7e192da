// Names of bodies and markers turned into places: where the ends of joints and forces are.
#pragma once

#include <map>
#include <string>

#include "kreisel/model/geometry.hpp"
#include "kreisel/model/model.hpp"

namespace kreisel {

/// The unit quaternion of a rotation as it was written; throws ModelError when that has length zero or is not finite.
VectorOf<double, 4> unit_quaternion(const Rotation& rotation, const std::string& pointer);

/// Finds the frames of a model. Throws ModelError for names that are unknown or given twice.
class FrameTable {
 public:
  explicit FrameTable(const Model& model);

  /// -1 for the ground.
  Index body(const std::string& name, const std::string& pointer) const;
  PlacedFrame frame(const End& end, const std::string& pointer) const;

 private:
  template <class AnyFrame>
  PlacedFrame place(const AnyFrame& given, const std::string& pointer) const;

  std::map<std::string, Index> bodies_;
  std::map<std::string, PlacedFrame> markers_;
};

/// Puts vectors of frames into a geometry.
class GeometryBuilder {
 public:
  ElementVector point(const PlacedFrame& frame);
  ElementVector direction(const PlacedFrame& frame, int axis);
  /// Slots: axis of a frame; from the origin of `from` to the origin of `to`.
  int axis(const PlacedFrame& frame, int axis);
  int between(const PlacedFrame& from, const PlacedFrame& to);
  /// A form of its own: product of two slots.
  int dot(int first, int second) { return geometry.add_dot(first, second); }

  Geometry geometry = {};
};

}  // namespace kreisel
