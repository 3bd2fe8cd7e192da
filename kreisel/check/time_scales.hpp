// How fast a mechanism moves by itself near a state, and how fast its springs and dampers would.
//
// Modes are the eigenvalues of the motion linearised on its constraint manifold,
//   w' = u - ad_v w,  M u' + D u + K w + Bᵀδλ = 0,  rigid rows: B u' + ∂(Bv'+γ)/∂q w + ∂γ/∂v u = 0,  B w = 0,  B u + ∂(Bv+b)/∂q w = 0,
// with δλ of the compliant rows put in. They tell the truth for small deviations from a state of rest, and the size of the
// rates elsewhere: of a body that turns they are seen from its own frame on SE(3), from space on R³×SO(3). A compliant row alone would vibrate with ω² = g/c or decay with g/c, g = B_i M⁻¹B_iᵀ
// without what the rigid rows forbid.
#pragma once

#include <string>
#include <vector>

#include "kreisel/equations/any_system.hpp"
#include "kreisel/equations/state.hpp"

namespace kreisel {

/// exp((-decay ± i frequency) t).
struct Mode {
  double frequency = 0.0;  // [rad/s]
  double decay = 0.0;      // [1/s], negative: it grows
  Index factor = -1;       // of the group, the body that moves most

  double rate() const;  // |eigenvalue|
};

/// Compared with the motion's own rate.
enum class StiffnessClass {
  part_of_motion,  // as slow as the motion
  fast,            // faster, but steps may resolve it
  stiff,           // steps that follow the motion do not see it
};

struct RowTimeScale {
  Index row = -1;
  std::string name;
  bool is_position = true;
  double frequency = 0.0;  // [rad/s], undamped, position rows
  double decay =
      0.0;  // [1/s]: of a damper; of a spring-damper as fast as its vibration fades or its force relaxes
  double damping_ratio = 0.0;  // τω/2, position rows
  StiffnessClass stiffness = StiffnessClass::part_of_motion;

  double rate() const;
};

struct TimeScales {
  bool has_modes = false;          // false: too many unknowns, only the rows are known
  std::vector<Mode> modes;         // fastest first, pairs once, without those that do not move at all
  std::vector<RowTimeScale> rows;  // the compliant ones
  double interval = 1.0;           // [s] of the run
  double motion_rate =
      0.0;  // [1/s] of the motion with stiff rows at rest; at least one period in the interval and the fastest turn of a body

  double fastest_vibration() const;  // of all modes [rad/s]
  double fastest_decay() const;      // [1/s]
  bool has_stiff_rows() const;
};

/// More velocities than this and only the rows are looked at.
inline constexpr Index most_linearised_velocities = 120;
/// From these multiples of the motion's rate on a row is fast or stiff.
inline constexpr double fast_ratio = 5.0, stiff_ratio = 50.0;

/// At a consistent state, with its v' and λ.
TimeScales time_scales(const AnySystem& system, const State& state, double interval);

std::string name_of(StiffnessClass stiffness);

}  // namespace kreisel
