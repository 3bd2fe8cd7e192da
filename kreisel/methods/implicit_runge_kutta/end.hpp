// The end of a Runge-Kutta step: the update of positions and velocities, then what the rows are owed.
#pragma once

#include <vector>

#include "kreisel/methods/implicit_runge_kutta/blend.hpp"
#include "kreisel/methods/implicit_runge_kutta/scheme.hpp"
#include "kreisel/methods/implicit_runge_kutta/settle.hpp"

namespace kreisel {

template <MechanicalSystem System>
class RungeKuttaEnd {
 public:
  using Point = StepPoint<System>;
  using Tangent = typename System::Tangent;
  using Multiplier = typename System::Multiplier;

  RungeKuttaEnd(const System& system, bool projects, bool stabilised, Formulation formulation,
                Index most_stages)
      : settle(system, projects, stabilised, formulation), system_(system) {
    const Index n = system.group().dimension();
    for (Tangent* x : {&theta, &u, &w_}) x->setZero(n);
    shape_square(system, t_);
    gap_.setZero(row_count(system));
    lambdas_.assign(static_cast<std::size_t>(most_stages), gap_);
  }

  /// The point behind the step; false: its rows are singular there.
  template <class Equations>
  bool complete(const Point& from, double h, const RungeKuttaScheme& scheme, Equations& equations,
                const ComponentBlend* blend, Point& to) {
    to.t = from.t + h;
    const bool ends_with_stage = scheme.is_stiffly_accurate() && blend == nullptr;
    if (ends_with_stage)
      take(equations.stage(scheme.stages - 1), to);
    else
      update(from, h, scheme, equations, blend, to);
    if (settle.moves_positions() && !settle.project_positions(to, equations.position_scale)) return false;
    if (!settle.has_held_rows() && ends_with_stage) return true;
    const auto count = scheme.stage_by_stage ? 0 : static_cast<std::size_t>(scheme.stages);
    for (std::size_t i = 0; i < count; ++i) lambdas_[i] = equations.stages[i].lambda;
    return settle.settle(to, h, {lambdas_.data(), count}, {scheme.c.data(), count}, 1.0);
  }

  RungeKuttaSettle<System> settle;  // factorised at the accepted point
  Tangent theta, u;                 // in the chart of the step

 private:
  template <class Stage>
  void take(const Stage& last, Point& to) {
    theta = last.theta;
    u = last.u;
    to.q = last.q;
    to.v = last.v;
    to.acceleration = last.acceleration;
    to.lambda = last.lambda;
    to.gap = last.gap;
  }

  /// y1 = y0 + Σ d_i z_i + d0 h f(y0), for methods whose last stage is not the end of the step.
  template <class Equations>
  void update(const Point& from, double h, const RungeKuttaScheme& s, Equations& equations,
              const ComponentBlend* blend, Point& to) {
    theta = (s.end0 * h) * equations.start_rate;
    u = from.v + (s.end0 * h) * equations.start_change;
    to.lambda = from.lambda;
    for (Index i = 0; i < s.stages; ++i) {
      const auto& stage = equations.stage(i);
      if (blend != nullptr) {
        theta += blend->end(i).cwiseProduct(stage.theta);
        u += blend->end(i).cwiseProduct(stage.u - from.v);
      } else {
        theta += s.end[i] * stage.theta;
        u += s.end[i] * (stage.u - from.v);
      }
      to.lambda += s.end[i] * (stage.lambda - from.lambda);
    }
    if (s.explicit_last) add_last_stage(from, h, s, equations);
    to.v = u;
    advance_into(system_.group(), from.q, theta, to.q);
    system_.gap_change(from.t, from.q, h, theta, to.gap);
    if (equations.chart.is_moving) move_end(h, equations.chart, to);
    to.gap += from.gap;
  }

  /// The chart has moved along with the step.
  template <class Chart>
  void move_end(double h, const Chart& chart, Point& to) {
    chart.turn_into(h, t_);
    product_into(t_, u, to.v);
    w_ = h * chart.xi;
    system_.gap_change(to.t, to.q, 0.0, w_, gap_);
    to.gap += gap_;
    advance_into(system_.group(), to.q, w_, to.q);
  }

  /// Lobatto IIIB: no stage depends on the last one.
  template <class Equations>
  void add_last_stage(const Point& from, double h, const RungeKuttaScheme& s, Equations& equations) {
    const Index last = s.stages;
    auto& stage = equations.stage(last);
    stage.theta.setZero();
    stage.v = from.v;
    for (Index j = 0; j < s.stages; ++j) {
      stage.theta += (h * s.tableau.a(last, j)) * equations.stage(j).rate;
      stage.v += (h * s.tableau.a(last, j)) * equations.stage(j).acceleration;
    }
    stage.t = from.t + s.tableau.c[last] * h;
    advance_into(system_.group(), from.q, stage.theta, stage.q);
    settle.level().solve(stage.t, stage.q, stage.v, stage.acceleration, stage.lambda);
    inverse_tangent_operator_into(system_.group(), stage.theta, t_);
    product_into(t_, stage.v, w_);
    theta += (h * s.tableau.b[last]) * w_;
    u += (h * s.tableau.b[last]) * stage.acceleration;
  }

  const System& system_;
  Tangent w_;
  typename System::MassMatrix t_;
  Multiplier gap_;
  std::vector<Multiplier> lambdas_;
};

}  // namespace kreisel
