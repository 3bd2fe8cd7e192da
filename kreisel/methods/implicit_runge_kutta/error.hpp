// Error estimates of implicit Runge-Kutta steps, filtered so that stiff components count with what they are worth.
//
// μ = e0 h f(y_n) + Σ e_i z_i belongs to a formula of low order; ν = (I - hγ0 J)⁻¹μ, solved with the real factor of
// the step [Hairer, Wanner 1996] IV.8, [Schaub 2004] section 4.1. What counts is not ν, which is larger than the error
// by powers of h, but what it says about the speed of the motion: on a smooth solution ν = c1 x^r with x = h over the
// time scale, so the step is wrong by c2 x^(p+1) = c2 (ν/c1)^((p+1)/r), and the run gathers interval/h times that
// (docs/decisions/0006). Velocities count with their tangential part where rows hold the rest, and pass the filter
// twice: what stiff forces hold does not last and counts once, as it is.
#pragma once

#include <algorithm>
#include <cmath>

#include "kreisel/methods/implicit_runge_kutta/control.hpp"
#include "kreisel/methods/implicit_runge_kutta/equations.hpp"
#include "kreisel/methods/shared/acceleration_level.hpp"
#include "kreisel/methods/shared/error_scale.hpp"

namespace kreisel {

template <MechanicalSystem System, bool stabilised>
class RungeKuttaError {
 public:
  using Equations = RungeKuttaEquations<System, stabilised>;
  using Point = StepPoint<System>;
  using Tangent = typename System::Tangent;

  RungeKuttaError(const System& system, const Tolerances& tolerances, ErrorNorm norm)
      : system_(system),
        scale_(system, tolerances, ErrorScale<System>::Counts::motion_and_forces),
        norm_(norm) {
    const Index n = system.group().dimension(), m = row_count(system);
    for (Tangent* x : {&stiffness, &scaled, &raw_position_, &raw_velocity_, &position_, &velocity_,
                       &extra_force_, &passing_, &work_})
      x->setZero(n);
    scaled.setOnes();
    rows_.setZero(stabilised ? 2 * m : m);
    element_.setZero(system.group().coordinate_count());
  }

  ErrorScale<System>& scale() { return scale_; }

  /// E of the step over largest_share; NaN when the filter is singular. Velocities held by stiff forces should not
  /// count in a step that is tried again: v' at its beginning carries what Newton left in stiff coordinates, whatever the step.
  /// level: where joints answer forces, with what they hold; null: they do not count.
  template <class MakeTangential>
  double estimate(const Point& from, double h, const RungeKuttaScheme& scheme, Equations& equations,
                  bool counts_passing, MakeTangential&& make_tangential, AccelerationLevel<System>* level) {
    counts_passing_ = counts_passing;
    double error = of(scheme.estimator, from, h, scheme, equations, make_tangential, level);
    const bool counts = norm_ == ErrorNorm::translated && counts_passing;
    const double passing = counts ? scale_.of_velocity(passing_) : 0.0;
    for (Index i = 0; i < stiffness.size(); ++i) stiffness[i] = position_[i] / raw_position_[i];
    const double speed = relative_;
    if (scheme.guard.kind != EstimatorKind::none && norm_ == ErrorNorm::translated)
      error = std::max(error, of(scheme.guard, from, h, scheme, equations, make_tangential, level));
    relative_ = speed;
    is_passing_ = passing > error;
    return std::max(error, passing) / largest_share;
  }

  /// The size of ν in units of the components, for the choice of the order.
  double relative_size() const { return relative_; }

  /// The error is that of velocities held by stiff forces, which behaves like h^stages and does not add up.
  bool is_passing() const { return is_passing_; }

  Tangent stiffness;  // ν/μ of the positions: (1 + (γ0 hω)²)⁻¹ for a spring
  Tangent scaled;     // classical norm: h where velocities are scaled, otherwise 1

