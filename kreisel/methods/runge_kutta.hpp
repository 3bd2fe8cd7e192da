// Implicit Runge-Kutta methods for constrained mechanical systems on Lie groups: constant and error-controlled
// steps, fixed and variable order.
//
// [Hairer, Wanner 1996] for the methods and their implementation, [Schaub 2004] for stiff mechanical systems. Stage
// equations: runge_kutta_equations.hpp; error estimate: runge_kutta_error.hpp; dense output and
// starting values: runge_kutta_dense.hpp; order and step: runge_kutta_control.hpp.
#pragma once

#include <array>

#include "kreisel/core/archive.hpp"
#include "kreisel/methods/runge_kutta_control.hpp"
#include "kreisel/methods/runge_kutta_dense.hpp"
#include "kreisel/methods/runge_kutta_error.hpp"
#include "kreisel/methods/runge_kutta_parameters.hpp"
#include "kreisel/methods/runge_kutta_settle.hpp"
#include "kreisel/methods/step_choices.hpp"

namespace kreisel {

struct ImplicitRungeKuttaOptions {
  ImplicitRungeKuttaParameters parameters;
  Formulation formulation = Formulation::index3;
  Tolerances tolerances;
};

template <MechanicalSystem System, bool stabilised>
class RungeKuttaStepper final : public Stepper {
 public:
  using Point = StepPoint<System>;
  using Tangent = typename System::Tangent;
  using Multiplier = typename System::Multiplier;

  RungeKuttaStepper(System system, const ImplicitRungeKuttaOptions& options)
      : system_(std::move(system)),
        options_(options),
        schemes_(schemes_of(options.parameters)),
        equations_(system_, options.formulation, most_stages()),
        error_(system_, options.tolerances),
        dense_(system_, most_stages()),
        control_(schemes_, options.tolerances, options.parameters.step_size),
        settle_(system_, projects(), stabilised, options.formulation),
        output_(system_, projects(), stabilised, options.formulation) {
    for (Point* point : {&points_[0], &points_[1], &output_point_}) point->resize(system_);
    const Index n = system_.group().dimension();
    for (Tangent* x : {&theta_end_, &u_end_, &position_weight_, &velocity_weight_, &w_}) x->setZero(n);
    gap_.setZero(row_count(system_));
    t_inverse_.setZero(n, n);
    lambdas_.assign(static_cast<std::size_t>(most_stages()), points_[0].lambda);
  }

  void follow_slow_motion(const std::vector<bool>& rows) override {
    settle_.follow_slow_motion(rows);
    output_.follow_slow_motion(rows);
  }

  void start(const State& initial) override {
    Point& point = accepted();
    point.t = initial.t;
    point.q = initial.q;
    point.v = initial.v;
    point.acceleration = initial.acceleration;
    point.lambda = initial.lambda;
    system_.gap(point.t, point.q, point.gap);
    settle_.start(point);
    output_.start(output_point_ = point);
    memory_.forget_all();
    equations_.chart.stay();
    gave_up_moving_ = false;
    dense_.forget();
    control_.start();
    equations_.position_scale = error_.scale().start(point);
  }

  double suggest_first_step() override {
    // A motion that starts like v' = a changes by the tolerance in about this time.
    error_.scale().weights_into(position_weight_, velocity_weight_);
    const Tolerances& t = options_.tolerances;
    const double tolerance = t.relative > 0.0 ? t.relative : t.absolute;
    double rate = 0.0;
    for (Index i = 0; i < w_.size(); ++i) {
      rate = std::max(rate, tolerance * std::abs(accepted().v[i]) / position_weight_[i]);
      rate = std::max(rate, tolerance * std::abs(accepted().acceleration[i]) / velocity_weight_[i]);
    }
    const double order = scheme().tableau.order;
    const double longest = 0.05 * t.interval;
    return rate > 0.0 ? std::min(longest, 0.3 * std::pow(tolerance, 1.0 / order) / rate) : longest;
  }

