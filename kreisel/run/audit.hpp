// Looks at every accepted state: row residuals, energy, finiteness; and says when they are beyond what a tolerance means.
#pragma once

#include <string>

#include "kreisel/problems/problem.hpp"
#include "kreisel/run/damping_watch.hpp"
#include "kreisel/run/run.hpp"

namespace kreisel {

struct AuditPoint {
  double gap = 0.0, rate = 0.0;  // largest over the rigid rows
  double energy;                 // NaN when undefined
  bool is_finite = true;
};

/// What an audit may find.
struct AuditLimits {
  double share =
      0.0;  // of positions and velocities: so many tolerances. 0: a constant step, nothing but energy that
            // grows out of nowhere is wrong then
  bool holds_gaps = true;  // the formulation keeps positions on the rigid rows
};

class Audit {
 public:
  Audit(const ProblemInstance& problem, const AnySystem& system, const AuditLimits& limits);

  AuditPoint look(const StateView& state);
  void blame() { found_non_finite_ = true; }
  bool found_non_finite() const { return found_non_finite_; }
  /// What is beyond the limits; empty while nothing is.
  const std::string& verdict() const { return verdict_; }
  RunAudit result() const;

 private:
  void look_at_rows(const StateView& state, AuditPoint& point);
  void look_at_energy(const StateView& state, AuditPoint& point);
  void measure(const StateView& state);
  void judge_energy(const StateView& state, double change);

  const ProblemInstance& problem_;
  const AnySystem& system_;
  AuditLimits limits_;
  DampingWatch damping_;
  Vector q_, v_, gap_, rate_, zero_, momentum_, force_, none_;
  double max_gap_ = 0.0, max_rate_ = 0.0;
  double first_energy_, largest_change_ = 0.0;
  double per_error_ =
      0.0;  // [J] what an error of 1 in positions and velocities, relative to 1 + their size, is worth
  double kinetic_ = 0.0;  // the largest while the energy was still what it should be
  long looks_ = 0;
  bool has_energy_ = false, found_non_finite_ = false;
  std::string verdict_;
};

}  // namespace kreisel
