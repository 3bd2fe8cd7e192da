// Looks at rows and energy at every accepted point.
#include "kreisel/run/audit.hpp"

#include <algorithm>
#include <cmath>

namespace kreisel {

Audit::Audit(const ProblemInstance& problem, const AnySystem& system)
    : problem_(problem), system_(system), damping_(system_), first_energy_(NAN) {
  gap_.setZero(row_count(system));
  rate_ = gap_;
}

AuditPoint Audit::look(const StateView& state) {
  AuditPoint point;
  q_ = state.q;
  v_ = state.v;
  point.is_finite = q_.allFinite() && v_.allFinite() && state.lambda.allFinite();
  if (gap_.size() > 0) {
    system_.gap(state.t, q_, gap_);
    system_.rate(state.t, q_, v_, rate_);
    for (Index i = 0; i < gap_.size(); ++i) {
      const Row& row = system_.rows()[static_cast<std::size_t>(i)];
      if (!row.is_rigid()) continue;
      if (row.is_position()) point.gap = std::max(point.gap, std::abs(gap_[i]));
      point.rate = std::max(point.rate, std::abs(rate_[i]));
    }
  }
  max_gap_ = std::max(max_gap_, point.gap);
  max_rate_ = std::max(max_rate_, point.rate);
  damping_.look(state);
  point.energy = problem_.energy ? problem_.energy(state) : NAN;
  if (problem_.energy && !has_energy_) {
    first_energy_ = point.energy;
    has_energy_ = true;
  }
  if (has_energy_) largest_change_ = std::max(largest_change_, std::abs(point.energy - first_energy_));
  return point;
}

RunAudit Audit::result() const {
  RunAudit audit{max_gap_, max_rate_, std::nullopt, damping_.first_rank(), damping_.changes()};
  if (has_energy_) audit.energy_drift = largest_change_;
  return audit;
}

}  // namespace kreisel
