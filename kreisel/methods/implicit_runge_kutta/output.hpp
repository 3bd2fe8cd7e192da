// Between the ends of an implicit Runge-Kutta step, as well as at them.
//
// The polynomial through the stages has stage order: between long steps it is far worse than their ends. It only begins a
// better one, for θ in the chart of the step from θ, θ', θ'' at both ends and θ'' at inner points, for u from u, u' at both
// ends and u' at the same points: v' of the model where the polynomials lie, and again on the better ones
// (Chebyshev points, [Hairer, Nørsett, Wanner 1993] II.6 for the idea). Only steps into which a sample falls pay for it.
// That is a fixed-point iteration: where something vibrates fast within the step it would not converge, and where forces
// change suddenly no polynomial fits; u' over the step then does not sum up to what u changes by. The polynomial of the
// stages is kept there.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "kreisel/methods/implicit_runge_kutta/dense.hpp"
#include "kreisel/methods/implicit_runge_kutta/settle.hpp"
#include "kreisel/methods/shared/birkhoff_weights.hpp"
#include "kreisel/methods/shared/chart_derivatives.hpp"

namespace kreisel {

template <MechanicalSystem System>
class RungeKuttaOutput {
 public:
  using Point = StepPoint<System>;
  using Tangent = typename System::Tangent;
  using Dense = RungeKuttaDense<System>;

  RungeKuttaOutput(const System& system, bool projects, bool stabilised, Formulation formulation,
                   Index most_stages)
      : settle(system, projects, stabilised, formulation), system_(system), derivatives_(system) {
    const auto count = static_cast<std::size_t>(inner_count(most_stages));
    for (Tangent* x : {&theta_, &u_, &w_, &w_rate_, &start_velocity_}) x->setZero(system.group().dimension());
    positions_.assign(count + 5, theta_);
    velocities_.assign(count + 3, theta_);
    for (auto* list : {&new_bends_, &new_slopes_, &looked_at_, &velocity_there_}) list->assign(count, theta_);
    weights_.setZero(static_cast<Index>(count) + 5);
    point_.resize(system);
    shape_square(system, turn_);
    static_cast<void>(inner_points(2));  // made now, not in a step
  }

  RungeKuttaSettle<System> settle;  // inside the step: with what was known before it

  /// There is a new step.
  void forget() { is_known_ = is_refined_ = false; }

  /// At the fraction x of the step that `dense` has recorded; `to`: its end.
  void at(double x, const Dense& dense, const Point& to, bool is_refined, State& out) {
    if (!is_known_) {
      is_known_ = true;
      const Index stages = dense.scheme()->stages;
      is_refined_ = is_refined && !dense.scheme()->nodes.empty() && stages > 1 &&
                    inner_count(stages) <= most_inner_points && refine(dense, to);
    }
    point_.t = dense.begin().t + x * (to.t - dense.begin().t);
    if (is_refined_) {
      place(x, dense);
      settle.take_literally(point_, dense.step());
    } else {
      dense.at(x, point_);
    }
    if (!settle.settle(point_, dense.step(), dense.lambdas(), dense.stage_nodes(), x))
      point_.acceleration = (1.0 - x) * dense.begin().acceleration + x * to.acceleration;
    out.t = point_.t;
    out.q = point_.q;
    out.v = point_.v;
    out.acceleration = point_.acceleration;
    out.lambda = point_.lambda;
  }

 private:
  /// Two more than stages, or three: an even number.
  static Index inner_count(Index stages) { return stages + 2 + stages % 2; }

  bool refine(const Dense& dense, const Point& to) {
    constexpr int most_rounds = 4;
    constexpr double contracts = 0.7, enough = 0.02, round_off = 1e-9;  // θ'' by a difference
    set_ends(dense, to);
    inner_ = &inner_points(inner_count(dense.scheme()->stages));
    double first = 0.0, before = 0.0;
    for (int round = 0; round < most_rounds; ++round) {
      for (std::size_t i = 0; i < inner_->nodes.size(); ++i)
        if (!look(i, round == 0, dense, to)) return false;
      for (std::size_t i = 0; i < inner_->nodes.size(); ++i) {
        positions_[5 + i] = new_bends_[i];
        velocities_[3 + i] = new_slopes_[i];
      }
      const double change = change_at_nodes(dense.step());
      if (!std::isfinite(change)) return false;
      if (round == 0) first = change;
      if (round > 0 && change > contracts * before + round_off * size_) return false;
      if (round > 0 && change <= enough * first + round_off * size_) break;
      before = change;
    }
    constexpr double fits = 0.2;
    return what_slopes_miss(dense.step()) <= fits * first + round_off * size_;
  }

