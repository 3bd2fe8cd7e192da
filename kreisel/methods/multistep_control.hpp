// Error estimate, order and step of variable-order backward differentiation.
//
// Backward differentiation of order k over the last steps is wrong by P_k y^(k+1)/(k+1)! with P_k the product of
// the distances to the k old points. Both formulas see it, for y' = v and for v' :
//   rate of the position error  P_k v^(k)/(k+1)!,   rate of the velocity error  P_k v^(k+1)/(k+1)!
// with derivatives from divided differences of v alone. Rows hold their normal part, so only the tangential one
// counts. Estimates are rates times the interval: what the whole run would gather (docs/decisions/0003).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "kreisel/methods/error_scale.hpp"
#include "kreisel/methods/multistep_history.hpp"

namespace kreisel {

template <MechanicalSystem System>
class MultistepControl {
 public:
  using Tangent = typename System::Tangent;
  using History = MultistepHistory<System>;

  MultistepControl(const System& system, const Tolerances& tolerances, int highest_order)
      : scale_(system, tolerances), highest_(highest_order) {
    for (Tangent& x : differences_) x.setZero(system.group().dimension());
  }

  ErrorScale<System>& scale() { return scale_; }
  int order() const { return order_; }

  void start() {
    order_ = 1;
    is_ramping_ = true;
    steps_since_change_ = 0;
    failures_in_a_row_ = 0;
  }

  /// Estimates the candidate's error and plans what follows: `error` and `next_ratio` of the attempt.
  template <class Equations>
  void judge(const History& history, double h, const MultistepWeights& weights, Equations& equations,
             StepAttempt& attempt) {
    h_ = h;
    known_ = history.count() + 1;
    computed_.fill(false);
    history_ = &history;
    weights_ = &weights;
    const auto tangential = [&](Tangent& x) { equations.make_tangential(x); };
    attempt.order = order_;
    attempt.error = estimate(order_, tangential);
    if (!(attempt.error <= 1.0)) return plan_after_failure(attempt, tangential);
    plan_next(attempt, tangential);
  }

  void accept() {
    failures_in_a_row_ = 0;
    ++steps_since_change_;
    if (next_order_ != order_ || next_ratio_ != 1.0) steps_since_change_ = 0;
    order_ = next_order_;
  }

  /// Newton failed: after the second time in a row nothing of the past is trusted.
  bool give_up_past() { return ++failures_in_a_row_ >= 3; }

  void lower_to(int order) {
    order_ = std::min(order_, order);
    highest_ = std::min(highest_, order);
  }

 private:
  static constexpr double safety = 0.8;  // of the step that would just be accepted
  static constexpr double largest_growth = 2.0, least_growth = 1.2, largest_cut = 0.2;

  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  /// P_j v[t_{n+1}, ..., t_{n+1-j}], that is P_j v^(j)/j!, tangential.
  template <class Tangential>
  const Tangent& difference(int j, const Tangential& tangential) {
    Tangent& d = differences_[at(j)];
    if (computed_[at(j)]) return d;
    computed_[at(j)] = true;
    const std::span<const double> nodes = weights_->newest(j + 1);
    const NodeWeights w = divided_difference_weights(nodes);
    d = w[0] * history_->candidate().v;
    for (int i = 1; i <= j; ++i) d += w[at(i)] * history_->at(i - 1).v;
    d *= distance_product(nodes);
    tangential(d);
    return d;
  }
  bool has_difference(int j) const { return j + 1 <= std::min(known_, static_cast<int>(max_nodes)); }

  template <class Tangential>
  double estimate(int k, const Tangential& tangential) {
    const double interval = scale_.tolerances().interval;
    const double kd = static_cast<double>(k);
    const double of_position = scale_.of_position(difference(k, tangential)) / (kd + 1.0);
    double of_velocity = 0.0;
    if (has_difference(k + 1)) {
      const double newest = -1.0 / weights_->nodes[at(k + 1)];  // P_k = P_{k+1} h / (t_{n+1} - t_{n-k})
      of_velocity = scale_.of_velocity(difference(k + 1, tangential)) * newest / h_;
    } else if (k == 1) {
      of_velocity = first_velocity_error(tangential);
    } else {  // as the differences before continue
      const double last = scale_.of_velocity(difference(k, tangential));
      const double before = scale_.of_velocity(difference(k - 1, tangential));
      of_velocity = before > 0.0 ? last * std::min(last / before, 1.0) / (kd * h_) : 0.0;
    }
    const double error = interval * std::max(of_position, of_velocity);
    return std::isnan(of_position + of_velocity) ? NAN : std::max(error, lambda_error(k));
  }

