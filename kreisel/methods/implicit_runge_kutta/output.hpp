// Between the ends of an implicit Runge-Kutta step, as well as at them.
//
// The polynomial through the stages has stage order: between long steps it is far worse than their ends. It only begins a
// better one, for θ in the chart of the step from θ' at its beginning and θ'' at both ends and at inner points, for u from u'
// at the same points: v' of the model where the polynomials lie, and again on the better ones (Chebyshev points, [Hairer,
// Nørsett, Wanner 1993] II.6 for the idea). What they miss at the end, the error of the step, is spread over it by cubic
// polynomials. Only steps into which a sample falls pay for it. That is a fixed-point iteration: where something vibrates
// fast within the step it would not converge, and where forces change suddenly no polynomial fits and much is missed. The
// polynomial of the stages is kept there.
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
    for (Tangent* x : {&theta_, &u_, &w_, &w_rate_, &start_u_, &end_u_, &end_theta_, &end_rate_,
                       &missed_theta_, &missed_rate_, &missed_u_})
      x->setZero(system.group().dimension());
    positions_.assign(count + 3, theta_);
    velocities_.assign(count + 2, theta_);
    for (auto* list : {&new_bends_, &new_slopes_, &looked_at_, &velocity_there_}) list->assign(count, theta_);
    weights_.setZero(static_cast<Index>(count) + 5);
    point_.resize(system);
    shape_square(system, turn_);
    static_cast<void>(inner_points(1));  // made now, not in a step
  }

  RungeKuttaSettle<System> settle;  // inside the step: with what was known before it

  /// There is a new step.
  void forget() { is_known_ = is_refined_ = false; }

  /// At the fraction x of the step that `dense` has recorded; `to`: its end.
  void at(double x, const Dense& dense, const Point& to, bool is_refined, State& out) {
    if (!is_known_) {
      is_known_ = true;
      const Index stages = dense.scheme()->stages;
      is_refined_ = is_refined && !dense.scheme()->nodes.empty() && stages > 2 &&
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
  static Index inner_count(Index stages) { return stages + 2; }

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
        positions_[3 + i] = new_bends_[i];
        velocities_[2 + i] = new_slopes_[i];
      }
      spread_misses();
      const double change = change_at_nodes(dense.step());
      if (!std::isfinite(change)) return false;
      if (round == 0) first = change;
      if (round > 0 && change > contracts * before + round_off * size_) return false;
      if (round > 0 && change <= enough * first + round_off * size_) break;
      before = change;
    }
    constexpr double fits = 0.2;
    const double missed = std::max(largest_entry(missed_theta_), dense.step() * largest_entry(missed_u_));
    return missed <= fits * first + round_off * size_;
  }

  /// What the polynomials miss at the end of the step.
  void spread_misses() {
    for (Tangent* x : {&missed_theta_, &missed_rate_, &missed_u_}) x->setZero();
    sum_positions(1.0, theta_);
    sum_velocities(1.0, u_);
    missed_theta_ = end_theta_ - theta_;
    missed_u_ = end_u_ - u_;
    missed_rate_ = end_rate_;
    const Vector& w = inner_->position.slope_at_end();
    for (Index k = 0; k < w.size(); ++k) missed_rate_ -= w[k] * positions_[static_cast<std::size_t>(k)];
  }

  /// How far the polynomials have moved at the inner points.
  double change_at_nodes(double h) {
    double change = 0.0;
    size_ = 0.0;
    for (std::size_t i = 0; i < inner_->nodes.size(); ++i) {
      sum_positions(inner_->nodes[i], theta_);
      sum_velocities(inner_->nodes[i], u_);
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
    start_u_ = u_;
    velocities_[0] = h * w_rate_;
    positions_[0] = h * w_;
    positions_[1] = (h * h) * w_rate_;
    into_chart(to, 1.0, dense);
    end_u_ = u_;
    velocities_[1] = h * w_rate_;
    end_theta_ = dense.theta_end();
    derivatives_.look(end_theta_, w_, w_rate_, h);
    end_rate_ = h * derivatives_.rate;
    positions_[2] = (h * h) * derivatives_.bend;
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
    sum_positions(x, theta_);
    sum_velocities(x, point_.v);
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

  void sum_positions(double x, Tangent& out) {
    sum(inner_->position, x, positions_, out);
    out += (x * x * (3.0 - 2.0 * x)) * missed_theta_ + (x * x * (x - 1.0)) * missed_rate_;
  }
  void sum_velocities(double x, Tangent& out) {
    sum(inner_->velocity, x, velocities_, out);
    out += start_u_ + (x * x * (3.0 - 2.0 * x)) * missed_u_;
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
  Tangent theta_, u_, w_, w_rate_, start_u_, end_u_, end_theta_, end_rate_;
  Tangent missed_theta_, missed_rate_, missed_u_;  // at the end of the step, by the polynomials
  std::vector<Tangent> positions_, velocities_, new_bends_, new_slopes_, looked_at_, velocity_there_;
  double size_ = 0.0;
  Vector weights_;
  Point point_;
  typename System::MassMatrix turn_;
};

}  // namespace kreisel
