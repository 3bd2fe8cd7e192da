// Forces on a mechanism at rest, or at rest in a frame that turns, and their derivatives along variations of q.
#pragma once

#include "kreisel/equations/any_system.hpp"
#include "kreisel/equations/state.hpp"

namespace kreisel {

class RestingForces {
 public:
  RestingForces(const AnySystem& system, double t, const Vector3& turning);

  /// v and v' of the frame at q, into the state.
  void move(State& state) const;
  /// M v' - f + Bᵀλ, with λ of the springs put in: Φ/c. Dampers do nothing at rest.
  void residual(State& state, Vector& r) const;
  /// Its derivative with λ of the rigid rows fixed, and B of all rows at q.
  void tangents(const State& state, Matrix& stiffness, Matrix& jacobian) const;

  /// The derivative with translations in space also where they are counted in the frame of the body: there a force that is
  /// not balanced turns with the body, which couples translations and rotations by nothing that is stiff.
  void straighten(const Vector& total, Matrix& stiffness) const;

  bool is_turning() const { return turning_.squaredNorm() > 0.0; }
  /// Throws OptionError for coordinates that cannot turn.
  void require_bodies() const;

 private:
  void add_turning_stiffness(const State& state, const AnySystem::AllTangents& all, Matrix& stiffness) const;

  const AnySystem& system_;
  double t_;
  Vector3 turning_;
};

}  // namespace kreisel
