// A multibody system taken apart: bodies, elements that are rows, elements that are forces.
#pragma once

#include <memory>
#include <vector>

#include "kreisel/equations/rows.hpp"
#include "kreisel/model/force_functions.hpp"
#include "kreisel/model/functions.hpp"
#include "kreisel/model/geometry.hpp"

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
};

struct ForceElement {
  Geometry geometry = {};
  std::shared_ptr<const ForceFunction> function = {};
};

struct MultibodyParts {
  BodyGroup group = BodyGroup::r3xso3;
  Vector3 gravity = Vector3::Zero();
  std::vector<RigidBody> bodies = {};
  std::vector<RowElement> row_elements = {};
  std::vector<ForceElement> force_elements = {};
};

}  // namespace kreisel
