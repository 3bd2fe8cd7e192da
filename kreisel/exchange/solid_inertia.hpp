// Masses with their centres and moments, added and moved; the solids files know.
#pragma once

#include <array>
#include <vector>

#include "kreisel/exchange/pose.hpp"

namespace kreisel {

/// In some frame: centre of mass and inertia about it, along the axes of the frame.
struct SolidInertia {
  double mass = 0.0;
  Vector3 centre = Vector3::Zero();
  Matrix3 inertia = Matrix3::Zero();

  void add(const SolidInertia& other);
  /// The same in a frame around it.
  SolidInertia seen_from(const Pose& pose) const;
  void scale(double factor) { mass *= factor, inertia *= factor; }
};

/// Of density 1, about the origin with the axes of the solid; cylinders and capsules along z.
SolidInertia unit_sphere_of(double radius);
SolidInertia unit_ellipsoid_of(const Vector3& half_axes);
SolidInertia unit_box_of(const Vector3& half_sides);
SolidInertia unit_cylinder_of(double radius, double half_length);
SolidInertia unit_capsule_of(double radius, double half_length);
/// The volume inside a closed surface of triangles [Mirtich 1996].
using Triangle = std::array<Vector3, 3>;
SolidInertia unit_solid_of(const std::vector<Triangle>& surface);

}  // namespace kreisel
