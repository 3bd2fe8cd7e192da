// Errors in units of the tolerance: relative ones refer to the largest value a component has had so far.
#pragma once

#include <algorithm>
#include <cmath>

#include "kreisel/equations/mechanical_system.hpp"
#include "kreisel/methods/stepper.hpp"

namespace kreisel {

template <MechanicalSystem System>
class ErrorScale {
 public:
  using Tangent = typename System::Tangent;

  ErrorScale(const System& system, const Tolerances& tolerances) : system_(system), tolerances_(tolerances) {
    for (Tangent* x : {&sizes_, &position_size_, &velocity_size_, &acceleration_size_})
      x->setZero(system.group().dimension());
  }

  template <class A>
  void transfer(A& a) {
    a(position_size_, velocity_size_, acceleration_size_, lambda_size_, position_scale_, has_scale_);
  }

  /// Starts the record of largest values; returns the size of positions.
  template <class Point>
  double start(const Point& point) {
    position_size_.setZero();
    velocity_size_.setZero();
    acceleration_size_.setZero();
    lambda_size_ = 0.0;
    has_scale_ = false;
    return follow(point);
  }

  template <class Point>
  double follow(const Point& point) {
    if (!tolerances_.control_error() && has_scale_) return position_scale_;
    sizes_into(system_.group(), point.q, sizes_);
    position_size_ = position_size_.cwiseMax(sizes_);
    velocity_size_ = velocity_size_.cwiseMax(point.v.cwiseAbs());
    acceleration_size_ = acceleration_size_.cwiseMax(point.acceleration.cwiseAbs());
    if (point.lambda.size() > 0) lambda_size_ = std::max(lambda_size_, point.lambda.cwiseAbs().maxCoeff());
    has_scale_ = true;
    position_scale_ = position_size_.maxCoeff();
    return position_scale_;
  }

  double of_position(const Tangent& error) const { return weighted(error, position_size_); }
  double of_velocity(const Tangent& error) const { return weighted(error, velocity_size_); }
  double of_lambda(double error) const {
    return error / (tolerances_.multiplier * std::max(lambda_size_, 1e-300));
  }
  /// The same for what adds to velocities, less its round-off: fractions of the largest accelerations and positions.
  double of_acceleration(const Tangent& error, double round_off, double of_positions) const {
    double worst = 0.0;
    for (Index i = 0; i < error.size(); ++i) {
      const double noise = round_off * acceleration_size_[i] + of_positions * position_size_[i];
      const double ratio =
          (std::abs(error[i]) - noise) / (tolerances_.absolute + tolerances_.relative * velocity_size_[i]);
      worst = ratio <= worst ? worst : ratio;
    }
    return worst;
  }
  /// What a component may be wrong by.
  void weights_into(Tangent& position, Tangent& velocity) const {
    position = tolerances_.relative * position_size_;
    velocity = tolerances_.relative * velocity_size_;
    position.array() += tolerances_.absolute;
    velocity.array() += tolerances_.absolute;
  }
  double lambda_size() const { return lambda_size_; }
  const Tolerances& tolerances() const { return tolerances_; }

 private:
  double weighted(const Tangent& x, const Tangent& size) const {
    double worst = 0.0;
    for (Index i = 0; i < x.size(); ++i) {
      const double ratio = std::abs(x[i]) / (tolerances_.absolute + tolerances_.relative * size[i]);
      worst = ratio <= worst ? worst : ratio;  // NaN comes through
    }
    return worst;
  }

  const System& system_;
  Tolerances tolerances_;
  Tangent sizes_, position_size_, velocity_size_, acceleration_size_;
  double lambda_size_ = 0.0, position_scale_ = 0.0;
  bool has_scale_ = false;
};

}  // namespace kreisel