  StepAttempt attempt(double h) override {
    const Point& from = accepted();
    failed_level_ = false;
    if (dense_.scheme() == nullptr && may_move())
      equations_.chart.fit_start(h, from.v, from.acceleration, equations_.stages);
    equations_.begin(from, h, scheme());
    if (h != factorised_step_ || &scheme() != factorised_scheme_ || equations_.chart.is_moving)
      memory_.forget();
    dense_.predict(from, h, scheme(), equations_.chart, equations_.stages);
    set_allowed(from, h);
    StepAttempt attempt = solve_stages();
    attempt.order = scheme().tableau.order;
    count_work(attempt);
    if (attempt.status != StepStatus::completed) {
      control_.failed();
      return attempt;
    }
    factorised_step_ = h;
    factorised_scheme_ = &scheme();
    last_contraction_ = attempt.newton.contraction_rate;
    if (options_.tolerances.control_error()) judge(h, attempt);
    if (!options_.tolerances.control_error() || attempt.error <= 1.0) finish(h, attempt);
    return attempt;
  }

  void accept(double t) override {
    dense_.record(accepted(), candidate(), theta_end_, u_end_, attempted_step_, scheme(), equations_.stages,
                  equations_.chart);
    current_ = 1 - current_;
    Point& point = accepted();
    point.t = t;
    normalize(system_.group(), point.q);
    equations_.position_scale = error_.scale().follow(point);
    follow_chart(point);
    control_.accepted();
  }

  StateView state() const override { return accepted().view(); }

  void interpolate(double s, State& out) const override {
    const Point &from = dense_.begin(), &to = accepted();
    if (s >= 1.0) {
      out = {to.t, to.q, to.v, to.acceleration, to.lambda};
      return;
    }
    Point& point = output_point_;
    point.t = from.t + s * (to.t - from.t);
    dense_.at(s, point);
    if (!output_.settle(point, dense_.step(), dense_.lambdas(), dense_.stage_nodes(), s))
      point.acceleration = (1.0 - s) * from.acceleration + s * to.acceleration;
    out.t = point.t;
    out.q = point.q;
    out.v = point.v;
    out.acceleration = point.acceleration;
    out.lambda = point.lambda;
  }

  const WorkCounters& work() const override { return work_; }

  std::string explain_failure() const override {
    if (failed_level_) return explain_singular(system_, settle_.status(), settle_.guilty());
    return explain_singular(system_, equations_.kernel_status(), equations_.guilty());
  }

 private:
  static std::vector<RungeKuttaScheme> schemes_of(const ImplicitRungeKuttaParameters& p) {
    if (!p.variable_order) return {make_scheme(implicit_tableau(p.family, p.stages, p.theta))};
    std::vector<RungeKuttaScheme> schemes;
    for (const int stages : {1, 2, 3, 5, 7})
      if (stages <= p.stages) schemes.push_back(make_scheme(implicit_tableau(p.family, stages)));
    return schemes;
  }
  Index most_stages() const {
    Index most = 1;
    for (const auto& scheme : schemes_) most = std::max(most, scheme.tableau.stages());
    return most;
  }
  const RungeKuttaScheme& scheme() const { return control_.scheme(); }
  Point& accepted() { return points_[current_]; }
  const Point& accepted() const { return points_[current_]; }
  Point& candidate() { return points_[1 - current_]; }
  bool may_move() const {
    if (stabilised || scheme().stage_by_stage || scheme().explicit_last || gave_up_moving_) return false;
    const StepChart chart = options_.parameters.chart;
    return chart == StepChart::moving ||
           (chart == StepChart::automatic && options_.tolerances.control_error());
  }
  bool projects() const { return options_.parameters.projection == Projection::automatic; }

  /// The chart of the next step. Where rows turn with the body, Newton contracts badly in a moving chart: not again then.
  void follow_chart(const Point& point) {
    constexpr double bad_contraction = 0.3, small_turn = 1.0;
    auto& chart = equations_.chart;
    if (chart.is_moving && last_contraction_ > bad_contraction &&
        attempted_step_ * largest_entry(chart.xi) < small_turn)
      gave_up_moving_ = true;
    if (may_move())
      chart.fit(attempted_step_, point.v, equations_.stages, scheme().stages);
    else
      chart.stay();
  }

