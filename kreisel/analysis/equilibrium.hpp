// Where a mechanism rests: f(t,q,0) = Bᵀλ with Φ = 0 on the rigid rows and Φ = cλ on the springs, at a fixed time.
//
//   r(q) = -f + Bᵀλ + Bᵀ(Φ/c),   w = w_n + Q z,   B w_n = -Φ,   (QᵀK Q) z = -Qᵀ(r + K w_n)
//
// Q spans what the rigid rows allow, orthonormal in the metric of the mass, λ is the one with the least Bᵀλ + r there. What
// rolls keeps rolling without slipping. Where QᵀKQ is not positive, every eigenvalue counts with its absolute value: the
// iteration runs downhill, away from saddle points, and ends as Newton's [Dauphin et al. 2014, arXiv:1406.2572]. Steps are
// shortened until the force along them is not turned round. Where that ends nowhere, as it may with forces that follow,
// pseudo-time steps (QᵀKQ + μ) z = -Qᵀr with μ falling as the force does [Kelley, Keyes 1998, SIAM J. Numer. Anal. 35(2)].
//
// With `turning` the state is at rest in a frame that turns about the origin of space with this angular velocity.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kreisel/equations/any_system.hpp"
#include "kreisel/equations/state.hpp"

namespace kreisel {

struct EquilibriumOptions {
  double t = 0.0;                     // [s] at which drives stand still
  Vector3 turning = Vector3::Zero();  // [rad/s] in space
  int load_steps = 1;                 // the forces of the start are taken away in so many steps
  int starts = 1;                     // that given, and others about it
  std::uint64_t seed = 1;
};

enum class EquilibriumStatus {
  found,
  nothing_resists,  // a force where there is no stiffness
  rows_not_met,     // the joints cannot be closed at rest
  iteration_limit,  // neither here nor there
  not_steady,       // with `turning`: forces that change while it turns
  not_finite
};

enum class Stability { stable, indifferent, unstable };

/// A motion near the equilibrium that nothing resists, or that grows.
struct NamedDirection {
  Vector direction;   // body-frame variation
  double rate = 0.0;  // [1/s] with which it grows; 0: it stays where it is put
};

struct Equilibrium {
  EquilibriumStatus status = EquilibriumStatus::iteration_limit;
  State state;         // v, v' and λ included
  double force = 0.0;  // that is left, relative to the forces that balance
  double gap = 0.0;    // largest of the rigid rows
  int iterations = 0;
  Vector worst = {};  // not found: the direction in which the force remains
  Stability stability = Stability::stable;
  std::vector<NamedDirection> free = {}, growing = {};
};

/// Distinct equilibria, the one that belongs to q0 first. A single entry that is not found where there is none.
std::vector<Equilibrium> find_equilibria(const AnySystem& system, const Vector& q0,
                                         const EquilibriumOptions& options);

std::string name_of(Stability stability);

}  // namespace kreisel
