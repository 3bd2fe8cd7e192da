// Error estimate, order and step of variable-order backward differentiation.
//
// Backward differentiation of order k over the last steps is wrong by P_k y^(k+1)/(k+1)! with P_k the product of
// the distances to the k old points. Both formulas see it, for y' = v and for v' :
//   rate of the position error  P_k v^(k)/(k+1)!,   rate of the velocity error  P_k v^(k+1)/(k+1)!
// with v^(k) from divided differences of v and v^(k+1) from those of v'. Rows hold their normal part, so only the tangential one
// counts. Estimates are rates times the interval: what the whole run would gather (docs/decisions/0003).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "kreisel/methods/multistep/history.hpp"
#include "kreisel/methods/shared/error_scale.hpp"

namespace kreisel {

/// A vibration that the step might not resolve.
struct Vibration {
  double frequency = 0.0;  // [rad/s]
  double damping = 0.0;    // ratio to critical damping
};

/// Whether backward differentiation of order k leaves a vibration alone over a number of steps. On the imaginary
/// axis it is unstable for ωh below 1.93 (k = 3, growth (ωh)⁴/4 per step), below 4.71 (k = 4, (ωh)⁶/3) and between
/// 0.71 and 9.39 (k = 5); damping ratios from 0.07, 0.29, 0.62 on cure it.
inline bool is_stable_with(const Vibration& vibration, int k, double h, double steps) {
  const double w = vibration.frequency * h;
  switch (k) {
    case 3:
      return w > 1.93 || vibration.damping > 0.07 || w * w * w * w / 4.0 * steps < 1.0;
    case 4:
      return w > 4.71 || vibration.damping > 0.29 || std::pow(w, 6) / 3.0 * steps < 1.0;
    case 5:
      return w > 9.39 || vibration.damping > 0.62 || w < 0.71;
    default:
      return true;
  }
}

inline std::string starting_values_only() {
  return "all steps of this run are starting values, which are not computed by the method: the result says "
         "nothing "
         "about it. Take a longer run or a smaller step";
}

template <MechanicalSystem System>
class MultistepControl {
 public:
  using Tangent = typename System::Tangent;
  using History = MultistepHistory<System>;

  MultistepControl(const System& system, const Tolerances& tolerances, int highest_order)
      : scale_(system, tolerances), highest_(highest_order) {
    difference_.setZero(system.group().dimension());
  }

  template <class A>
  void transfer(A& a) {
    a(scale_, order_, next_order_, next_ratio_, t_start_, is_ramping_, steps_since_change_,
      failures_in_a_row_, force_stiffness);
    auto count = vibrations_.size();
    a(count);
    vibrations_.resize(count);
    for (Vibration& v : vibrations_) a(v.frequency, v.damping);
  }

  ErrorScale<System>& scale() { return scale_; }
  int order() const { return order_; }
  /// Whether the next judgement may change order or step, and wants to know the vibrations.
  bool will_choose() const { return highest_ > 2 && (is_ramping_ || is_due()); }
  std::vector<Vibration>& vibrations() { return vibrations_; }
  double force_stiffness = 0.0;  // ω² of the fastest vibration of the forces: what round-off of q costs v'

  void start(double t) {
    t_start_ = t;
    order_ = 1;
    is_ramping_ = true;
    steps_since_change_ = 0;
    failures_in_a_row_ = 0;
  }

  /// The model may be another one.
  void forget_vibrations() {
    vibrations_.clear();
    force_stiffness = 0.0;
  }

  /// Goes on at this order, with a past of so many points at hand.
  void continue_at(int order) {
    order_ = next_order_ = order;
    is_ramping_ = false;
    steps_since_change_ = order;
  }

  /// The estimate of the candidate as it is.
  double look(const History& history, double h, int k, const MultistepWeights& weights) {
    attach(history, h, weights);
    return estimate(k, [](Tangent&) {});
  }

  /// Newton's error must vanish in the estimate.
  double newton_tolerance(double h) const {
    constexpr double fraction = 0.1;
    const Tolerances& t = scale_.tolerances();
    double asked = t.asked();
    if (t.multiplier > 0.0) asked = std::min(asked, t.multiplier);
    return std::clamp(fraction * asked * std::sqrt(h / t.interval), 1e-14, 1e-6);
  }

