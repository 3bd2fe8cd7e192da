// The coordinates of the joints of a model by their names: where they are stored and how they begin.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "kreisel/model/coordinate_place.hpp"
#include "kreisel/model/model.hpp"

namespace kreisel {

struct Coordinate {
  std::string name = {};
  MotionKind kind = MotionKind::rotation;
  double mass = 0.0, value = 0.0, rate = 0.0;
  CoordinatePlace place = {};
};

/// In the order of the joints and of their axes, behind the bodies. Throws ModelError for names given twice.
class CoordinateTable {
 public:
  /// `body_coordinates`: how many numbers of q a body has.
  CoordinateTable(const Model& model, Index body_coordinates);

  const std::vector<Coordinate>& all() const { return all_; }
  const Coordinate& find(const std::string& name, const std::string& pointer) const;

 private:
  std::vector<Coordinate> all_;
  std::map<std::string, std::size_t> by_name_;
};

}  // namespace kreisel
