// Looks at every accepted state: row residuals, energy, finiteness.
#pragma once

#include "kreisel/problems/problem.hpp"
#include "kreisel/run/damping_watch.hpp"
#include "kreisel/run/run.hpp"

namespace kreisel {

struct AuditPoint {
  double gap = 0.0, rate = 0.0;  // largest over the rigid rows
  double energy;                 // NaN when undefined
  bool is_finite = true;
};

class Audit {
 public:
  Audit(const ProblemInstance& problem, const AnySystem& system);

  AuditPoint look(const StateView& state);
  void blame() { found_non_finite_ = true; }
  bool found_non_finite() const { return found_non_finite_; }
  RunAudit result() const;

 private:
  const ProblemInstance& problem_;
  const AnySystem& system_;
  DampingWatch damping_;
  Vector q_, v_, gap_, rate_;
  double max_gap_ = 0.0, max_rate_ = 0.0;
  double first_energy_, largest_change_ = 0.0;
  bool has_energy_ = false, found_non_finite_ = false;
};

}  // namespace kreisel
