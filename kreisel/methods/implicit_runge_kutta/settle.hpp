// What a Runge-Kutta step leaves off its rows, put back: positions, velocities, v' and λ at the end of a step.
//
// Index-3 rows hold positions only; v and λ of the stages lose orders to them. Moving v by the least amount in the mass
// metric onto B v + b = 0 and taking v', λ from the acceleration level restores the order of q in all three. Rows that
// other formulations meet on lower levels get their positions back, too. A compliant row that starts on its slow motion
// and is stiff on the scale of the step (c < h²/10 of its mobility) is treated like a rigid one with
// B v + b = cλ' - τcλ'' and B v' + γ = cλ'', velocity rows with cλ and cλ'; λ', λ'' by the polynomial of the stages.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "kreisel/methods/formulation.hpp"
#include "kreisel/methods/shared/acceleration_level.hpp"
#include "kreisel/methods/shared/node_weights.hpp"
#include "kreisel/methods/shared/step_equations.hpp"

namespace kreisel {

template <MechanicalSystem System>
class RungeKuttaSettle {
 public:
  using Point = StepPoint<System>;
  using Tangent = typename System::Tangent;
  using Multiplier = typename System::Multiplier;

  RungeKuttaSettle(const System& system, bool projects, bool stabilised, Formulation formulation)
      : system_(system), projects_(projects), level_(system) {
    const Index m = row_count(system);
    for (Multiplier* x : {&rates_, &accelerations_, &mobility_}) x->setZero(m);
    move_.setZero(system.group().dimension());
    slow_.assign(static_cast<std::size_t>(m), false);
    slow_at_start_ = slow_;
    for (const Row& row : system.rows()) {
      const bool meets_gap = stabilised || formulation == Formulation::index3;
      has_rigid_rows_ = has_rigid_rows_ || row.is_rigid();
      moves_positions_ = moves_positions_ || (projects && row.is_rigid() && row.is_position() && !meets_gap);
    }
  }

  /// From start() on; note_relaxed() adds to them.
  void follow_slow_motion(const std::vector<bool>& rows) { slow_at_start_ = rows; }

  void set_slow_rows(const std::vector<bool>& rows) {
    slow_ = rows;
    has_slow_rows_ = std::find(rows.begin(), rows.end(), true) != rows.end();
  }

  const std::vector<bool>& slow_rows() const { return slow_; }

  bool has_rigid_rows() const { return has_rigid_rows_; }
  bool has_held_rows() const { return projects_ && (has_rigid_rows_ || has_slow_rows_); }
  bool moves_positions() const { return moves_positions_; }

  bool is_held(Index i, double h) const {
    if (!projects_) return false;
    const Row& r = row(i);
    if (r.is_rigid()) return true;
    constexpr double well_below = 0.1;
    if (r.relaxation > well_below * h) return false;  // it creeps, on a time scale that the step resolves
    const double scale = r.is_position() ? h * h : h;
    return slow_[static_cast<std::size_t>(i)] && r.compliance < well_below * scale * mobility_[i];
  }

  /// Mobilities at the first point, and a first factorisation there.
  bool start(Point& point) {
    set_slow_rows(slow_at_start_);
    rates_.setZero();
    accelerations_.setZero();
    Tangent v = point.v, acceleration = point.acceleration;
    Multiplier lambda = point.lambda;
    if (!settle_with([](Index) { return false; }, point.t, point.q, v, acceleration, lambda)) return false;
    for (Index i = 0; i < mobility_.size(); ++i) mobility_[i] = level_.mobility(i, i);
    if (!has_rigid_rows_ || !projects_) return true;
    return settle(point, 0.0, {}, {}, 0.0);
  }

  /// v, v', λ at the point, which lies at the fraction x of a step with these stages.
  bool settle(Point& point, double h, std::span<const Multiplier> lambdas, std::span<const double> nodes,
              double x) {
    set_targets(point.lambda, h, lambdas, nodes, x);
    const auto held = [&](Index i) { return is_held(i, h); };
    if (!settle_with(held, point.t, point.q, point.v, point.acceleration, point.lambda)) return false;
    for (Index i = 0; i < mobility_.size(); ++i)
      if (!row(i).is_rigid()) mobility_[i] = level_.mobility(i, i);
    return true;
  }

