// What a Runge-Kutta step leaves off its rows, put back: positions, velocities, v' and λ at the end of a step.
//
// Index-3 rows hold positions only; v and λ of the stages lose orders to them. Moving v by the least amount in the mass
// metric onto B v + b = 0 and taking v', λ from the acceleration level restores the order of q in all three. Rows that
// other formulations meet on lower levels get their positions back, too. A compliant row that starts on its slow motion
// and is stiff on the scale of the step is held like a rigid one with B v + b = cλ' - τcλ'' and B v' + γ = cλ'', velocity
// rows with cλ and cλ'; λ', λ'' by the polynomial of the stages.
//
// That polynomial leaves λ at the beginning out, so a vibration with ωh near the border of its scheme (settle_border())
// would grow: springs are held from hold_from and let go below release_below of it. In between they stay what they were,
// because the change is felt as a jump of v. What holding moves in v counts as an error near the border.
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
    for (Multiplier* x : {&rates_, &accelerations_, &mobility_, &shape_}) x->setZero(m);
    for (Tangent* x : {&move_, &held_move_}) x->setZero(system.group().dimension());
    slow_.assign(static_cast<std::size_t>(m), false);
    slow_at_start_ = was_held_ = held_ = slow_;
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

  /// What the other one knew in the step it accepted last.
  void follow(const RungeKuttaSettle& other) {
    set_slow_rows(other.slow_);
    held_ = was_held_ = other.was_held_;
  }

  bool has_rigid_rows() const { return has_rigid_rows_; }
  bool holds(Index i) const { return was_held_[static_cast<std::size_t>(i)]; }
  /// Where dense matrices leave rows out that depend on others; in blocks what belongs to them is zero.
  bool leaves_rows_out() const { return !InBlocks<System> && !level_.dropped().empty(); }
  /// At the point that was settled last: more coordinates than independent rigid rows.
  bool leaves_something_free() const {
    Index rigid = -std::ssize(level_.dropped());
    for (Index i = 0; i < mobility_.size(); ++i) rigid += row(i).is_rigid();
    return system_.group().dimension() > rigid;
  }
  bool has_held_rows() const { return projects_ && (has_rigid_rows_ || has_slow_rows_); }
  bool moves_positions() const { return moves_positions_; }

  /// Which compliant rows the step of size h from here holds at its end; `border` of its scheme, 0: none at all.
  void choose(const Point& from, double h, double border) {
    nearest_ = INFINITY;
    if (!has_slow_rows_ || !projects_) return;
    for (std::size_t i = 0; i < held_.size(); ++i) held_[i] = chooses(i, h, border);
    if (holds_springs()) keep_clear_of_slow_vibrations(from, h, border);
  }
  void accept() { was_held_ = held_; }
  bool holds_springs() const { return std::isfinite(nearest_); }

  /// What holding springs moved in v, and how much of it counts: far beyond the border it makes up for what the stages lack.
  const Tangent& held_move() const { return held_move_; }
  double weight_of_move() const {
    constexpr double full_weight = 4.0;
    return std::min(1.0, std::pow(full_weight / nearest_, 2));
  }

  /// Mobilities at the first point, and a first factorisation there.
  bool start(Point& point) {
    set_slow_rows(slow_at_start_);
    was_held_.assign(slow_.size(), false);
    held_ = was_held_;
    nearest_ = INFINITY;
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
    if (!settle_with([this](Index i) { return is_held(i); }, point.t, point.q, point.v, point.acceleration,
                     point.lambda))
      return false;
    for (Index i = 0; i < mobility_.size(); ++i)
      if (!row(i).is_rigid()) mobility_[i] = level_.mobility(i, i);
    return true;
  }

  /// λ of the compliant rows that the step of size h resolves, (Φ + τΦ')/c or (B v + b)/c: better than any polynomial.
  void take_literally(Point& point, double h) {
    constexpr double resolved = 30.0;  // (ωh)²
    bool has_any = false;
    for (Index i = 0; i < mobility_.size(); ++i) has_any = has_any || is_resolved(i, h, resolved);
    if (!has_any) return;
    system_.gap(point.t, point.q, point.gap);
    system_.rate(point.t, point.q, point.v, rates_);
    for (Index i = 0; i < mobility_.size(); ++i) {
      if (!is_resolved(i, h, resolved)) continue;
      const Row& r = row(i);
      point.lambda[i] =
          (r.is_position() ? point.gap[i] + r.relaxation * rates_[i] : rates_[i]) / r.compliance;
    }
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
  void reload(Point point) {
    held_ = was_held_;
    rates_.setZero();
    accelerations_.setZero();
    settle_with([this](Index i) { return is_held(i); }, point.t, point.q, point.v, point.acceleration,
                point.lambda);
  }

  template <class A>
  void transfer(A& a) {
    a(mobility_, has_slow_rows_);
    for (std::size_t i = 0; i < slow_.size(); ++i) {
      bool slow = slow_[i], held = was_held_[i];
      a(slow, held);
      slow_[i] = slow;
      was_held_[i] = held;
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

  /// The compliant rows that the last step held on their slow motion.
  std::vector<Finding> findings() const {
    std::vector<Finding> all;
    for (Index i = 0; i < mobility_.size(); ++i) {
      const Row& r = row(i);
      if (!was_held_[static_cast<std::size_t>(i)]) continue;
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

  static constexpr double hold_from = 2.0, release_below = 1.25;

  bool is_resolved(Index i, double h, double most) const {
    const Row& r = row(i);
    if (r.is_rigid() || !(r.compliance > 0.0) || is_held(i)) return false;
    const double time_scale = r.is_position() ? h * (h + r.relaxation) : h;
    return mobility_[i] * time_scale < most * r.compliance;
  }

  bool is_held(Index i) const {
    return projects_ && (row(i).is_rigid() || held_[static_cast<std::size_t>(i)]);
  }

  bool chooses(std::size_t i, double h, double border) {
    constexpr double well_below = 0.1;
    const auto at = static_cast<Index>(i);
    const Row& r = row(at);
    if (r.is_rigid() || !slow_[i] || border == 0.0) return false;
    if (r.relaxation > well_below * h) return false;  // it creeps, on a time scale that the step resolves
    if (!r.is_position()) return r.compliance < well_below * h * mobility_[at];
    const double x = h * std::sqrt(mobility_[at] / r.compliance) / border;
    if (!(x > (was_held_[i] ? release_below : hold_from))) return false;
    nearest_ = std::min(nearest_, x);
    return true;
  }

  /// Springs on a light body, or beside joints, vibrate together more slowly than each alone.
  void keep_clear_of_slow_vibrations(const Point& from, double h, double border) {
    Index springs = 0;
    bool was_held = false;
    const auto is_spring = [&](Index i) {
      return held_[static_cast<std::size_t>(i)] && row(i).is_position();
    };
    for (Index i = 0; i < mobility_.size(); ++i) {
      springs += is_spring(i);
      was_held = was_held || (is_spring(i) && was_held_[static_cast<std::size_t>(i)]);
    }
    if (springs == 1 && !has_rigid_rows_) return;
    nearest_ = h * level_.slowest_vibration(from.t, from.q, is_spring, shape_) / border;
    if (nearest_ > (was_held ? release_below : hold_from)) return;
    nearest_ = INFINITY;
    for (Index i = 0; i < mobility_.size(); ++i)
      if (is_spring(i)) held_[static_cast<std::size_t>(i)] = false;
  }

  template <class Held>
  bool settle_with(const Held& held, double t, const typename System::Element& q, Tangent& v,
                   Tangent& acceleration, Multiplier& lambda) {
    status_ = level_.settle(t, q, held, rates_, accelerations_, v, acceleration, lambda,
                            holds_springs() ? &held_move_ : nullptr);
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
  std::vector<bool> slow_, slow_at_start_, was_held_, held_;  // held: of compliant rows
  double nearest_ = INFINITY;                                 // least ωh of the held springs over the border
  Multiplier rates_, accelerations_, mobility_, shape_;
  Tangent move_, held_move_;
  KernelStatus status_ = KernelStatus::regular;
};

}  // namespace kreisel
