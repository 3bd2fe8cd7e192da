// Error estimates of implicit Runge-Kutta steps, filtered so that stiff components count with what they are worth.
//
// μ = e0 h f(y_n) + Σ e_i z_i belongs to a formula of low order; ν = (I - hγ0 J)⁻¹μ, solved with the real factor of
// the step [Hairer, Wanner 1996] IV.8, [Schaub 2004] section 4.1. What counts is not ν, which is larger than the error by
// powers of h, but what it says about the speed of the motion: on a smooth solution ν = c1 x^r with x = h over the
// time scale, so the step is wrong by c2 x^(p+1) = c2 (ν/c1)^((p+1)/r), and the run gathers interval/h times that
// (docs/decisions/0006). Velocities count with their tangential part where rows hold the rest.
#pragma once

#include <algorithm>
#include <cmath>

#include "kreisel/methods/error_scale.hpp"
#include "kreisel/methods/runge_kutta_control.hpp"
#include "kreisel/methods/runge_kutta_equations.hpp"

namespace kreisel {

template <MechanicalSystem System, bool stabilised>
class RungeKuttaError {
 public:
  using Equations = RungeKuttaEquations<System, stabilised>;
  using Point = StepPoint<System>;
  using Tangent = typename System::Tangent;

  RungeKuttaError(const System& system, const Tolerances& tolerances)
      : system_(system), scale_(system, tolerances) {
    const Index n = system.group().dimension(), m = row_count(system);
    for (Tangent* x : {&raw_position, &raw_velocity_, &position, &velocity, &start_}) x->setZero(n);
    rows_.setZero(stabilised ? 2 * m : m);
    element_.setZero(system.group().coordinate_count());
  }

  ErrorScale<System>& scale() { return scale_; }

  /// E of the step; NaN when the filter is singular. Leaves ν in `position` and `velocity`.
  template <class MakeTangential>
  double estimate(const Point& from, double h, const RungeKuttaScheme& scheme, Equations& equations,
                  MakeTangential&& make_tangential) {
    double error = of(scheme.estimator, from, h, scheme, equations, make_tangential);
    if (scheme.guard.kind != EstimatorKind::none)
      error = std::max(error, of(scheme.guard, from, h, scheme, equations, make_tangential));
    return error;
  }

  /// The size of ν in units of the components, for the choice of the order.
  double relative_size() const { return relative_; }

  Tangent raw_position, position, velocity;

 private:
  template <class MakeTangential>
  double of(const ErrorEstimator& estimator, const Point& from, double h, const RungeKuttaScheme& scheme,
            Equations& equations, MakeTangential&& make_tangential) {
    raw_errors(estimator, from, h, scheme, equations);
    const auto& tangents = equations.tangents();
    const double alpha = estimator.alpha;
    start_ = (alpha * alpha) * raw_position + (alpha * h) * raw_velocity_;
    position.noalias() = tangents.mass.lazyProduct(start_);
    position.noalias() += (alpha * h) * tangents.damping.lazyProduct(raw_position);
    equations.rows().filter_side(alpha, raw_position, raw_velocity_, rows_);
    if (!equations.filter(position, rows_)) return NAN;
    velocity = (alpha / h) * (position - raw_position);
    if (equations.has_z()) velocity.noalias() += equations.z().lazyProduct(position);
    if constexpr (stabilised)
      velocity.noalias() -=
          equations.rows().jacobian().transpose().lazyProduct(rows_.tail(row_count(system_))) / h;
    make_tangential(velocity);
    if (!damp(velocity, equations, alpha)) return NAN;
    return translated(estimator, scheme, h);
  }

  /// Velocities once more through the filter: what stiff forces and rows hold does not last, the rest stays.
  bool damp(Tangent& x, Equations& equations, double alpha) {
    start_.noalias() = (alpha * alpha) * equations.tangents().mass.lazyProduct(x);
    rows_.setZero();
    if (!equations.filter(start_, rows_)) return false;
    x = start_;
    return true;
  }

  void raw_errors(const ErrorEstimator& estimator, const Point& from, double h,
                  const RungeKuttaScheme& scheme, Equations& equations) {
    if (estimator.kind == EstimatorKind::first_stage)
      return first_stage_errors(estimator, from, h, equations);
    raw_position = (estimator.e0 * h) * equations.start_rate;
    raw_velocity_ = (estimator.e0 * h) * equations.start_change;
    for (Index i = 0; i < scheme.stages; ++i) {
      raw_position += estimator.e[i] * equations.stage(i).theta;
      raw_velocity_ += estimator.e[i] * (equations.stage(i).u - from.v);
    }
  }

  /// γ0 h (f(y_n) - F_1).
  void first_stage_errors(const ErrorEstimator& estimator, const Point& from, double h,
                          Equations& equations) {
    const auto& first = equations.stage(0);
    raw_position = (estimator.e0 * h) * (equations.start_rate - first.rate);
    raw_velocity_ = (estimator.e0 * h) * (from.acceleration - first.acceleration);
  }

  double translated(const ErrorEstimator& estimator, const RungeKuttaScheme& scheme, double h) {
    const Tolerances& t = scale_.tolerances();
    const double tolerance = t.relative > 0.0 ? t.relative : t.absolute;
    relative_ = tolerance * std::max(scale_.of_position(position), scale_.of_velocity(velocity));
    return translated_error(relative_, estimator, scheme, h, t);
  }

  const System& system_;
  ErrorScale<System> scale_;
  Tangent raw_velocity_, start_;
  typename Equations::RowsResidual rows_;
  typename System::Element element_;
  double relative_ = 0.0;
};

}  // namespace kreisel
