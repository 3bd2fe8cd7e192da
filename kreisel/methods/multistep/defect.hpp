// Index 3 with changing steps: what the normal velocities owe to the step that led to them.
//
// v_m carries the normal part of the defect l of the position formula in its step. When steps change, the old
// defects must be made to look like the new one, or λ sees their difference divided by h and loses an order:
//   v̄_{n+1-i} = v_{n+1-i} + C(l_n - l_{n-i})                                     [Wieloch 2022] (5.29)
//   l_n = -P_n v^(k)/(k+1)! + b_n [v, v^(k-1)],   P_n = ∏ (t_{n+1} - t_{n+1-i}), i = 1..k
// C projects onto what the rows see; v^(k) from velocities projected onto the rows, because differences of the
// others would see the defects themselves. b_n is the commutator that the position formula leaves: none with the
// direct correction term, (2σ-1)/(12σ) h² for k = 2, that of [Wieloch 2022] theorem 14 for (5.36b).
#pragma once

#include "kreisel/methods/multistep/start.hpp"

namespace kreisel {

template <MechanicalSystem System>
class MultistepDefect {
 public:
  using Point = MultistepPoint<System>;
  using History = MultistepHistory<System>;
  using Tangent = typename System::Tangent;

  MultistepDefect(const System& system, const MultistepParameters& parameters)
      : system_(system), parameters_(parameters) {
    for (Tangent* x : {&projected_, &direction_, &side_direction_}) x->setZero(system.group().dimension());
  }

  bool is_known() const {
    const MultistepParameters& p = parameters_;
    if (p.order <= 2) return true;
    if (p.family != MultistepFamily::bliedf) return false;
    return p.correction == CorrectionTerm::direct ||
           (p.correction == CorrectionTerm::variable_steps && p.order == 3);
  }

  /// All starting velocities carry the defect of the step to the last of them, history.at(-count).
  void note_start(History& history, int count) const {
    history.shift(count - 1);
    const double h = history.candidate().step;
    const double plain = factor(history, h), bracket = bracket_factor(history, h);
    history.shift(1 - count);
    for (int back = -count; back < history.count(); ++back) {
      history.at(back).defect = plain;
      history.at(back).bracket_defect = bracket;
    }
  }

  /// Adds what v̄ - v contributes to v' of the new step. Nothing happens while all steps are equal.
  template <class Rows>
  KernelStatus correct(History& history, const MultistepWeights& weights, double h, const Rows& rows,
                       MultistepStart<System>& start, Tangent& known_acceleration) {
    Point& to = history.candidate();
    to.defect = factor(history, h);
    to.bracket_defect = bracket_factor(history, h);
    double plain = 0.0, bracket = 0.0;
    for (int i = 1; i <= parameters_.order; ++i) {
      const double alpha = weights.alpha[static_cast<std::size_t>(i)];
      plain += alpha * (to.defect - history.at(i - 1).defect);
      bracket += alpha * (to.bracket_defect - history.at(i - 1).bracket_defect);
    }
    if (plain == 0.0 && bracket == 0.0) return KernelStatus::regular;
    const KernelStatus status = find_directions(history, weights, h, rows, start);
    known_acceleration += (plain / h) * direction_ + (bracket / h) * side_direction_;
    return status;
  }

 private:
  /// Size of step n - back, the new one being n.
  static double step_of(const History& history, double h, int back) {
    return back == 0 ? h : history.at(back - 1).step;
  }

  /// -P_n/(k+1)!.
  double factor(const History& history, double h) const {
    double distance = 0.0, product = 1.0;
    for (int i = 0; i < parameters_.order; ++i) {
      distance += step_of(history, h, i);
      product *= distance / static_cast<double>(i + 2);
    }
    return -product;
  }

  double bracket_factor(const History& history, double h) const {
    const int k = parameters_.order;
    const bool is_published = k == 3 && parameters_.correction == CorrectionTerm::variable_steps;
    if (k != 2 && !is_published) return 0.0;
    const double s = h / step_of(history, h, 1);
    if (k == 2) return h * h * (2.0 * s - 1.0) / (12.0 * s);
    const double r = step_of(history, h, 1) / step_of(history, h, 2), q = 1.0 + r + s * r;
    const double sum = -1.0 + s * (-1.0 + r * (1.0 + r + s * (2.0 + (4.0 + 3.0 * s) * r)));
    return h * h * h * sum / (24.0 * s * s * r * q);
  }

  /// C v^(k) and C [v, v^(k-1)] at t_n.
  template <class Rows>
  KernelStatus find_directions(const History& history, const MultistepWeights& weights, double h,
                               const Rows& rows, MultistepStart<System>& start) {
    const int k = parameters_.order;
    const auto high = divided_difference_weights(weights.old(k + 1));
    const auto low =
        derivative_weights<max_multistep_order>(-1.0, weights.old(k + 1))[static_cast<std::size_t>(k - 1)];
    direction_.setZero();
    side_direction_.setZero();
    double factorial = 1.0;
    for (int i = 0; i <= k; ++i) {
      const KernelStatus status = start.projected_velocity(history.at(i), rows, projected_);
      if (status != KernelStatus::regular) return status;
      direction_ += high[static_cast<std::size_t>(i)] * projected_;
      side_direction_ += low[static_cast<std::size_t>(i)] * projected_;
      if (i > 1) factorial *= i;
    }
    direction_ *= factorial / std::pow(h, k);
    side_direction_ /= std::pow(h, k - 1);
    bracket_into(system_.group(), history.at(0).v, side_direction_, side_direction_);
    for (Tangent* x : {&direction_, &side_direction_}) {
      projected_ = *x;
      const KernelStatus status = start.normal_part(history.at(0), rows, projected_, *x);
      if (status != KernelStatus::regular) return status;
    }
    return KernelStatus::regular;
  }

  const System& system_;
  MultistepParameters parameters_;
  Tangent projected_, direction_, side_direction_;
};

}  // namespace kreisel