  /// After a step: dampers much faster than it have relaxed, wherever they started.
  void note_relaxed(double h) {
    constexpr double much_faster = 30.0;
    for (Index i = 0; i < mobility_.size(); ++i) {
      if (row(i).is_position() || row(i).is_rigid()) continue;
      const bool has_relaxed = h * mobility_[i] > much_faster * row(i).compliance;
      if (!has_relaxed) continue;
      slow_[static_cast<std::size_t>(i)] = has_slow_rows_ = true;
    }
  }

  /// The factorisation that settle() left at this point, again.
  void reload(Point point, double h) {
    const auto held = [&](Index i) { return is_held(i, h); };
    rates_.setZero();
    accelerations_.setZero();
    settle_with(held, point.t, point.q, point.v, point.acceleration, point.lambda);
  }

  template <class A>
  void transfer(A& a) {
    a(mobility_, has_slow_rows_);
    for (std::size_t i = 0; i < slow_.size(); ++i) {
      bool slow = slow_[i];
      a(slow);
      slow_[i] = slow;
    }
  }

  /// Back onto the rigid position rows, by the shortest way in the mass metric.
  bool project_positions(Point& point, double position_scale) {
    constexpr int most_iterations = 3;
    for (int k = 0; k < most_iterations; ++k) {
      system_.gap(point.t, point.q, rates_);
      double off = 0.0;
      for (Index i = 0; i < rates_.size(); ++i) {
        rates_[i] = row(i).is_rigid() && row(i).is_position() ? -rates_[i] : 0.0;
        off = std::max(off, std::abs(rates_[i]));
      }
      if (off <= 4.0 * std::numeric_limits<double>::epsilon() * position_scale) break;
      status_ = level_.correction(point.t, point.q, rates_, move_);
      if (status_ != KernelStatus::regular) return false;
      advance_into(system_.group(), point.q, move_, point.q);
    }
    system_.gap(point.t, point.q, point.gap);
    return true;
  }

  /// Removes what the rows held at the last point forbid.
  void make_tangential(Tangent& x) {
    if (has_held_rows()) level_.make_tangential(x);
  }

  /// The compliant rows that follow their slow motion in steps of this size.
  std::vector<Finding> findings(double h) const {
    std::vector<Finding> all;
    for (Index i = 0; i < mobility_.size(); ++i) {
      const Row& r = row(i);
      if (r.is_rigid() || !is_held(i, h)) continue;
      const double rate = mobility_[i] / r.compliance;
      all.push_back(
          {"row " + r.name, r.is_position() ? std::sqrt(rate) : rate, r.is_position() ? "rad/s" : "1/s"});
    }
    return all;
  }

  AccelerationLevel<System>& level() { return level_; }
  KernelStatus status() const { return status_; }
  Index guilty() const { return level_.guilty(); }

 private:
  const Row& row(Index i) const { return system_.rows()[static_cast<std::size_t>(i)]; }

  template <class Held>
  bool settle_with(const Held& held, double t, const typename System::Element& q, Tangent& v,
                   Tangent& acceleration, Multiplier& lambda) {
    status_ = level_.settle(t, q, held, rates_, accelerations_, v, acceleration, lambda);
    return status_ == KernelStatus::regular;
  }

  void set_targets(const Multiplier& lambda, double h, std::span<const Multiplier> lambdas,
                   std::span<const double> nodes, double x) {
    rates_.setZero();
    accelerations_.setZero();
    if (!has_slow_rows_ || nodes.size() < 2) return;
    const auto w = derivative_weights<2>(x, nodes);
    for (Index i = 0; i < rates_.size(); ++i) {
      const Row& r = row(i);
      if (r.is_rigid()) continue;
      double slope = 0.0, curvature = 0.0;
      for (std::size_t k = 0; k < nodes.size(); ++k) {
        slope += w[1][k] * lambdas[k][i] / h;
        curvature += w[2][k] * lambdas[k][i] / (h * h);
      }
      rates_[i] =
          r.is_position() ? r.compliance * (slope - r.relaxation * curvature) : r.compliance * lambda[i];
      accelerations_[i] = r.compliance * (r.is_position() ? curvature : slope);
    }
  }

  const System& system_;
  bool projects_, has_rigid_rows_ = false, has_slow_rows_ = false, moves_positions_ = false;
  AccelerationLevel<System> level_;
  std::vector<bool> slow_, slow_at_start_;
  Multiplier rates_, accelerations_, mobility_;
  Tangent move_;
  KernelStatus status_ = KernelStatus::regular;
};

}  // namespace kreisel
