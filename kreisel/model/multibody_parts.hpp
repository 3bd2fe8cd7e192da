// A multibody system taken apart: bodies, coordinates of joints, elements that are rows, elements that are forces.
#pragma once

#include <memory>
#include <vector>

#include "kreisel/equations/rows.hpp"
#include "kreisel/model/functions.hpp"

namespace kreisel {

struct RigidBody {
  double mass = 0.0;
  Matrix3 inertia = Matrix3::Zero();  // about the centre of mass, in the frame of the body
};

/// Rows that are forms, or functions of forms. All its rows are of one kind.
struct RowElement {
  Geometry geometry = {};
  std::shared_ptr<const RowFunction> function = {};  // none: the forms themselves
  std::vector<Row> rows = {};
  /// Weights W of the rows, for those that hold coordinates without mass: multibody_system.hpp. Usually none.
  Vector augmentation = {};
};

struct ForceElement {
  Geometry geometry = {};
  std::shared_ptr<const ForceFunction> function = {};
};

struct MultibodyParts {
  BodyGroup group;
  Vector3 gravity = Vector3::Zero();
  std::vector<RigidBody> bodies = {};
  std::vector<double> coordinate_masses = {};  // behind the bodies; 0 needs rows with an augmentation
  std::vector<RowElement> row_elements = {};
  std::vector<ForceElement> force_elements = {};

  CoordinatePlace place_of_coordinate(Index i) const {
    const Index n = std::ssize(bodies);
    return {n + i, group.coordinates * n + i, 6 * n + i};
  }
  Index blocks() const { return std::ssize(bodies) + std::ssize(coordinate_masses); }
  /// Coordinates x, R and the velocity x': ball joints are written out for these.
  bool has_plain_points() const { return group.has_rotation_matrix && !group.is_semidirect; }
};

}  // namespace kreisel
