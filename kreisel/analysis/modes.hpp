// How a mechanism vibrates, decays or falls near a state: eigenvalues and shapes of the motion linearised there.
//
// On the manifold of the rigid rows (analysis/linearisation.hpp), with gyroscopic and circulatory terms, dampers, springs as
// rows and rolling. A steady motion is seen from the frame in which it rests (analysis/steady_frame.hpp); of any other the
// eigenvalues are those of the coefficients at that moment, frozen.
#pragma once

#include <complex>
#include <string>
#include <vector>

#include "kreisel/analysis/steady_frame.hpp"
#include "kreisel/equations/any_system.hpp"
#include "kreisel/equations/state.hpp"

namespace kreisel {

/// A mode that is slower than this share of the fastest is not told from one at rest.
inline constexpr double at_rest_share = 1e-7;

struct ModeShape {
  std::complex<double> value;  // [1/s]; of a pair the one with positive imaginary part
  Eigen::VectorXcd shape;      // body-frame variation of q, its largest entry 1
  Eigen::VectorXcd velocity;   // δv that goes with it
  std::vector<double> shares;  // of every factor of the group in the kinetic energy (at rest: in |L'ξ|²)

  double natural_frequency() const { return std::abs(value); }  // [rad/s]
  double frequency() const { return value.imag(); }             // [rad/s]
  double damping_ratio() const { return std::abs(value) > 0.0 ? -value.real() / std::abs(value) : 0.0; }
  /// Beyond what round-off makes of a mode without damping; `fastest` of all modes.
  bool grows(double fastest) const { return value.real() > at_rest_share * fastest; }
};

struct ModalAnalysis {
  bool is_regular = true;          // false: the mass is not positive definite
  Index freedom = 0;               // of (q, v): 2n less what rows forbid
  std::vector<ModeShape> moving;   // slowest first
  std::vector<ModeShape> at_rest;  // directions in which it stays where it is put
  double fastest = 0.0;            // [1/s]
  bool is_complete = true;         // false: only the slowest were computed
  SteadyFrame frame;
};

/// At a consistent state with its v' and λ. `is_moving`: seen from the frame of the steady motion. Of large systems the
/// `count` modes nearest to rest, 0: as many as is usual.
ModalAnalysis modes_at(const AnySystem& system, const State& state, bool is_moving, Index count = 0);

/// Shares, and the shape scaled so that its largest entry is 1: of a shape and the velocity that goes with it, given in the
/// metric of the mass too.
ModeShape scaled_shape(const AnySystem& system, std::complex<double> value, Eigen::VectorXcd shape,
                       Eigen::VectorXcd velocity, const Eigen::VectorXcd& in_metric);

/// More velocities than this and only some modes are computed, with sparse matrices.
inline constexpr Index most_dense_velocities = 360;

}  // namespace kreisel
