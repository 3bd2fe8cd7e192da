// The polynomials of the last accepted Runge-Kutta step: dense output, and starting values for the next stages.
//
// θ and u through the beginning, the stages and the end of the step, λ through the stages, in the chart of the step.
// Diagonally implicit methods have no such polynomial of use; for them cubic Hermite polynomials of θ and v.
// Predictor: v and λ extrapolated, then two sweeps Θ = hA·T⁻¹(Θ)v, so that no logarithm is needed.
#pragma once

#include <span>
#include <vector>

#include "kreisel/methods/implicit_runge_kutta/chart.hpp"
#include "kreisel/methods/implicit_runge_kutta/rows.hpp"
#include "kreisel/methods/implicit_runge_kutta/scheme.hpp"
#include "kreisel/methods/shared/node_weights.hpp"
#include "kreisel/methods/shared/step_equations.hpp"

namespace kreisel {

template <MechanicalSystem System>
class RungeKuttaDense {
 public:
  using Point = StepPoint<System>;
  using Stage = RungeKuttaStage<System>;
  using Tangent = typename System::Tangent;
  using Multiplier = typename System::Multiplier;

  RungeKuttaDense(const System& system, Index most_stages) : system_(system), chart_(system) {
    const Index n = system.group().dimension();
    const auto count = static_cast<std::size_t>(most_stages) + 2;
    theta_.assign(count, Tangent::Zero(n));
    u_ = theta_;
    end_acceleration_ = theta_[0];
    lambda_.assign(count, Multiplier::Zero(row_count(system)));
    for (Tangent* x : {&work_, &end_rate_}) x->setZero(n);
    shape_square(system, t_);
    from_.resize(system);
    is_commutative_ = kreisel::is_commutative(system.group());
  }

  template <class A>
  void transfer(A& a) {
    a(h_, from_, end_acceleration_, chart_);
    for (auto* list : {&theta_, &u_})
      for (Tangent& x : *list) a(x);
    for (Multiplier& x : lambda_) a(x);
  }

  void forget() { scheme_ = nullptr; }
  /// After reading stored numbers: the scheme of the step they belong to.
  void restore(const RungeKuttaScheme* scheme) { scheme_ = scheme; }
  const RungeKuttaScheme* scheme() const { return scheme_; }
  double step() const { return h_; }
  const Point& begin() const { return from_; }
  /// λ of the stages and where they lie in the step; none for diagonally implicit methods.
  std::span<const Multiplier> lambdas() const { return {lambda_.data(), stage_count()}; }
  std::span<const double> stage_nodes() const { return {scheme_->c.data(), stage_count()}; }

  void record(const Point& from, const Point& to, const Tangent& theta_end, const Tangent& u_end, double h,
              const RungeKuttaScheme& scheme, const std::vector<Stage>& stages,
              const RungeKuttaChart<System>& chart) {
    scheme_ = &scheme;
    chart_.is_moving = chart.is_moving;
    chart_.xi = chart.xi;
    h_ = h;
    from_ = from;
    end_acceleration_ = to.acceleration;
    std::size_t k = 0;
    if (!scheme.starts_at_node || scheme.nodes.empty()) {
      theta_[k].setZero();
      u_[k++] = from.v;
    }
    for (std::size_t i = 0; i < static_cast<std::size_t>(scheme.stages) && !scheme.nodes.empty(); ++i) {
      const bool is_start = i == 0 && scheme.starts_at_node;  // a stage there is not quite the beginning
      if (is_start)
        theta_[k].setZero();
      else
        theta_[k] = stages[i].theta;
      u_[k++] = is_start ? from.v : stages[i].u;
      lambda_[i] = stages[i].lambda;
    }
    if (k < scheme.nodes.size() || scheme.nodes.empty()) theta_[k] = theta_end;
    if (scheme.nodes.empty()) {
      u_[k] = to.v;
      lambda_[0] = from.lambda;
      lambda_[1] = to.lambda;
    } else if (k < scheme.nodes.size()) {
      u_[k] = u_end;
    }
  }

  const RungeKuttaChart<System>& chart() const { return chart_; }
  /// θ at the end of the step and, as the polynomial of the stages has it, inside.
  const Tangent& theta_end() const { return theta_[scheme_->nodes.size() - 1]; }
  void theta_at(double x, Tangent& theta) const {
    sum(derivative_weights<0>(x, scheme_->nodes)[0], theta_, scheme_->nodes.size(), theta);
  }
  void lambda_at(double x, Multiplier& lambda) const { at_stages(x, lambda); }

  /// q, v, λ at the fraction x of the step.
  void at(double x, Point& out) const {
    if (scheme_->nodes.empty()) {
      hermite(x, out.v, out.lambda);
    } else {
      const auto w = derivative_weights<0>(x, scheme_->nodes)[0];
      sum(w, theta_, scheme_->nodes.size(), work_);
      sum(w, u_, scheme_->nodes.size(), out.v);
      at_stages(x, out.lambda);
    }
    advance_into(system_.group(), from_.q, work_, out.q);
    if (!chart_.is_moving) return;
    work_ = (x * h_) * chart_.xi;
    advance_into(system_.group(), out.q, work_, out.q);
    turn_back(x, out.v);
  }

