// Errors in units of the tolerance: relative ones refer to the largest value a component has had so far.
//
// Springs and dampers make forces of q and v, λ = (Φ + τΦ')/c or (B v + b)/c: what these are wrong by along their rows
// counts as an error of λ, relative to the largest one, too, where a tolerance for λ is asked for.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "kreisel/methods/shared/matrices.hpp"
#include "kreisel/methods/stepper.hpp"

namespace kreisel {

template <MechanicalSystem System>
class ErrorScale {
 public:
  using Tangent = typename System::Tangent;

  /// Estimates that gather rates over the whole run cannot count forces: a stiff vibration has any rate.
  enum class Counts { motion, motion_and_forces };

  ErrorScale(const System& system, const Tolerances& tolerances, Counts counts = Counts::motion)
      : system_(system), tolerances_(tolerances) {
    for (Tangent* x : {&sizes_, &position_size_, &velocity_size_, &acceleration_size_})
      x->setZero(system.group().dimension());
    for (std::size_t i = 0; i < system.rows().size(); ++i)
      if (counts == Counts::motion_and_forces && tolerances.multiplier > 0.0 &&
          system.rows()[i].compliance > 0.0)
        forces_.push_back(static_cast<Index>(i));
    if (!forces_.empty()) shape_rows(system, jacobian_);
    counts_.assign(system.rows().size(), 1);
  }

  /// The rows of springs and dampers at an accepted point.
  template <class Point>
  void look_at_rows(const Point& point) {
    if (!forces_.empty() && tolerances_.control_error()) system_.jacobian(point.t, point.q, jacobian_);
  }
  /// Rows whose λ does not come from q and v: their motion is held, and λ follows from the accelerations.
  template <class Settle>
  void leave_held_rows(const Settle& settle) {
    for (const Index i : forces_) counts_[static_cast<std::size_t>(i)] = settle.holds(i) ? 0 : 1;
  }

  template <class A>
  void transfer(A& a) {
    a(position_size_, velocity_size_, acceleration_size_, lambda_size_, lambda_floor_, position_scale_,
      has_scale_);
  }

  /// Starts the record of largest values; returns the size of positions.
  template <class Point>
  double start(const Point& point) {
    position_size_.setZero();
    velocity_size_.setZero();
    acceleration_size_.setZero();
    lambda_size_ = 0.0;
    has_scale_ = false;
    if (point.lambda.size() > 0) lambda_floor_ = least_share * largest_force(point);
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
    look_at_rows(point);
    has_scale_ = true;
    position_scale_ = position_size_.maxCoeff();
    return position_scale_;
  }

  double of_position(const Tangent& error) const {
    return larger(weighted(error, position_size_), of_forces(error, false, nullptr));
  }
  double of_velocity(const Tangent& error) const {
    return larger(weighted(error, velocity_size_), of_forces(error, true, nullptr));
  }
  double of_lambda(double error) const {
    return error / (tolerances_.multiplier * std::max(lambda_size_, 1e-300));
  }
  /// Of a reaction, as far as that is promised.
  double of_reaction(double error) const { return error / unit_of_reactions(); }
  /// The same for what adds to velocities, less its round-off: fractions of the largest accelerations and positions.
  double of_acceleration(const Tangent& error, double round_off, double of_positions) {
    double worst = 0.0;
    sizes_ = round_off * acceleration_size_ + of_positions * position_size_;
    for (Index i = 0; i < error.size(); ++i) {
      const double ratio = (std::abs(error[i]) - sizes_[i]) /
                           (tolerances_.absolute + tolerances_.relative * velocity_size_[i]);
      worst = ratio <= worst ? worst : ratio;
    }
    return larger(worst, of_forces(error, true, &sizes_));
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
  static constexpr double least_share = 1e-3;  // of the largest force that a reaction is compared with
  static constexpr double allowed =
      3.0;  // reactions are promised three times less than positions and velocities

  static double larger(double one, double other) { return one <= other ? other : one; }

  template <class Point>
  double largest_force(const Point& point) const {
    Tangent zero = point.v, force = point.v;
    typename System::Multiplier none = point.lambda;
    zero.setZero();
    none.setZero();
    system_.balance(point.t, point.q, point.v, zero, none, force);
    return force.cwiseAbs().maxCoeff();
  }

  double unit_of_reactions() const {
    const double asked =
        tolerances_.multiplier > 0.0 ? tolerances_.multiplier : allowed * tolerances_.asked();
    return asked * std::max({lambda_size_, lambda_floor_, 1e-300});
  }

  /// What an error of q or v, less `noise`, makes of the forces of springs and dampers.
  double of_forces(const Tangent& error, bool is_velocity, const Tangent* noise) const {
    if (forces_.empty() || !has_scale_) return 0.0;
    const double asked =
        tolerances_.multiplier > 0.0 ? tolerances_.multiplier : allowed * tolerances_.asked();
    const double unit = asked * std::max(lambda_size_, lambda_floor_);
    double worst = 0.0;
    for (const Index i : forces_) {
      const Row& row = system_.rows()[static_cast<std::size_t>(i)];
      const double share = !row.is_position() ? (is_velocity ? 1.0 : 0.0)
                           : is_velocity      ? row.relaxation
                                              : 1.0;
      if (share == 0.0 || counts_[static_cast<std::size_t>(i)] == 0) continue;
      double off = std::abs(row_product(jacobian_, i, error));
      if (noise != nullptr) off -= row_size(jacobian_, i, *noise);
      const double ratio = share * off / (row.compliance * unit);
      worst = ratio <= worst ? worst : ratio;
    }
    return worst;
  }

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
  double lambda_size_ = 0.0, lambda_floor_ = 0.0, position_scale_ = 0.0;
  bool has_scale_ = false;
  std::vector<Index> forces_;          // rows that are springs and dampers
  std::vector<unsigned char> counts_;  // of all rows
  typename System::RowMatrix jacobian_;
};

}  // namespace kreisel