 private:
  template <class MakeTangential>
  double of(const ErrorEstimator& estimator, const Point& from, double h, const RungeKuttaScheme& scheme,
            Equations& equations, MakeTangential&& make_tangential, AccelerationLevel<System>* level) {
    raw_errors(estimator, from, h, scheme, equations);
    if (!filter(estimator.alpha, h, equations)) return NAN;
    if (norm_ == ErrorNorm::classical) return classical(h, scheme);
    make_tangential(velocity_);
    if (!counts_passing_) {  // [Hairer, Wanner 1996] eq. IV.8.20: f(y_n + ν) instead of f(y_n)
      raw_position_ = position_;
      raw_velocity_ = velocity_;
      extra_force_.setZero();
      if (!filter(estimator.alpha, h, equations)) return NAN;
      make_tangential(velocity_);
    }
    if (!damp(velocity_, equations, estimator.alpha)) return NAN;
    return translated(estimator, scheme, h, of_reactions(equations, level));
  }

  /// ν from μ.
  bool filter(double alpha, double h, Equations& equations) {
    const auto& tangents = equations.tangents();
    work_ = (alpha * alpha) * raw_position_ + (alpha * h) * raw_velocity_;
    product_into(tangents.mass, work_, position_);
    add_product(alpha * h, tangents.damping, raw_position_, position_);
    position_ += (alpha * h) * extra_force_;
    equations.rows().filter_side(alpha, raw_position_, raw_velocity_, rows_);
    if (!equations.filter(position_, rows_)) return false;
    velocity_ = (alpha / h) * (position_ - raw_position_);
    if (equations.has_z()) add_product(1.0, equations.z(), position_, velocity_);
    if constexpr (stabilised) {
      add_transposed_product(-1.0 / h, equations.rows().jacobian(), rows_.tail(row_count(system_)),
                             velocity_);
    }
    return true;
  }

  /// Once more through the filter. What it takes away does not add up over the run, but it is there: `passing_`.
  bool damp(Tangent& x, Equations& equations, double alpha) {
    constexpr double clearly_damped = 0.4;
    passing_ = x;
    product_into(equations.tangents().mass, x, work_);
    work_ *= alpha * alpha;
    rows_.setZero();
    if (!equations.filter(work_, rows_)) return false;
    x = work_;
    for (Index i = 0; i < x.size(); ++i)
      if (!(std::abs(x[i]) < clearly_damped * std::abs(passing_[i]))) passing_[i] = 0.0;
    return true;
  }

  void raw_errors(const ErrorEstimator& estimator, const Point& from, double h,
                  const RungeKuttaScheme& scheme, Equations& equations) {
    extra_force_.setZero();
    if (estimator.kind == EstimatorKind::first_stage) {
      first_stage_errors(estimator, from, h, scheme, equations);
      return;
    }
    raw_position_ = (estimator.e0 * h) * equations.start_rate;
    raw_velocity_ = (estimator.e0 * h) * equations.start_change;
    for (Index i = 0; i < scheme.stages; ++i) {
      raw_position_ += estimator.e[i] * equations.stage(i).theta;
      raw_velocity_ += estimator.e[i] * (equations.stage(i).u - from.v);
    }
    if (estimator.kind == EstimatorKind::squared) {
      raw_position_ = raw_position_.cwiseProduct(raw_position_.cwiseAbs()).eval();
      raw_velocity_ = raw_velocity_.cwiseProduct(raw_velocity_.cwiseAbs()).eval();
    }
  }

  /// γ0 h (f(y_n + z0) - F_1).
  void first_stage_errors(const ErrorEstimator& estimator, const Point& from, double h,
                          const RungeKuttaScheme& scheme, Equations& equations) {
    const auto& first = equations.stage(0);
    raw_position_ = equations.start_rate - first.rate;
    raw_velocity_ = from.acceleration - first.acceleration;
    if (equations.chart.is_moving) {
      work_ = from.v - first.v;
      bracket_into(system_.group(), equations.chart.xi, work_, velocity_);
      raw_velocity_ += velocity_;
    }
    if (estimator.extra.cwiseAbs().maxCoeff() > 0.0) add_extra_stage(estimator, from, h, scheme, equations);
    raw_position_ *= estimator.e0 * h;
    raw_velocity_ *= estimator.e0 * h;
  }