  /// Between the change of u over the step and the sum of u', as a way.
  double what_slopes_miss(double h) {
    w_ = velocities_[0];
    for (std::size_t k = 0; k < inner_->quadrature.size(); ++k)
      w_ -= inner_->quadrature[k] * velocities_[1 + k];
    return h * largest_entry(w_);
  }

  /// How far the polynomials have moved at the inner points.
  double change_at_nodes(double h) {
    double change = 0.0;
    size_ = 0.0;
    for (std::size_t i = 0; i < inner_->nodes.size(); ++i) {
      sum(inner_->position, inner_->nodes[i], positions_, theta_);
      sum(inner_->velocity, inner_->nodes[i], velocities_, u_);
      u_ += start_velocity_;
      w_ = theta_ - looked_at_[i];
      w_rate_ = h * (u_ - velocity_there_[i]);
      change = std::max({change, largest_entry(w_), largest_entry(w_rate_)});
      size_ = std::max({size_, largest_entry(theta_), h * largest_entry(u_)});
    }
    return change;
  }

  void set_ends(const Dense& dense, const Point& to) {
    const double h = dense.step();
    const Point& from = dense.begin();
    into_chart(from, 0.0, dense);
    start_velocity_ = u_;
    velocities_[1] = h * w_rate_;
    positions_[1] = h * w_;
    positions_[3] = (h * h) * w_rate_;
    into_chart(to, 1.0, dense);
    velocities_[0] = u_ - start_velocity_;
    velocities_[2] = h * w_rate_;
    positions_[0] = dense.theta_end();
    derivatives_.look(positions_[0], w_, w_rate_, h);
    positions_[2] = h * derivatives_.rate;
    positions_[4] = (h * h) * derivatives_.bend;
  }

  /// The motion of the model at an inner point.
  bool look(std::size_t i, bool is_first, const Dense& dense, const Point& to) {
    const double x = inner_->nodes[i], h = dense.step();
    point_.t = dense.begin().t + x * (to.t - dense.begin().t);
    if (is_first) {
      dense.at(x, point_);
      dense.theta_at(x, theta_);
    } else {
      place(x, dense);
    }
    into_chart(point_, x, dense);
    looked_at_[i] = theta_;
    velocity_there_[i] = u_;
    settle.take_literally(point_, h);
    if (!settle.settle(point_, h, dense.lambdas(), dense.stage_nodes(), x)) return false;
    into_chart(point_, x, dense);
    derivatives_.look(theta_, w_, w_rate_, h);
    new_bends_[i] = (h * h) * derivatives_.bend;
    new_slopes_[i] = h * w_rate_;
    return true;
  }

  /// u = Ad v, w = u - ξ and w' = u' = Ad (v' + [ξ, v]) at the fraction x of the step.
  void into_chart(const Point& at, double x, const Dense& dense) {
    const auto& chart = dense.chart();
    u_ = at.v;
    w_rate_ = at.acceleration;
    if (chart.is_moving) {
      bracket_into(system_.group(), chart.xi, at.v, w_);
      w_rate_ += w_;
      chart.turn_into(-x * dense.step(), turn_);
      product_into(turn_, at.v, u_);
      product_into(turn_, w_rate_, w_);
      w_rate_ = w_;
    }
    w_ = u_;
    if (chart.is_moving) w_ -= chart.xi;
  }

  /// q, v and λ of the polynomials; leaves θ.
  void place(double x, const Dense& dense) {
    sum(inner_->position, x, positions_, theta_);
    sum(inner_->velocity, x, velocities_, point_.v);
    point_.v += start_velocity_;
    advance_into(system_.group(), dense.begin().q, theta_, point_.q);
    dense.lambda_at(x, point_.lambda);
    const auto& chart = dense.chart();
    if (!chart.is_moving) return;
    w_ = (x * dense.step()) * chart.xi;
    advance_into(system_.group(), point_.q, w_, point_.q);
    chart.turn_into(x * dense.step(), turn_);
    product_into(turn_, point_.v, w_);
    point_.v = w_;
  }

  void sum(const BirkhoffWeights& polynomial, double x, const std::vector<Tangent>& data, Tangent& out) {
    polynomial.at(x, weights_);
    out = weights_[0] * data[0];
    for (Index k = 1; k < polynomial.count(); ++k) out += weights_[k] * data[static_cast<std::size_t>(k)];
  }

  const System& system_;
  ChartDerivatives<System> derivatives_;
  const InnerPoints* inner_ = nullptr;
  bool is_known_ = false, is_refined_ = false;
  Tangent theta_, u_, w_, w_rate_, start_velocity_;
  std::vector<Tangent> positions_, velocities_, new_bends_, new_slopes_, looked_at_, velocity_there_;
  double size_ = 0.0;
  Vector weights_;
  Point point_;
  typename System::MassMatrix turn_;
};

}  // namespace kreisel
