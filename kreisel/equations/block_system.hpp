// A mechanical system of many bodies behind one run-time type, its matrices in blocks: the cost of a step grows with
// the number of bodies, not with its square.
//
// Small systems do better with dense matrices: with_dense_matrices() shows the same system as AnySystem.
#pragma once

#include "kreisel/equations/any_system.hpp"
#include "kreisel/linear/block_matrix.hpp"

namespace kreisel {

/// An implementation overwrites every value.
struct BlockMatrices {
  using Square = BlockSquare<double>;
  using Strips = BlockStrips<double>;

  /// As Tangents of mechanical_system.hpp.
  struct AllTangents {
    Square mass = {};                     // block diagonal
    Square damping = {}, stiffness = {};  // with couplings
    Strips jacobian = {}, rate_stiffness = {};

    void resize(const SharedPattern& pattern) {
      mass.resize(pattern, true);
      for (Square* m : {&damping, &stiffness}) m->resize(pattern, false);
      for (Strips* m : {&jacobian, &rate_stiffness}) m->resize(pattern);
    }
  };

  struct Special {
    virtual ~Special() = default;
    virtual const SharedPattern& pattern() const = 0;
    /// The mass matrix has the couplings of the pattern too.
    virtual bool has_coupled_masses() const { return false; }
    virtual void advance_with_gap(double t, const Vector& q, double dt, const Vector& w, Vector& q_new,
                                  Vector& change) const = 0;
  };
  /// One factor of the group for every body of the pattern.
  static void require_shape(const RuntimeSystem<BlockMatrices>& system);
};

using BlockSystem = RuntimeSystem<BlockMatrices>;

static_assert(MechanicalSystem<BlockSystem>);

/// The same system with dense matrices, which in_blocks() leads back from.
AnySystem with_dense_matrices(const BlockSystem& system);

}  // namespace kreisel