  void add_extra_stage(const ErrorEstimator& estimator, const Point& from, double h,
                       const RungeKuttaScheme& scheme, Equations& equations) {
    const auto& first = equations.stage(0);
    position_ = (estimator.extra_rate * h) * first.rate;
    velocity_ = (estimator.extra_rate * h) * first.acceleration;
    for (Index i = 0; i < scheme.stages; ++i) {
      position_ += estimator.extra[i] * equations.stage(i).theta;
      velocity_ += estimator.extra[i] * (equations.stage(i).u - from.v);
    }
    // M v' = f - Bᵀλ at the moved point, against the same at y_n; λ is the filter's business.
    advance_into(system_.group(), from.q, position_, element_);
    work_ = from.v + velocity_;
    system_.balance(from.t, element_, work_, from.acceleration, from.lambda, position_);
    system_.balance(from.t, from.q, from.v, from.acceleration, from.lambda, work_);
    work_ -= position_;
    raw_position_ += velocity_;
    extra_force_ = (estimator.e0 * h) * work_;
  }

  /// Stiff forces answer errors of q and v, and joints answer these forces. Round-off is no error.
  double of_reactions(const Equations& equations, AccelerationLevel<System>* level) {
    constexpr double round_off = 1e-14;
    if (level == nullptr) return 0.0;
    scale_.weights_into(work_, raw_velocity_);
    const double noise = round_off / scale_.tolerances().asked();
    work_ = (position_.array().abs() > noise * work_.array()).select(position_, 0.0);
    raw_velocity_ = (velocity_.array().abs() > noise * raw_velocity_.array()).select(velocity_, 0.0);
    return scale_.of_reaction(level->largest_response(equations.tangents(), work_, raw_velocity_));
  }

  double translated(const ErrorEstimator& estimator, const RungeKuttaScheme& scheme, double h,
                    double reactions) {
    const Tolerances& t = scale_.tolerances();
    const double tolerance = t.asked();
    relative_ =
        tolerance * std::max({scale_.of_position(position_), scale_.of_velocity(velocity_), reactions});
    return translated_error(relative_, estimator, scheme, h, t);
  }

  /// [Hairer, Wanner 1996] IV.8: √(Σ (ν_i/sc_i)²/N) over positions, velocities and h times the multipliers.
  double classical(double h, const RungeKuttaScheme& scheme) {
    const Tolerances& t = scale_.tolerances();
    const double tolerance = t.asked();
    const auto stages = static_cast<double>(scheme.stages);
    const double loose = 0.1 * std::pow(tolerance, (stages + 1.0) / (2.0 * stages));
    scale_.weights_into(work_, raw_velocity_);
    double sum = 0.0;
    for (Index i = 0; i < position_.size(); ++i) {
      sum += std::pow(position_[i] * tolerance / (work_[i] * loose), 2);
      sum += std::pow(velocity_[i] * scaled[i] * tolerance / (raw_velocity_[i] * loose), 2);
    }
    double weight = t.absolute + t.relative * scale_.lambda_size();
    const Index m = row_count(system_);
    for (Index i = 0; i < m; ++i) {
      sum += std::pow(rows_[i] / h * tolerance / (weight * loose), 2);
      if constexpr (stabilised) sum += std::pow(rows_[m + i] * tolerance / (t.absolute * loose), 2);
    }
    const auto count = static_cast<double>(2 * position_.size() + rows_.size());
    return std::sqrt(sum / count);
  }

  const System& system_;
  ErrorScale<System> scale_;
  ErrorNorm norm_;
  Tangent raw_position_, raw_velocity_, position_, velocity_, extra_force_, passing_, work_;
  typename Equations::RowsResidual rows_;
  typename System::Element element_;
  double relative_ = 0.0;
  bool is_passing_ = false, counts_passing_ = true;
};

}  // namespace kreisel
