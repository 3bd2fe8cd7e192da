// What the tolerance makes of the error formula inside an explicit method, and the first step.
//
// The formula compares with solutions of lower order, so its value e, in units of the largest values so far, behaves
// like c1 x^q with x the step over the time scale of the motion; the solution itself errs by c2 x^(p+1). Eliminating x,
//
//   E = (interval/h) · c2 (e/c1)^((p+1)/q) / tolerance,
//
// which is what the whole run would gather if every step contributed like this one, as for the other families
// (docs/decisions/0003-error-control.md). It is the sum over the run that counts, so a single step may take several
// times its share while the next one is planned for E < 1: on motions that change quickly this saves most of the
// rejected steps. c1 and c2 are those of y' = y; as measured, no factor is needed.
#pragma once

#include <algorithm>
#include <cmath>

#include "kreisel/methods/explicit_runge_kutta/slopes.hpp"
#include "kreisel/methods/shared/error_scale.hpp"
#include "kreisel/methods/shared/step_size_control.hpp"

namespace kreisel {

template <MechanicalSystem System>
class ExplicitError {
 public:
  using Tangent = typename System::Tangent;

  ExplicitError(const System& system, const ExplicitCoefficients& coefficients, const Tolerances& tolerances)
      : coefficients_(coefficients),
        scale_(system, tolerances, ErrorScale<System>::Counts::motion_and_forces) {
    for (Tangent* x : {&position_, &velocity_}) x->setZero(system.group().dimension());
    asked_ = tolerances.asked();
    exponent_ = (coefficients.order + 1.0) / std::max(coefficients.error_power, 1);
    caution_ = std::pow(largest_share, -1.0 / coefficients.order);
    // A tolerance for λ, which depends on q and v alone, tightens that of the motion.
    tightened_ = tolerances.multiplier > 0.0 ? std::max(1.0, asked_ / tolerances.multiplier) : 1.0;
  }

  ErrorScale<System>& scale() { return scale_; }

  /// 1: to be rejected beyond.
  double estimate(const ExplicitSlopes<System>& slopes, double h) {
    double e = size_of(coefficients_.error, slopes, h);
    if (coefficients_.second_error.count > 0 && e > 0.0) {
      const double second = size_of(coefficients_.second_error, slopes, h);
      e *= e / std::sqrt(e * e + 0.01 * second * second);
    }
    const double error =
        coefficients_.error_constant * std::pow(e * asked_ / coefficients_.estimate_constant, exponent_);
    return tightened_ * scale_.tolerances().interval / h * error / (asked_ * largest_share);
  }

  /// What a ratio planned for an estimate of 1 is to be multiplied by.
  double caution() const { return caution_; }

  /// [Hairer, Nørsett, Wanner 1993] II.4 in these terms: the time scale is the shortest that rates of change at the
  /// start, v and v' (and, after a small step, how they change) show; E = 1/10 for an error c2 x^(p+1).
  double first_step(double rate, double curvature) const {
    const double interval = scale_.tolerances().interval, longest = 1e-2 * interval;
    const double fastest = std::max(asked_ * rate, std::sqrt(asked_ * curvature));
    if (!(fastest * longest > 1e-12)) return longest;
    const double power = coefficients_.order;
    const double step =
        std::pow(0.1 * asked_ / (tightened_ * coefficients_.error_constant * interval * fastest),
                 1.0 / power) /
        fastest;
    return std::min(step, longest);
  }

  /// In units of the tolerance: the larger one of a change of position and one of velocity.
  double size(const Tangent& position, const Tangent& velocity) const {
    const double of_position = scale_.of_position(position), of_velocity = scale_.of_velocity(velocity);
    return of_position <= of_velocity ? of_velocity : of_position;
  }

 private:
  double size_of(const SlopeSum& sum, const ExplicitSlopes<System>& slopes, double h) {
    slopes.combine(sum, h, position_, velocity_);
    return size(position_, velocity_);
  }

  const ExplicitCoefficients& coefficients_;
  ErrorScale<System> scale_;
  Tangent position_, velocity_;
  double asked_ = 0.0, exponent_ = 1.0, tightened_ = 1.0, caution_ = 1.0;
};

}  // namespace kreisel