  /// Starting values of the stages of a step of size h behind `from`, in the chart of that step. `keeps_lambda`: where rows
  /// depend on others, some part of λ acts on nothing, and nothing would correct what extrapolation makes of it.
  void predict(const Point& from, double h, const RungeKuttaScheme& next,
               const RungeKuttaChart<System>& chart, bool keeps_lambda, std::vector<Stage>& stages) {
    for (Index i = 0; i < next.stages; ++i) {
      Stage& stage = stages[static_cast<std::size_t>(i)];
      predict_motion(from, next.c[i] * h, stage);
      if (keeps_lambda) stage.lambda = from.lambda;
      stage.mu.setZero();
      if (chart.is_moving) {
        chart.turn_into(-next.c[i] * h, t_);
        product_into(t_, stage.v, stage.u);
        stage.rate = stage.u - chart.xi;
      } else {
        stage.rate = stage.u = stage.v;
      }
    }
    const Tangent& start = start_rate(from, chart);
    integrate_rates(start, h, next, stages);
    if (is_commutative_) return;
    for (std::size_t i = 0; i < static_cast<std::size_t>(next.stages); ++i) {
      inverse_tangent_operator_into(system_.group(), stages[i].theta, t_);
      work_ = stages[i].u;
      if (chart.is_moving) work_ -= chart.xi;
      product_into(t_, work_, stages[i].rate);
    }
    integrate_rates(start, h, next, stages);
  }

 private:
  /// v and λ a time dt behind the last step.
  void predict_motion(const Point& from, double dt, Stage& stage) {
    if (scheme_ == nullptr || scheme_->nodes.empty()) {
      stage.v = from.v + dt * from.acceleration;
      stage.lambda = from.lambda;
      return;
    }
    const double x = 1.0 + dt / h_;
    sum(derivative_weights<0>(x, scheme_->nodes)[0], u_, scheme_->nodes.size(), stage.v);
    if (chart_.is_moving) turn_back(x, stage.v);
    at_stages(x, stage.lambda);
  }

  void turn_back(double x, Tangent& v) const {
    chart_.turn_into(x * h_, t_);
    product_into(t_, v, work_);
    v = work_;
  }

  const Tangent& start_rate(const Point& from, const RungeKuttaChart<System>& chart) {
    end_rate_ = from.v;
    if (chart.is_moving) end_rate_ -= chart.xi;
    return end_rate_;
  }

  static void integrate_rates(const Tangent& start, double h, const RungeKuttaScheme& next,
                              std::vector<Stage>& stages) {
    for (Index i = 0; i < next.stages; ++i) {
      Tangent& theta = stages[static_cast<std::size_t>(i)].theta;
      theta = (h * next.first_column[i]) * start;
      for (Index j = 0; j < next.stages; ++j)
        theta += (h * next.implicit(i, j)) * stages[static_cast<std::size_t>(j)].rate;
    }
  }

  template <class List, class Out>
  static void sum(const NodeWeights& w, const List& list, std::size_t count, Out& out) {
    out = w[0] * list[0];
    for (std::size_t i = 1; i < count; ++i) out += w[i] * list[i];
  }

  std::size_t stage_count() const {
    return scheme_->nodes.empty() ? 0 : static_cast<std::size_t>(scheme_->stages);
  }

  void at_stages(double x, Multiplier& lambda) const {
    sum(derivative_weights<0>(x, stage_nodes())[0], lambda_, stage_count(), lambda);
  }

  /// Leaves θ in work_.
  void hermite(double s, Tangent& v, Multiplier& lambda) const {
    const double r = 1.0 - s;
    inverse_tangent_operator_into(system_.group(), theta_[1], t_);
    product_into(t_, u_[1], end_rate_);
    work_ = (s * s * (3.0 - 2.0 * s)) * theta_[1] + (h_ * s * r * r) * from_.v - (h_ * s * s * r) * end_rate_;
    v = (r * r * (1.0 + 2.0 * s)) * from_.v + (s * s * (3.0 - 2.0 * s)) * u_[1] +
        (h_ * s * r * r) * from_.acceleration - (h_ * s * s * r) * end_acceleration_;
    lambda = r * lambda_[0] + s * lambda_[1];
  }

  const System& system_;
  const RungeKuttaScheme* scheme_ = nullptr;
  double h_ = 0.0;
  Point from_;
  RungeKuttaChart<System> chart_;
  Tangent end_acceleration_;
  std::vector<Tangent> theta_, u_;
  std::vector<Multiplier> lambda_;
  bool is_commutative_ = false;
  mutable Tangent work_, end_rate_;
  mutable typename System::MassMatrix t_;
};

}  // namespace kreisel
