// From given q0, v0 to a state that satisfies every row, with a report of what was violated and changed.
#pragma once

#include <string>
#include <vector>

#include "kreisel/equations/any_system.hpp"
#include "kreisel/equations/state.hpp"

namespace kreisel {

struct StartOptions {
  double time_scale = 1e-3;  // [s] expected step: compliant rows faster than this start on the slow motion
  double limit = 1e-2;       // refuse when a row's gap, or its rate relative to max(1,|v|), exceeds this
  bool literal = false;  // take every compliant row at its word: λ = Φ/c, with the fast motion that follows
};

struct RowStart {
  std::string row;
  double gap = 0.0, rate = 0.0;  // violation of the given values
  bool smooth = false;           // compliant row put on the slow motion
};

struct StartReport {
  std::vector<RowStart> rows;
  double moved_position = 0.0, moved_velocity = 0.0;  // largest change of a coordinate
  double worst_gap() const;
  double worst_rate() const;
};

/// q0 and v0 projected in the mass metric onto the rigid rows (and the stiff compliant ones), v' and λ from
/// the index-1 system. Throws StartError beyond the limit, when the projection fails or rows are redundant.
State consistent_start(const AnySystem& system, double t, const Vector& q0, const Vector& v0,
                       const StartOptions& options, StartReport& report);

}  // namespace kreisel
