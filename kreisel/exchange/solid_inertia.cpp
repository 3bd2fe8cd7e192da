// Closed forms, and for surfaces the sum over tetrahedra with the origin.
#include "kreisel/exchange/solid_inertia.hpp"

#include <numbers>

namespace kreisel {
namespace {

/// mass (|d|² - d dᵀ), what the parallel axis theorem adds.
Matrix3 shifted(double mass, const Vector3& d) {
  return mass * (d.squaredNorm() * Matrix3::Identity() - d * d.transpose());
}

SolidInertia of_principal(double mass, const Vector3& moments) {
  return {mass, Vector3::Zero(), moments.asDiagonal()};
}

}  // namespace

void SolidInertia::add(const SolidInertia& other) {
  if (other.mass == 0.0 && other.inertia.isZero(0.0)) return;
  const double sum = mass + other.mass;
  const Vector3 common = sum > 0.0 ? Vector3((mass * centre + other.mass * other.centre) / sum) : centre;
  inertia += other.inertia + shifted(mass, centre - common) + shifted(other.mass, other.centre - common);
  mass = sum;
  centre = common;
}

SolidInertia SolidInertia::seen_from(const Pose& pose) const {
  return {mass, pose * centre, pose.r * inertia * pose.r.transpose()};
}

SolidInertia unit_sphere_of(double radius) {
  return unit_ellipsoid_of(Vector3::Constant(radius));
}

SolidInertia unit_ellipsoid_of(const Vector3& a) {
  const double mass = 4.0 / 3.0 * std::numbers::pi * a.prod();
  const Vector3 s = a.cwiseAbs2();
  return of_principal(mass, mass / 5.0 * Vector3(s(1) + s(2), s(0) + s(2), s(0) + s(1)));
}

SolidInertia unit_box_of(const Vector3& a) {
  const double mass = 8.0 * a.prod();
  const Vector3 s = a.cwiseAbs2();
  return of_principal(mass, mass / 3.0 * Vector3(s(1) + s(2), s(0) + s(2), s(0) + s(1)));
}

SolidInertia unit_cylinder_of(double r, double h) {
  const double mass = 2.0 * std::numbers::pi * r * r * h;
  const double across = mass * (0.25 * r * r + h * h / 3.0);
  return of_principal(mass, {across, across, 0.5 * mass * r * r});
}

/// A cylinder and two half balls, whose centres of mass are 3/8 r behind its ends.
SolidInertia unit_capsule_of(double r, double h) {
  const SolidInertia tube = unit_cylinder_of(r, h);
  const double balls = 4.0 / 3.0 * std::numbers::pi * r * r * r;
  const double along = 0.4 * balls * r * r;
  const double across = along + balls * (h * h + 0.75 * h * r);
  return of_principal(tube.mass + balls, Vector3(tube.inertia.diagonal()) + Vector3(across, across, along));
}

SolidInertia unit_solid_of(const std::vector<Triangle>& surface) {
  double volume = 0.0;
  Vector3 first = Vector3::Zero();
  Matrix3 second = Matrix3::Zero();  // ∫ x xᵀ
  for (const Triangle& t : surface) {
    const double det = t[0].dot(t[1].cross(t[2]));
    const Vector3 sum = t[0] + t[1] + t[2];
    volume += det / 6.0;
    first += det / 24.0 * sum;
    Matrix3 squares = sum * sum.transpose();
    for (const Vector3& corner : t) squares += corner * corner.transpose();
    second += det / 120.0 * squares;
  }
  if (volume < 0.0) volume = -volume, first = -first, second = -second;  // triangles seen from inside
  if (!(volume > 0.0)) return {};
  const Vector3 centre = first / volume;
  const Matrix3 about_centre = second - volume * centre * centre.transpose();
  return {volume, centre, about_centre.trace() * Matrix3::Identity() - about_centre};
}

}  // namespace kreisel
