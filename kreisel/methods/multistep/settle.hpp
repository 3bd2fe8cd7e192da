// What follows the solution of a step whose size or order may change: velocities return to the rows, and v' and λ
// come from the forces there. Then changes leave no trace in them, and differences of v' carry no round-off over h.
//
// Held are the rigid rows and those springs that the start put on their slow motion and whose vibration the step
// does not resolve: there B v + b = c(λ' - τλ''), B v' + γ = c λ''. λ of all other rows is that of the step. A spring
// is held from ωh = hold_from on and let go below release_below; in between it stays what it was, because the
// change is felt as a jump of v'. Dampers and spring-dampers resist the move of v, of size h², and their λ goes along:
// otherwise it would jump by d h², return in v' of the next step and alternate.
#pragma once

#include "kreisel/methods/multistep/history.hpp"
#include "kreisel/methods/shared/acceleration_level.hpp"

namespace kreisel {

template <MechanicalSystem System>
class MultistepSettle {
 public:
  using History = MultistepHistory<System>;
  using Multiplier = typename System::Multiplier;

  explicit MultistepSettle(const System& system) : system_(system) {
    const Index m = row_count(system);
    for (Multiplier* x : {&rates_, &accelerations_, &lambda_rate_, &lambda_curvature_, &resistance_})
      x->setZero(m);
    for (Index i = 0; i < m; ++i) {
      const Row& row = system.rows()[static_cast<std::size_t>(i)];
      if (!row.is_position()) resistance_[i] = row.compliance;
      if (row.is_position() && row.relaxation > 0.0) resistance_[i] = row.compliance / row.relaxation;
      resists_ = resists_ || resistance_[i] > 0.0;
    }
    hold({});
  }

  /// Row i follows its slow motion when slow[i]; rigid rows are always held.
  void hold(const std::vector<bool>& slow) {
    const auto rows = system_.rows();
    is_held_.assign(rows.size(), false);
    is_slow_.assign(rows.size(), false);
    holds_springs_ = false;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const bool is_spring = rows[i].is_position() && !rows[i].is_rigid();
      const bool is_slow_spring = is_spring && i < slow.size() && slow[i];
      is_held_[i] = rows[i].is_rigid();
      is_slow_[i] = is_slow_spring;
      holds_springs_ = holds_springs_ || is_slow_spring;
    }
  }

  template <class A>
  void transfer(A& a) {
    for (std::size_t i = 0; i < is_held_.size(); ++i) {
      bool held = is_held_[i], slow = is_slow_[i];
      a(held, slow);
      is_held_[i] = held;
      is_slow_[i] = slow;
    }
    a(holds_springs_, rates_, accelerations_);
  }

  bool holds_springs() const { return holds_springs_; }
  bool holds(Index i) const { return is_held_[static_cast<std::size_t>(i)]; }

  KernelStatus operator()(History& history, const MultistepWeights& weights, double h,
                          AccelerationLevel<System>& level) {
    auto& to = history.candidate();
    if (holds_springs_) set_slow_motion(history, weights, h, level);
    const auto is_held = [this](Index i) { return is_held_[static_cast<std::size_t>(i)]; };
    if (resists_) {
      const KernelStatus status =
          level.move_against(resistance_, h, to.t, to.q, is_held, rates_, to.v, to.lambda);
      if (status != KernelStatus::regular) return status;
    }
    return level.settle(to.t, to.q, is_held, rates_, accelerations_, to.v, to.acceleration, to.lambda);
  }

 private:
  static constexpr double hold_from = 1.0, release_below = 0.1;

  void set_slow_motion(const History& history, const MultistepWeights& weights, double h,
                       AccelerationLevel<System>& level) {
    const auto& to = history.candidate();
    const int count = std::min({weights.order + 1, history.count() + 1, 4});
    const auto w = derivative_weights<2>(0.0, weights.newest(count));
    lambda_rate_ = (w[1][0] / h) * to.lambda;
    lambda_curvature_ = (w[2][0] / (h * h)) * to.lambda;
    for (int i = 1; i < count; ++i) {
      lambda_rate_ += (w[1][static_cast<std::size_t>(i)] / h) * history.at(i - 1).lambda;
      lambda_curvature_ += (w[2][static_cast<std::size_t>(i)] / (h * h)) * history.at(i - 1).lambda;
    }
    (void)level.classify(to.t, to.q, h);
    const auto rows = system_.rows();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (!is_slow_[i]) continue;
      const auto row = static_cast<Index>(i);
      const double resolution = h * std::sqrt(std::abs(level.mobility(row, row)) / rows[i].compliance);
      const bool creeps = rows[i].relaxation > 0.1 * h;  // a time scale of its own that the step resolves
      is_held_[i] = !creeps && resolution > (is_held_[i] ? release_below : hold_from);
      const auto r = static_cast<Index>(i);
      const double c = rows[i].compliance, tau = rows[i].relaxation;
      rates_[r] = c * (lambda_rate_[r] - tau * lambda_curvature_[r]);
      accelerations_[r] = c * lambda_curvature_[r];
    }
  }

  const System& system_;
  Multiplier rates_, accelerations_, lambda_rate_, lambda_curvature_;
  Multiplier resistance_;  // c of dampers, c/τ of spring-dampers
  std::vector<bool> is_held_, is_slow_;
  bool holds_springs_ = false, resists_ = false;
};

}  // namespace kreisel
