// Error estimate of a generalized-α step from quantities at hand.
//
// Leading local errors  h³(c_q v'' + [v,v']/12)  in q and  h³ c_v v'''  in v, with v'' and v''' from
// differences of v'. Rows hold their normal part exactly, so only the tangential part counts. The estimate is
// (local error / h)·interval: what the whole run would gather at this rate. Its order is h², that of the
// global error, so achieved errors stay proportional to the tolerance (docs/decisions/0003-error-control.md).
#pragma once

#include <algorithm>
#include <cmath>

#include "kreisel/methods/generalized_alpha/point.hpp"
#include "kreisel/methods/shared/error_scale.hpp"

namespace kreisel {

template <MechanicalSystem System>
class GeneralizedAlphaError {
 public:
  using Point = GeneralizedAlphaPoint<System>;
  using Tangent = typename System::Tangent;

  GeneralizedAlphaError(const System& system, const GeneralizedAlphaParameters& parameters,
                        const Tolerances& tolerances)
      : system_(system), parameters_(parameters), scale_(system, tolerances) {
    for (Tangent* x : {&position_error_, &velocity_error_, &bracket_}) x->setZero(system.group().dimension());
  }

  /// Both return the size of positions.
  double start(const Point& point) { return scale_.start(point); }
  double follow(const Point& point) { return scale_.follow(point); }

  /// The step for which the estimate of q at the start would be one half.
  double first_step(const Point& point, const Tangent& jerk) {
    position_rate(point, jerk);
    const double rate = tolerances().interval * scale_.of_position(position_error_);
    const double largest = 0.01 * tolerances().interval;
    return rate > 0.0 ? std::min(std::sqrt(0.5 / rate), largest) : largest;
  }

  /// `tangential` leaves of an error what counts.
  template <class Tangential>
  double estimate(const Point& previous, const Point& from, const Point& to, double last_step, double h,
                  const Tangent* known_jerk, const Tangential& tangential) {
    velocity_error_ = (to.acceleration - from.acceleration) / h;  // v''
    position_rate(to, velocity_error_);
    if (known_jerk != nullptr) {
      velocity_error_ = (velocity_error_ - *known_jerk) * (2.0 / h);
    } else {
      bracket_ = (from.acceleration - previous.acceleration) / last_step;
      velocity_error_ = (velocity_error_ - bracket_) * (2.0 / (h + last_step));
    }
    velocity_error_ *= parameters_.velocity_error();
    if (to.lambda.size() > 0) {
      tangential(position_error_);
      tangential(velocity_error_);
    }
    const double scale = h * h * tolerances().interval;
    const double of_rows = multiplier_error(previous, from, to, last_step, h);
    return std::max(
        {scale * scale_.of_position(position_error_), scale * scale_.of_velocity(velocity_error_), of_rows});
  }

  /// What a step is wrong by along the rows (settled_motion.hpp), of size h⁵, for a controller of errors of size h².
  double of_rows(const Tangent& closure) const { return std::pow(scale_.of_position(closure), 0.4); }

 private:
  /// c_q v'' + [v,v']/12.
  void position_rate(const Point& point, const Tangent& jerk) {
    bracket_into(system_.group(), point.v, point.acceleration, bracket_);
    position_error_ = parameters_.position_error() * jerk + bracket_ / 12.0;
  }

  const Tolerances& tolerances() const { return scale_.tolerances(); }

  /// λ follows v' in the normal directions, whose error is of size h² λ'': second difference of λ.
  double multiplier_error(const Point& previous, const Point& from, const Point& to, double last_step,
                          double h) const {
    if (tolerances().multiplier <= 0.0 || to.lambda.size() == 0 || last_step <= 0.0) return 0.0;
    double worst = 0.0;
    for (Index i = 0; i < to.lambda.size(); ++i) {
      const double curvature =
          ((to.lambda[i] - from.lambda[i]) / h - (from.lambda[i] - previous.lambda[i]) / last_step) * 2.0 /
          (h + last_step);
      worst = std::max(worst, std::abs(curvature));
    }
    const double constant = std::abs(parameters_.position_error()) + std::abs(parameters_.velocity_error());
    return scale_.of_lambda(constant * h * h * worst);
  }

  const System& system_;
  GeneralizedAlphaParameters parameters_;
  ErrorScale<System> scale_;
  Tangent position_error_, velocity_error_, bracket_;
};

}  // namespace kreisel