  /// In the very first step v'' comes from the acceleration at the start.
  template <class Tangential>
  double first_velocity_error(const Tangential& tangential) {
    Tangent& d = differences_[2];
    const auto& from = history_->at(0);
    d = (history_->candidate().v - from.v) / h_ - from.acceleration;
    tangential(d);
    return 0.5 * scale_.of_velocity(d);
  }

  double lambda_error(int k) const {
    if (scale_.tolerances().multiplier <= 0.0 || history_->candidate().lambda.size() == 0) return 0.0;
    const std::span<const double> nodes = weights_->newest(k + 1);
    const NodeWeights w = divided_difference_weights(nodes);
    const double product = distance_product(nodes);
    double worst = 0.0;
    for (Index row = 0; row < history_->candidate().lambda.size(); ++row) {
      double d = w[0] * history_->candidate().lambda[row];
      for (int i = 1; i <= k; ++i) d += w[at(i)] * history_->at(i - 1).lambda[row];
      worst = std::max(worst, std::abs(d * product));
    }
    return scale_.of_lambda(worst / (static_cast<double>(k) + 1.0));
  }

  static double ratio_for(double error, int k) {
    return safety * std::pow(std::max(error, 1e-10), -1.0 / static_cast<double>(k));
  }

  template <class Tangential>
  void plan_after_failure(StepAttempt& attempt, const Tangential& tangential) {
    ++failures_in_a_row_;
    is_ramping_ = false;
    double ratio = std::isfinite(attempt.error) ? ratio_for(attempt.error, order_) : largest_cut;
    if (failures_in_a_row_ >= 2 && order_ > 1) {
      const double lower = estimate(order_ - 1, tangential);
      const double lower_ratio = std::isfinite(lower) ? ratio_for(lower, order_ - 1) : largest_cut;
      if (lower_ratio > ratio || failures_in_a_row_ >= 3) {
        --order_;
        ratio = lower_ratio;
      }
    }
    if (failures_in_a_row_ >= 5) order_ = 1;
    attempt.next_ratio = std::clamp(ratio, largest_cut, 0.9);
    steps_since_change_ = 0;
  }

  /// The order whose step would be longest; changes wait until the differences are those of equal steps.
  template <class Tangential>
  void plan_next(StepAttempt& attempt, const Tangential& tangential) {
    next_order_ = order_;
    next_ratio_ = 1.0;
    double best = ratio_for(attempt.error, order_);
    const bool is_settled = steps_since_change_ >= order_;
    if (is_settled && order_ > 1) {
      const double lower = ratio_for(estimate(order_ - 1, tangential), order_ - 1);
      if (lower > best || rises(tangential)) {
        best = lower;
        next_order_ = order_ - 1;
      }
    }
    if ((is_settled || is_ramping_) && next_order_ == order_ && order_ < highest_ &&
        has_difference(order_ + 1)) {
      const double higher = ratio_for(estimate(order_ + 1, tangential), order_ + 1);
      if (higher > 1.1 * best) {
        best = higher;
        next_order_ = order_ + 1;
      } else {
        is_ramping_ = false;
      }
    }
    if (best < 0.9) {
      next_ratio_ = std::max(best, 0.5);
    } else if ((is_settled || is_ramping_) && best > least_growth) {
      next_ratio_ = std::min(best, largest_growth);
    }
    attempt.next_ratio = next_ratio_;
  }

  /// Differences that do not fall with their order come from a fast oscillation, not from the motion.
  template <class Tangential>
  bool rises(const Tangential& tangential) {
    if (order_ < 3 || !has_difference(order_ + 1)) return false;
    const auto size = [&](int j) { return scale_.of_velocity(difference(j, tangential)); };
    return size(order_ + 1) >= size(order_) && size(order_) >= size(order_ - 1);
  }

  ErrorScale<System> scale_;
  int highest_, order_ = 1, next_order_ = 1;
  double h_ = 0.0, next_ratio_ = 1.0;
  int known_ = 0;
  bool is_ramping_ = true;
  int steps_since_change_ = 0, failures_in_a_row_ = 0;
  const History* history_ = nullptr;
  const MultistepWeights* weights_ = nullptr;
  std::array<Tangent, max_nodes> differences_;
  std::array<bool, max_nodes> computed_{};
};

}  // namespace kreisel
