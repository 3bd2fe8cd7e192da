// From given q0, v0 to a state that satisfies every row, with a report of what was violated and changed.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "kreisel/core/options.hpp"
#include "kreisel/equations/any_system.hpp"
#include "kreisel/equations/state.hpp"

namespace kreisel {

/// Where compliant rows start. On the slow motion a stiff spring does not vibrate and a strong damper does not relax.
enum class InitialMotion {
  automatic,  // rows that are stiff for the expected step on the slow motion, where there is one; the others as given
  smooth,  // every compliant row on the slow motion, to a stated order; an error where there is none
  raw,     // as given: λ = (Φ + τΦ')/c or (B v + b)/c, with the fast motion that follows
};

inline constexpr std::array<NamedChoice<InitialMotion>, 3> initial_motion_names{{
    {"automatic", InitialMotion::automatic, "rows that are stiff for the expected step on the slow motion"},
    {"smooth", InitialMotion::smooth, "every compliant row on the slow motion, smooth:K to order K"},
    {"raw", InitialMotion::raw, "as given, with the fast motion that follows"},
}};
constexpr const auto& choices_of(InitialMotion) {
  return initial_motion_names;
}

inline constexpr int best_order = -1;            // as many sweeps as still help
inline constexpr int highest_initial_order = 8;  // beyond, derivatives of λ are round-off

/// What a user may ask of the start.
struct Start {
  double limit =
      -1.0;  // refuse when a row's gap, or its rate relative to max(1,|v|), exceeds this; not given: usual
  InitialMotion motion = InitialMotion::automatic;
  int order = best_order;  // of the slow motion in the compliances; 0: rows as if rigid
  double scale =
      0.0;  // [s] by which rows are called stiff; 0: the expected step. The same for runs that are compared
  double disturbed = 0.0;  // by so much more may joints be violated: start values were moved on purpose
  bool assembles = false;  // velocities may be anything, those that the joints forbid are taken away

  static constexpr auto options() {
    constexpr Offered elsewhere = Offered::not_on_command_line;  // there, --start says all three
    return std::make_tuple(
        Option{"start_limit", &Start::limit, "X",
               "refuse start values that violate a joint by more; unless given a quarter of the size of a "
               "model, whose "
               "velocities are put right anyway, and 0.01 for problems",
               Accepts::not_negative},
        Option{"initial_motion", &Start::motion, "NAME", "where stiff springs and strong dampers start",
               Accepts::any, elsewhere},
        Option{"initial_order", &Start::order, "K", "order of a smooth initial motion in the compliances",
               Accepts::not_negative, elsewhere},
        Option{"start_scale", &Start::scale, "T", "time by which rows are called stiff at the start [s]",
               Accepts::positive, elsewhere});
  }
};

inline constexpr double usual_start_limit = 1e-2;

/// What is asked for, with the limit of a model where none was given.
inline Start completed(Start start, double limit_of_model) {
  if (start.limit >= 0.0 || !(limit_of_model > 0.0)) return start;
  start.limit = limit_of_model;
  start.assembles = true;
  return start;
}

struct StartOptions {
  Start start = {};
  double time_scale = 1e-3;  // [s] expected step: what "stiff" is compared with
  double interval = 1.0;     // [s] of the run: what "every compliant row" is compared with
};

struct RowStart {
  std::string row;
  double gap = 0.0, rate = 0.0;  // violation of the given values
  bool smooth = false;           // compliant row put on the slow motion
  bool followed = false;         // and so stiff for the expected step that steps may keep it there
};

struct StartReport {
  std::vector<RowStart> rows;
  double moved_position = 0.0, moved_velocity = 0.0;  // largest change of a coordinate
  int order = 0;                                      // sweeps towards the slow motion
  double remaining = 0.0;  // relative change of λ in the last sweep: how far the slow motion may still be
  double worst_gap() const;
  double worst_rate() const;
  bool is_smooth() const;  // some row was put on the slow motion
};

/// q0 and v0 projected in the mass metric onto the rigid rows (and the stiff compliant ones), v' and λ from
/// the index-1 system. Throws StartError beyond the limit, when the projection fails, rows are redundant or the slow
/// motion that was asked for does not exist.
State consistent_start(const AnySystem& system, double t, const Vector& q0, const Vector& v0,
                       const StartOptions& options, StartReport& report);

}  // namespace kreisel
