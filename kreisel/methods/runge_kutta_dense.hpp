// The polynomials of the last accepted Runge-Kutta step: dense output, and starting values for the next stages.
//
// θ and v through the beginning, the stages and the end of the step, λ through the stages, q = q_n·exp(θ(s)).
// Diagonally implicit methods have no such polynomial of use; for them cubic Hermite polynomials of θ and v.
// Predictor: v and λ extrapolated, then two sweeps Θ = hA·T⁻¹(Θ)v, so that no logarithm is needed.
#pragma once

#include <span>
#include <vector>

#include "kreisel/methods/node_weights.hpp"
#include "kreisel/methods/runge_kutta_rows.hpp"
#include "kreisel/methods/runge_kutta_scheme.hpp"
#include "kreisel/methods/step_equations.hpp"

namespace kreisel {

template <MechanicalSystem System>
class RungeKuttaDense {
 public:
  using Point = StepPoint<System>;
  using Stage = RungeKuttaStage<System>;
  using Tangent = typename System::Tangent;
  using Multiplier = typename System::Multiplier;

  RungeKuttaDense(const System& system, Index most_stages) : system_(system) {
    const Index n = system.group().dimension();
    const auto count = static_cast<std::size_t>(most_stages) + 2;
    theta_.assign(count, Tangent::Zero(n));
    v_ = theta_;
    lambda_.assign(count, Multiplier::Zero(row_count(system)));
    for (Tangent* x : {&work_, &end_rate_}) x->setZero(n);
    t_inverse_.setZero(n, n);
    from_.resize(system);
    is_commutative_ = kreisel::is_commutative(system.group());
  }

  template <class A>
  void transfer(A& a) {
    a(h_, from_, end_acceleration_.size() > 0 ? end_acceleration_ : work_);
    for (auto* list : {&theta_, &v_})
      for (Tangent& x : *list) a(x);
    for (Multiplier& x : lambda_) a(x);
  }

  void forget() { scheme_ = nullptr; }
  bool has_step() const { return scheme_ != nullptr; }
  double step() const { return h_; }
  const Point& begin() const { return from_; }

  void record(const Point& from, const Point& to, const Tangent& theta_end, double h,
              const RungeKuttaScheme& scheme, const std::vector<Stage>& stages) {
    scheme_ = &scheme;
    h_ = h;
    from_ = from;
    end_acceleration_ = to.acceleration;
    std::size_t k = 0;
    if (!scheme.starts_at_node || scheme.nodes.empty()) {
      theta_[k].setZero();
      v_[k++] = from.v;
    }
    for (std::size_t i = 0; i < static_cast<std::size_t>(scheme.stages) && !scheme.nodes.empty(); ++i) {
      theta_[k] = stages[i].theta;
      v_[k++] = stages[i].v;
      lambda_[i] = stages[i].lambda;
    }
    if (k < scheme.nodes.size() || scheme.nodes.empty()) theta_[k] = theta_end;
    if (scheme.nodes.empty()) {
      v_[k] = to.v;
      lambda_[0] = from.lambda;
      lambda_[1] = to.lambda;
    } else {
      if (k < scheme.nodes.size()) v_[k] = to.v;
    }
  }

  /// θ, v, λ at the fraction x of the step, inside or beyond.
  void at(double x, Tangent& theta, Tangent& v, Multiplier& lambda) const {
    if (scheme_->nodes.empty()) return hermite(x, theta, v, lambda);
    const auto w = derivative_weights<0>(x, scheme_->nodes)[0];
    sum(w, theta_, scheme_->nodes.size(), theta);
    sum(w, v_, scheme_->nodes.size(), v);
    at_stages(x, lambda);
  }

  /// Starting values of the stages of a step of size h behind `from`.
  void predict(const Point& from, double h, const RungeKuttaScheme& next, std::vector<Stage>& stages) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(next.stages); ++i) {
      Stage& stage = stages[i];
      const double c = next.c[static_cast<Index>(i)];
      if (scheme_ == nullptr || scheme_->nodes.empty()) {
        stage.v = from.v + (c * h) * from.acceleration;
        stage.lambda = from.lambda;
      } else {
        const double x = 1.0 + c * h / h_;
        const auto w = derivative_weights<0>(x, scheme_->nodes)[0];
        sum(w, v_, scheme_->nodes.size(), stage.v);
        at_stages(x, stage.lambda);
      }
      stage.mu.setZero();
      stage.rate = stage.v;
    }
    integrate_rates(from, h, next, stages);
    if (is_commutative_) return;
    for (std::size_t i = 0; i < static_cast<std::size_t>(next.stages); ++i) {
      inverse_tangent_operator_into(system_.group(), stages[i].theta, t_inverse_);
      stages[i].rate.noalias() = t_inverse_.lazyProduct(stages[i].v);
    }
    integrate_rates(from, h, next, stages);
  }

 private:
  static void integrate_rates(const Point& from, double h, const RungeKuttaScheme& next,
                              std::vector<Stage>& stages) {
    for (Index i = 0; i < next.stages; ++i) {
      Tangent& theta = stages[static_cast<std::size_t>(i)].theta;
      theta = (h * next.first_column[i]) * from.v;
      for (Index j = 0; j < next.stages; ++j)
        theta += (h * next.implicit(i, j)) * stages[static_cast<std::size_t>(j)].rate;
    }
  }

  template <class List, class Out>
  static void sum(const NodeWeights& w, const List& list, std::size_t count, Out& out) {
    out = w[0] * list[0];
    for (std::size_t i = 1; i < count; ++i) out += w[i] * list[i];
  }

  void at_stages(double x, Multiplier& lambda) const {
    const auto count = static_cast<std::size_t>(scheme_->stages);
    const auto w = derivative_weights<0>(x, std::span(scheme_->c.data(), count))[0];
    sum(w, lambda_, count, lambda);
  }

  void hermite(double s, Tangent& theta, Tangent& v, Multiplier& lambda) const {
    const double r = 1.0 - s;
    inverse_tangent_operator_into(system_.group(), theta_[1], t_inverse_);
    end_rate_.noalias() = t_inverse_.lazyProduct(v_[1]);
    theta = (s * s * (3.0 - 2.0 * s)) * theta_[1] + (h_ * s * r * r) * from_.v - (h_ * s * s * r) * end_rate_;
    v = (r * r * (1.0 + 2.0 * s)) * from_.v + (s * s * (3.0 - 2.0 * s)) * v_[1] +
        (h_ * s * r * r) * from_.acceleration - (h_ * s * s * r) * end_acceleration_;
    lambda = r * lambda_[0] + s * lambda_[1];
  }

  const System& system_;
  const RungeKuttaScheme* scheme_ = nullptr;
  double h_ = 0.0;
  Point from_;
  Tangent end_acceleration_;
  std::vector<Tangent> theta_, v_;
  std::vector<Multiplier> lambda_;
  bool is_commutative_ = false;
  mutable Tangent work_, end_rate_;
  mutable typename System::MassMatrix t_inverse_;
};

}  // namespace kreisel