  /// The step for which the estimate of order 1 would be one half.
  double first_step(const Tangent& acceleration, const Tangent& jerk, double longest) const {
    const double rate = std::max(scale_.of_position(acceleration), scale_.of_velocity(jerk));
    return rate > 0.0 ? std::min(std::sqrt(1.0 / (start_share * rate)), longest) : longest;
  }

  /// Estimates the candidate's error and plans what follows: `error` and `next_ratio` of the attempt. `tangential`
  /// leaves of a difference what counts; `along_rows`: what the step is wrong by there (settled_motion.hpp), of size h⁵.
  template <class Tangential>
  void judge(const History& history, double h, const MultistepWeights& weights, const Tangential& tangential,
             double along_rows, StepAttempt& attempt) {
    attach(history, h, weights);
    attempt.order = order_;
    longest_ = safety * std::pow(std::max(along_rows, 1e-10), -0.2);
    attempt.error = std::max(estimate(order_, tangential), along_rows);
    if (!(attempt.error <= 1.0)) return plan_after_failure(attempt, tangential);
    plan_next(attempt, tangential);
  }

  void accept() {
    failures_in_a_row_ = 0;
    ++steps_since_change_;
    if (next_order_ != order_ || next_ratio_ != 1.0) steps_since_change_ = 0;
    order_ = next_order_;
  }

  void note_newton_failure() { ++failures_in_a_row_; }
  /// After so many failures in a row nothing of the past is trusted: it may belong to another motion, before a jump.
  bool gives_up_past() const { return failures_in_a_row_ >= 4; }

  /// The time over which errors of the present rate may gather at t: the interval, but not before it has begun. With
  /// the low orders of a start the errors up to t sum up to tolerance·log(t/h_0)/start_share.
  double span_of_errors(double t) const {
    return std::min(scale_.tolerances().interval, start_share * (t - t_start_));
  }

 private:
  static constexpr double start_share = 20.0;
  static constexpr double safety = 0.8;  // of the step that would just be accepted
  static constexpr double largest_growth = 2.0, least_growth = 1.2, largest_cut = 0.2;

  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  void attach(const History& history, double h, const MultistepWeights& weights) {
    h_ = h;
    known_ = history.count() + 1;
    history_ = &history;
    weights_ = &weights;
  }

  /// P_j x[t_{n+1}, ..., t_{n+1-j}], that is P_j x^(j)/j!; x is v or v'.
  const Tangent& difference(Tangent MultistepPoint<System>::*x, int j) {
    const NodeWeights& w = difference_weights(j);
    difference_ = w[0] * (history_->candidate().*x);
    for (int i = 1; i <= j; ++i) difference_ += w[at(i)] * (history_->at(i - 1).*x);
    return difference_;
  }
  bool has_difference(int j) const { return j + 1 <= std::min(known_, static_cast<int>(max_nodes)); }

  /// Weights of P_j x[...]; they depend on the step ratios only.
  const NodeWeights& difference_weights(int j) {
    if (weights_->version != weights_version_) {
      weights_version_ = weights_->version;
      has_weights_.fill(false);
    }
    NodeWeights& w = weights_of_[at(j)];
    if (has_weights_[at(j)]) return w;
    has_weights_[at(j)] = true;
    const std::span<const double> nodes = weights_->newest(j + 1);
    w = divided_difference_weights(nodes);
    const double product = distance_product(nodes);
    for (double& x : w) x *= product;
    return w;
  }

  /// `tangential` makes differences smaller; that of v is treated only when it might decide.
  template <class Tangential>
  double estimate(int k, const Tangential& tangential) {
    using Point = MultistepPoint<System>;
    const double noise = std::ldexp(8.0 * std::numeric_limits<double>::epsilon(), k);
    difference(&Point::acceleration, k);
    tangential(difference_);
    const double of_velocity = scale_.of_acceleration(difference_, noise, noise * force_stiffness);
    double of_position = scale_.of_position(difference(&Point::v, k));
    if (!(of_position <= of_velocity)) {
      tangential(difference_);
      of_position = scale_.of_position(difference_);
    }
    const double rate = std::max(of_position, of_velocity) / (static_cast<double>(k) + 1.0);
    const double span = span_of_errors(history_->candidate().t);
    return std::isnan(of_position + of_velocity) ? NAN : strictness_of_lambda() * span * rate;
  }