  /// Newton's changes count in velocities: δv = α δΘ/h.
  void set_allowed(const Point& from, double h) {
    const double per_velocity = h / scheme().largest_alpha;
    if (options_.tolerances.control_error()) {
      error_.scale().weights_into(position_weight_, velocity_weight_);
      const double share = newton_share * h / options_.tolerances.interval;
      // An error of v that lasts becomes one of q.
      w_ = velocity_weight_.cwiseMin((3.0 / options_.tolerances.interval) * position_weight_);
      equations_.allowed = share * position_weight_.cwiseMin(per_velocity * w_);
      return;
    }
    constexpr double fixed_step_tolerance = 3e-14;
    const double moved = largest_entry(from.v) + h * largest_entry(from.acceleration) +
                         1e-3 * std::numeric_limits<double>::epsilon() * equations_.position_scale / h;
    for_each_diagonal_segment<typename System::Blocks>(w_.size(), [&](auto segment) {
      segment(equations_.allowed)
          .setConstant(fixed_step_tolerance * per_velocity *
                       (1e-3 * moved + segment(from.v).cwiseAbs().maxCoeff()));
    });
  }

  StepAttempt solve_stages() {
    StepAttempt attempt;
    const Index groups = scheme().stage_by_stage ? scheme().stages : 1;
    const NewtonOptions newton_options{.max_iterations = options_.tolerances.control_error() ? 12 : 40,
                                       .refresh_rate = 2.0};
    for (Index g = 0; g < groups; ++g) {
      equations_.select(g, groups == 1 ? scheme().stages : 1);
      const NewtonReport report = newton(equations_, newton_options, memory_);
      const int before = attempt.newton.iterations;
      attempt.newton = report;
      attempt.newton.iterations += before;
      attempt.status = step_status(report.status);
      if (attempt.status != StepStatus::completed) return attempt;
      if (g + 1 < groups) memory_.has_matrix = true;
      work_.stagnated_at_round_off += report.status == NewtonStatus::stagnated_at_round_off;
    }
    return attempt;
  }

  void count_work(const StepAttempt& attempt) {
    work_.newton_iterations += attempt.newton.iterations;
    work_.factorizations = equations_.factorizations;
    work_.force_evaluations = equations_.evaluations;
  }

  void judge(double h, StepAttempt& attempt) {
    const auto make_tangential = [this](Tangent& x) { settle_.make_tangential(x); };
    attempt.error = error_.estimate(accepted(), h, scheme(), equations_, make_tangential);
    attempt.next_ratio = control_.ratio(attempt.error, error_.relative_size(), h, attempt.newton);
  }

  /// The end of the step: update, projection, v' and λ.
  void finish(double h, StepAttempt& attempt) {
    const Point& from = accepted();
    Point& to = candidate();
    const RungeKuttaScheme& s = scheme();
    attempted_step_ = h;
    to.t = from.t + h;
    to.gap.setZero();
    if (s.is_stiffly_accurate()) {
      const auto& last = equations_.stage(s.stages - 1);
      theta_end_ = last.theta;
      u_end_ = last.u;
      to.q = last.q;
      to.v = last.v;
      to.acceleration = last.acceleration;
      to.lambda = last.lambda;
      to.gap = last.gap;
    } else {
      update(from, h, to);
    }
    if (settle_.moves_positions() && !settle_.project_positions(to, equations_.position_scale))
      return fail_level(attempt);
    if (settle_.has_held_rows() || !s.is_stiffly_accurate()) {
      if (!settle(to, h)) return fail_level(attempt);
    }
    if (!(to.q.allFinite() && to.v.allFinite() && to.acceleration.allFinite() && to.lambda.allFinite()))
      attempt.status = StepStatus::non_finite;
  }

  void fail_level(StepAttempt& attempt) {
    attempt.status = StepStatus::singular_matrix;
    failed_level_ = true;
  }

