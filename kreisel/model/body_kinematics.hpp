// Rigid bodies and vectors fixed on them, seen from space: the only place that knows how a body enters.
//
//   z = σ x + R c      σ = 1: a point of the body, σ = 0: a direction
//
//   direct             v = (u, Ω):  z' = σ u + R (Ω×c),     z'' = σ u' + R (Ω'×c + Ω×(Ω×c))
//   semidirect         v = (U, Ω):  z' = R (σ U + Ω×c),     z'' = R (σ U' + Ω'×c + Ω×(σ U + Ω×c))
//
// Derivatives are left trivialised, docs/conventions.md: under q·exp(w), w = (·, w2), R y becomes R y - R ŷ w2.
#pragma once

#include <optional>
#include <string_view>

#include "kreisel/core/types.hpp"

namespace kreisel {

/// How a body enters; which groups there are: BodyGroups in groups/all.hpp.
struct BodyGroup {
  std::string_view name;
  bool is_semidirect = false;       // the linear velocity is the one in the frame of the body
  bool has_rotation_matrix = true;  // behind the position; otherwise a unit quaternion
  Index coordinates = 12;
};
std::optional<BodyGroup> body_group(std::string_view name);

/// x and R from the coordinates of a body, and back from a unit quaternion.
inline Vector3 position_at(const double* q) {
  return Eigen::Map<const Vector3>(q);
}
Matrix3 rotation_at(const BodyGroup& group, const double* q);
void write_pose(const BodyGroup& group, const Vector3& x, const VectorOf<double, 4>& quaternion, double* q);
VectorOf<double, 4> quaternion_at(const BodyGroup& group, const double* q);
/// x' in space from v, and v from x'.
Vector3 space_velocity(const BodyGroup& group, const double* q, const Vector3& linear);
Vector3 linear_velocity(const BodyGroup& group, const double* q, const Vector3& in_space);

/// A body at a point of its motion; velocities are read only by who asks for them.
struct BodyAt {
  bool semidirect = false;
  Vector3 x;
  Matrix3 r;
  Vector3 linear, angular;            // v
  Vector3 linear_rate, angular_rate;  // v'

  void place(const BodyGroup& group, const double* q);
  void move(const double* v) {
    linear = Eigen::Map<const Vector3>(v);
    angular = Eigen::Map<const Vector3>(v + 3);
  }
  void accelerate(const double* a) {
    linear_rate = Eigen::Map<const Vector3>(a);
    angular_rate = Eigen::Map<const Vector3>(a + 3);
  }
};

/// How far a body moves: x + Δx, R + R E under q·exp(w), both free of cancellation.
struct BodyStep {
  Vector3 shift;  // Δx
  Matrix3 turn;   // R E, E = exp(w2) - I
};
BodyStep step_of(const BodyAt& body, const double* w);
/// The coordinates after a step.
void write_step(const BodyGroup& group, const BodyAt& body, const BodyStep& step, const double* q,
                const double* w, double* q_new);

/// A vector fixed on a body; `point` is σ.
struct BodyVector {
  double point = 0.0;
  Vector3 c = Vector3::Zero();
};

}  // namespace kreisel
