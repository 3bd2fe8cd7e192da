// Step and number of stages of implicit Runge-Kutta methods under error control.
//
// A step says how fast the motion is: ν = c1 x^r with x = h/T. The same x tells what a scheme with more or fewer stages
// would do with this motion, E = C interval/h c2 x^(p+1)/tol, hence the step it could take, and Newton's contraction,
// which grows like h, tells what that step would cost. The cheapest way to go on wins by a margin or nothing changes.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "kreisel/methods/implicit_runge_kutta/scheme.hpp"
#include "kreisel/methods/shared/step_size_control.hpp"
#include "kreisel/methods/stepper.hpp"

namespace kreisel {

/// Derivatives grow between T^(-k), as for y' = λy, and k! T^(-k), as near a singularity; the geometric mean of what the
/// two say about the error, and a factor measured on top, squeezer and car axis.
inline double error_calibration(const ErrorEstimator& estimator, const RungeKuttaScheme& scheme) {
  constexpr double measured = 1.6;
  const double p = scheme.tableau.order, r = estimator.order;
  return measured * std::exp(0.5 * (std::lgamma(p + 2.0) - (p + 1.0) / r * std::lgamma(r + 1.0)));
}

/// E of a step whose filtered estimate has this size relative to the components.
inline double translated_error(double relative, const ErrorEstimator& estimator,
                               const RungeKuttaScheme& scheme, double h, const Tolerances& t) {
  const double tolerance = t.asked();
  const double exponent = static_cast<double>(scheme.tableau.order + 1) / estimator.order;
  const double local = scheme.error_constant * std::pow(relative / estimator.constant, exponent);
  return error_calibration(estimator, scheme) * local * (t.interval / h) / tolerance;
}

class RungeKuttaControl {
 public:
  RungeKuttaControl(const std::vector<RungeKuttaScheme>& schemes, const Tolerances& tolerances,
                    StepSizeLaw law)
      : schemes_(&schemes), tolerances_(tolerances), law_(law) {}

  template <class A>
  void transfer(A& a) {
    a(law_, chosen_, next_, before_, steps_since_change_, patience_);
  }

  const RungeKuttaScheme& scheme() const { return (*schemes_)[chosen_]; }

  void start() {
    constexpr int first_stages = 3;
    chosen_ = 0;
    while (chosen_ + 1 < schemes_->size() && scheme().stages < first_stages) ++chosen_;
    next_ = chosen_;
    before_ = none;
    steps_since_change_ = 0;
    patience_ = shortest_patience;
    law_.start();
  }

  void failed() {
    law_.forget();
    next_ = chosen_;
  }

  /// The next step over this one; called once for every estimate, which is in units of largest_share. The number of
  /// stages changes with accepted().
  double ratio(double error, double relative, bool is_passing, double h, const NewtonReport& newton) {
    next_ = chosen_;
    const auto exponent = static_cast<double>(is_passing ? scheme().stages : scheme().tableau.order);
    double same = std::pow(largest_share, -1.0 / exponent) * law_.ratio(error, h, exponent);
    if (!(error <= 1.0)) approach_three_stages();
    if (error <= 1.0 && newton.contraction_rate * same > slowest)
      same = std::max(slowest / newton.contraction_rate, std::min(same, 0.5));
    if (schemes_->size() == 1 || !(error <= 1.0)) return same;
    ++steps_since_change_;
    if (steps_since_change_ < patience_) return same;
    if (is_passing) {
      if (chosen_ + 1 < schemes_->size()) next_ = chosen_ + 1;
      return same;
    }
    return with_other_stages(same, relative, h, newton);
  }

  /// A rejected step with fewer than three stages is tried again with three, and fewer are not tried again soon: their
  /// estimates mistake vibrations that a step passes over for errors.
  void approach_three_stages() {
    constexpr int safe_stages = 3;
    while (chosen_ + 1 < schemes_->size() && scheme().stages < safe_stages) {
      ++chosen_;
      patience_ = longest_patience;
      steps_since_change_ = 0;
    }
    next_ = chosen_;
  }

  void accepted() {
    if (next_ == chosen_) return;
    // Coming back to where one came from soon: wait longer before the next change.
    patience_ = next_ == before_ ? std::min(2 * patience_, longest_patience) : shortest_patience;
    before_ = chosen_;
    chosen_ = next_;
    steps_since_change_ = 0;
    law_.start();
  }

 private:
  static constexpr int shortest_patience = 2, longest_patience = 32;
  static constexpr auto none = static_cast<std::size_t>(-1);
  // Iterations per unit of time, log(digits)/(h log(1/contraction)), are fewest at the contraction 1/e.
  static constexpr double slowest = 0.37;
  static constexpr double margin = 0.85;  // another number of stages must be this much cheaper

  double with_other_stages(double same, double relative, double h, const NewtonReport& newton) {
    const double x = std::pow(relative / scheme().estimator.constant, 1.0 / scheme().estimator.order);
    double best = margin * cost(scheme(), same, newton), ratio = same;
    for (const std::size_t other : {chosen_ - 1, chosen_ + 1}) {
      if (other >= schemes_->size()) continue;
      const RungeKuttaScheme& candidate = (*schemes_)[other];
      double wish = std::clamp(step_ratio(candidate, x, h), 0.2, 5.0);
      const double doubt = candidate.stages < 3 ? 2.0 : 1.0;  // of estimates of low order
      const double price = doubt * cost(candidate, wish, newton);
      if (!(price < best)) continue;
      best = price;
      ratio = wish;
      next_ = other;
    }
    return ratio;
  }

  /// The step this scheme could take on a motion that is x = h/T fast.
  double step_ratio(const RungeKuttaScheme& scheme, double x, double h) const {
    constexpr double safety = 0.9;
    const double estimate = scheme.estimator.constant * std::pow(x, scheme.estimator.order);
    const double error = translated_error(estimate, scheme.estimator, scheme, h, tolerances_);
    return safety * std::pow(std::max(error, 1e-10), -1.0 / scheme.tableau.order);
  }

  /// Work per unit of time in units of one stage evaluation, when the step grows by `ratio`.
  static double cost(const RungeKuttaScheme& scheme, double& ratio, const NewtonReport& newton) {
    constexpr double per_factor = 1.5, per_step = 4.0;
    const double s = static_cast<double>(scheme.stages);
    const double rate = std::clamp(newton.contraction_rate, 1e-4, 0.9);
    const double digits = -std::log(rate) * newton.iterations;
    if (rate * ratio > slowest) ratio = std::max(slowest / rate, 0.2);
    const double iterations = std::max(1.5, digits / -std::log(std::min(rate * ratio, 0.9)));
    return (s * iterations + per_factor * (2.0 * s - 1.0) + s + per_step) / ratio;
  }

  const std::vector<RungeKuttaScheme>* schemes_;
  Tolerances tolerances_;
  StepSizeControl law_;
  std::size_t chosen_ = 0, next_ = 0, before_ = none;
  int steps_since_change_ = 0, patience_ = shortest_patience;
};

}  // namespace kreisel