  /// y1 = y0 + Σ d_i z_i + d0 h f(y0), for methods whose last stage is not the end of the step.
  void update(const Point& from, double h, Point& to) {
    const RungeKuttaScheme& s = scheme();
    theta_end_ = (s.end0 * h) * equations_.start_rate;
    u_end_ = from.v + (s.end0 * h) * equations_.start_change;
    to.lambda = from.lambda;
    for (Index i = 0; i < s.stages; ++i) {
      const auto& stage = equations_.stage(i);
      theta_end_ += s.end[i] * stage.theta;
      u_end_ += s.end[i] * (stage.u - from.v);
      to.lambda += s.end[i] * (stage.lambda - from.lambda);
    }
    if (s.explicit_last) add_last_stage(from, h);
    to.v = u_end_;
    advance_into(system_.group(), from.q, theta_end_, to.q);
    system_.gap_change(from.t, from.q, h, theta_end_, to.gap);
    if (equations_.chart.is_moving) move_end(h, to);
    to.gap += from.gap;
  }

  /// The chart has moved along with the step.
  void move_end(double h, Point& to) {
    const auto& chart = equations_.chart;
    chart.turn_into(h, t_inverse_);
    to.v.noalias() = t_inverse_.lazyProduct(u_end_);
    w_ = h * chart.xi;
    system_.gap_change(to.t, to.q, 0.0, w_, gap_);
    to.gap += gap_;
    advance_into(system_.group(), to.q, w_, to.q);
  }

  /// Lobatto IIIB: no stage depends on the last one.
  void add_last_stage(const Point& from, double h) {
    const RungeKuttaScheme& s = scheme();
    const Index last = s.stages;
    auto& stage = equations_.stage(last);
    stage.theta.setZero();
    stage.v = from.v;
    for (Index j = 0; j < s.stages; ++j) {
      stage.theta += (h * s.tableau.a(last, j)) * equations_.stage(j).rate;
      stage.v += (h * s.tableau.a(last, j)) * equations_.stage(j).acceleration;
    }
    stage.t = from.t + s.tableau.c[last] * h;
    advance_into(system_.group(), from.q, stage.theta, stage.q);
    settle_.level().solve(stage.t, stage.q, stage.v, stage.acceleration, stage.lambda);
    inverse_tangent_operator_into(system_.group(), stage.theta, t_inverse_);
    w_.noalias() = t_inverse_.lazyProduct(stage.v);
    theta_end_ += (h * s.tableau.b[last]) * w_;
    u_end_ += (h * s.tableau.b[last]) * stage.acceleration;
  }

  bool settle(Point& point, double h) {
    const auto count = scheme().stage_by_stage ? 0 : static_cast<std::size_t>(scheme().stages);
    for (std::size_t i = 0; i < count; ++i) lambdas_[i] = equations_.stages[i].lambda;
    return settle_.settle(point, h, {lambdas_.data(), count}, {scheme().c.data(), count}, 1.0);
  }

  // Newton's errors add up over the run like those of the method; they get this share of the tolerance.
  static constexpr double newton_share = 0.1;

  const System system_;
  ImplicitRungeKuttaOptions options_;
  std::vector<RungeKuttaScheme> schemes_;
  RungeKuttaEquations<System, stabilised> equations_;
  RungeKuttaError<System, stabilised> error_;
  RungeKuttaDense<System> dense_;
  RungeKuttaControl control_;
  RungeKuttaSettle<System> settle_;  // factorised at the accepted point
  mutable RungeKuttaSettle<System> output_;
  std::array<Point, 2> points_;
  mutable Point output_point_;
  std::size_t current_ = 0;
  bool failed_level_ = false, gave_up_moving_ = false;
  double attempted_step_ = 0.0, factorised_step_ = 0.0, last_contraction_ = 0.0;
  const RungeKuttaScheme* factorised_scheme_ = nullptr;
  NewtonMemory memory_;
  WorkCounters work_;
  Tangent theta_end_, u_end_, position_weight_, velocity_weight_, w_;
  Multiplier gap_;
  std::vector<Multiplier> lambdas_;
  typename System::MassMatrix t_inverse_;
};

}  // namespace kreisel
