// Looks at rows and energy at every accepted point, and knows what they may be off by.
#include "kreisel/run/audit.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace kreisel {
namespace {

constexpr long measured_every = 8;  // steps: two evaluations of the forces each time

double largest(const Vector& x) {
  return x.size() > 0 ? x.cwiseAbs().maxCoeff() : 0.0;
}

}  // namespace

Audit::Audit(const ProblemInstance& problem, const AnySystem& system, const AuditLimits& limits)
    : problem_(problem), system_(system), limits_(limits), damping_(system_), first_energy_(NAN) {
  gap_.setZero(row_count(system));
  rate_ = none_ = gap_;
  zero_.setZero(system.group().dimension());
  momentum_ = force_ = zero_;
}

AuditPoint Audit::look(const StateView& state) {
  AuditPoint point;
  q_ = state.q;
  v_ = state.v;
  point.is_finite = q_.allFinite() && v_.allFinite() && state.lambda.allFinite();
  point.energy = NAN;
  if (!point.is_finite) return point;
  look_at_rows(state, point);
  damping_.look(state);
  if (problem_.energy) look_at_energy(state, point);
  ++looks_;
  return point;
}

void Audit::look_at_rows(const StateView& state, AuditPoint& point) {
  if (gap_.size() == 0) return;
  system_.gap(state.t, q_, gap_);
  system_.rate(state.t, q_, v_, rate_);
  Index worst = 0;
  for (Index i = 0; i < gap_.size(); ++i) {
    const Row& row = system_.rows()[static_cast<std::size_t>(i)];
    if (!row.is_rigid()) continue;
    if (row.is_position() && std::abs(gap_[i]) > point.gap) {
      point.gap = std::abs(gap_[i]);
      worst = i;
    }
    point.rate = std::max(point.rate, std::abs(rate_[i]));
  }
  max_gap_ = std::max(max_gap_, point.gap);
  max_rate_ = std::max(max_rate_, point.rate);
  if (!limits_.holds_gaps || !verdict_.empty() || limits_.share == 0.0) return;
  if (point.gap > limits_.share * (1.0 + largest(q_)))
    verdict_ =
        fmt::format("row \"{}\" is violated by {:.3g} at t = {:.9g}, far more than the tolerance allows",
                    system_.rows()[static_cast<std::size_t>(worst)].name, point.gap, state.t);
}

void Audit::look_at_energy(const StateView& state, AuditPoint& point) {
  point.energy = problem_.energy(state);
  if (!has_energy_) first_energy_ = point.energy;
  if (!has_energy_ || looks_ % measured_every == 0) measure(state);
  has_energy_ = true;
  const double change = point.energy - first_energy_;
  largest_change_ = std::max(largest_change_, std::abs(change));
  if (verdict_.empty()) judge_energy(state, change);
}

/// δE = p·δv - (M v')·δq: with the largest p, M v' and forces so far. M x is a difference of balances.
void Audit::measure(const StateView& state) {
  const Vector acceleration = state.acceleration;
  system_.balance(state.t, q_, zero_, zero_, none_, force_);
  const double at_rest = force_.cwiseAbs().sum() * (1.0 + largest(q_));
  system_.balance(state.t, q_, zero_, v_, none_, momentum_);
  momentum_ -= force_;
  const double kinetic = 0.5 * v_.dot(momentum_);
  const double by_velocity = momentum_.cwiseAbs().sum() * (1.0 + largest(v_));
  system_.balance(state.t, q_, zero_, acceleration, none_, momentum_);
  momentum_ -= force_;
  const double by_position = momentum_.cwiseAbs().sum() * (1.0 + largest(q_));
  per_error_ = std::max(per_error_, by_velocity + by_position + at_rest);
  const bool is_right = !has_energy_ || largest_change_ <= 0.1 * kinetic_;
  if (is_right) kinetic_ = std::max({kinetic_, kinetic, 0.01 * (by_position + at_rest)});
}

void Audit::judge_energy(const StateView& state, double change) {
  if (limits_.share > 0.0 && std::abs(change) > limits_.share * per_error_)
    verdict_ = fmt::format(
        "the energy is conserved, but has changed by {:.3g} J at t = {:.9g}, far more than the tolerance "
        "allows",
        change, state.t);
  else if (limits_.share == 0.0 && looks_ > 0 && change > 2.0 * kinetic_)
    verdict_ = fmt::format(
        "the energy is conserved, but has grown by {:.3g} J at t = {:.9g}, more than ever was in motion",
        change, state.t);
}

RunAudit Audit::result() const {
  RunAudit audit{max_gap_, max_rate_, std::nullopt, damping_.first_rank(), damping_.changes()};
  if (has_energy_) audit.energy_drift = largest_change_;
  return audit;
}

}  // namespace kreisel