  /// λ follows from q and v and is relatively as wrong as they are: a tolerance for λ is one for them.
  double strictness_of_lambda() const {
    const Tolerances& t = scale_.tolerances();
    const double asked = t.asked();
    return t.multiplier > 0.0 ? std::max(1.0, asked / t.multiplier) : 1.0;
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
      if (lower_ratio > ratio) {
        --order_;
        ratio = lower_ratio;
      }
    }
    attempt.next_ratio = std::clamp(std::min(ratio, longest_), largest_cut, 0.9);
    steps_since_change_ = 0;
  }

  bool is_due() const {
    return steps_since_change_ >= order_ && steps_since_change_ % (order_ + 1) == order_;
  }

  /// The order whose step would be longest; changes wait until the differences are those of equal steps.
  template <class Tangential>
  void plan_next(StepAttempt& attempt, const Tangential& tangential) {
    next_order_ = order_;
    next_ratio_ = 1.0;
    double best = std::min(ratio_for(attempt.error, order_), longest_);
    const bool may_change = is_due() || (steps_since_change_ >= order_ && best < 0.9);
    if (may_change && order_ > 1) best = consider_lower(best, tangential);
    if ((may_change || is_ramping_) && next_order_ == order_ && order_ < highest_) {
      const double higher = has_difference(order_ + 1)
                                ? std::min(ratio_for(estimate(order_ + 1, tangential), order_ + 1), longest_)
                                : 0.0;
      if (higher > 1.1 * best && is_stable(order_ + 1, higher)) {
        best = higher;
        next_order_ = order_ + 1;
      } else {
        is_ramping_ = false;
      }
    }
    if (best < 0.9) {
      next_ratio_ = std::max(best, 0.5);
    } else if ((may_change || is_ramping_) && best > least_growth) {
      next_ratio_ = std::min(best, largest_growth);
    }
    attempt.next_ratio = next_ratio_;
  }

  template <class Tangential>
  double consider_lower(double best, const Tangential& tangential) {
    const double lower = std::min(ratio_for(estimate(order_ - 1, tangential), order_ - 1), longest_);
    if (lower <= best && !rises(tangential)) {
      if (is_stable(order_, best)) return best;
      if (is_stable(order_, 1.0)) return std::min(best, 1.0);  // a vibration that longer steps would excite
    }
    next_order_ = order_ - 1;
    return lower;
  }

  /// A vibration the order cannot bear now does no harm when the step will soon be long enough, or when the way leads
  /// to a higher order that can.
  bool is_stable(int k, double ratio) const {
    const double h = h_ * std::min(ratio, 1e4), steps = scale_.tolerances().interval / h;
    for (; k <= highest_; ++k)
      if (std::all_of(vibrations_.begin(), vibrations_.end(),
                      [&](const Vibration& v) { return is_stable_with(v, k, h, steps); }))
        return true;
    return false;
  }

  /// Differences that do not fall with their order come from a fast oscillation, not from the motion.
  template <class Tangential>
  bool rises(const Tangential& tangential) {
    if (order_ < 3 || !has_difference(order_ + 1)) return false;
    const auto size = [&](int j) {
      difference(&MultistepPoint<System>::v, j);
      tangential(difference_);
      return scale_.of_velocity(difference_);
    };
    return size(order_ + 1) >= size(order_) && size(order_) >= size(order_ - 1);
  }

  ErrorScale<System> scale_;
  int highest_, order_ = 1, next_order_ = 1;
  double h_ = 0.0, next_ratio_ = 1.0, t_start_ = 0.0;
  double longest_ = INFINITY;  // the next step over this one that errors along the rows allow
  int known_ = 0;
  bool is_ramping_ = true;
  int steps_since_change_ = 0, failures_in_a_row_ = 0;
  const History* history_ = nullptr;
  const MultistepWeights* weights_ = nullptr;
  Tangent difference_;
  std::vector<Vibration> vibrations_;
  std::array<NodeWeights, max_nodes> weights_of_{};
  std::array<bool, max_nodes> has_weights_{};
  long weights_version_ = -1;
};

}  // namespace kreisel
