// Implicit Runge-Kutta methods for constrained mechanical systems on Lie groups: constant and error-controlled
// steps, fixed and variable order.
//
// [Hairer, Wanner 1996] for the methods and their implementation, [Schaub 2004] for stiff mechanical systems. Stage
// equations: runge_kutta_equations.hpp; error estimate: runge_kutta_error.hpp; dense output and
// starting values: runge_kutta_dense.hpp; order and step: runge_kutta_control.hpp.
#pragma once

#include <array>

#include "kreisel/core/archive.hpp"
#include "kreisel/methods/acceleration_level.hpp"
#include "kreisel/methods/runge_kutta_dense.hpp"
#include "kreisel/methods/runge_kutta_error.hpp"
#include "kreisel/methods/runge_kutta_parameters.hpp"
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
        control_(options.parameters.step_size),
        level_(system_),
        output_level_(system_) {
    for (Point* point : {&points_[0], &points_[1], &output_point_}) point->resize(system_);
    const Index n = system_.group().dimension();
    for (Tangent* x : {&theta_end_, &theta_, &position_weight_, &velocity_weight_, &w_}) x->setZero(n);
    for (Multiplier* x : {&target_, &no_rates_}) x->setZero(row_count(system_));
    t_inverse_.setZero(n, n);
    element_ = points_[0].q;
    const bool projects = options.parameters.projection == Projection::automatic;
    for (const Row& row : system_.rows()) {
      has_held_rows_ = has_held_rows_ || (projects && row.is_rigid());
      moves_positions_ = moves_positions_ || (projects && row.is_rigid() && row.is_position() &&
                                              !equations_.rows().uses_gap(row));
    }
  }

  void start(const State& initial) override {
    Point& point = accepted();
    point.t = initial.t;
    point.q = initial.q;
    point.v = initial.v;
    point.acceleration = initial.acceleration;
    point.lambda = initial.lambda;
    system_.gap(point.t, point.q, point.gap);
    if (has_held_rows_) settle(point);
    memory_.forget_all();
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
    equations_.begin(from, h, scheme());
    if (h != factorised_step_ || &scheme() != factorised_scheme_) memory_.forget();
    dense_.predict(from, h, scheme(), equations_.stages);
    set_allowed(from, h);
    StepAttempt attempt = solve_stages();
    attempt.order = scheme().tableau.order;
    count_work(attempt);
    if (attempt.status != StepStatus::completed) {
      control_.forget();
      return attempt;
    }
    factorised_step_ = h;
    factorised_scheme_ = &scheme();
    if (options_.tolerances.control_error()) judge(h, attempt);
    if (!options_.tolerances.control_error() || attempt.error <= 1.0) finish(h, attempt);
    return attempt;
  }

  void accept(double t) override {
    dense_.record(accepted(), candidate(), theta_end_, attempted_step_, scheme(), equations_.stages);
    current_ = 1 - current_;
    Point& point = accepted();
    point.t = t;
    normalize(system_.group(), point.q);
    equations_.position_scale = error_.scale().follow(point);
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
    dense_.at(s, theta_, point.v, point.lambda);
    advance_into(system_.group(), from.q, theta_, point.q);
    const auto is_held = [this](Index i) { return is_held_row(i); };
    if (output_level_.settle(point.t, point.q, is_held, no_rates_, no_rates_, point.v, point.acceleration,
                             point.lambda) != KernelStatus::regular)
      point.acceleration = (1.0 - s) * from.acceleration + s * to.acceleration;
    out.t = point.t;
    out.q = point.q;
    out.v = point.v;
    out.acceleration = point.acceleration;
    out.lambda = point.lambda;
  }

  const WorkCounters& work() const override { return work_; }

  std::string explain_failure() const override {
    if (failed_level_) return explain_singular(system_, level_status_, level_.guilty());
    return explain_singular(system_, equations_.kernel_status(), equations_.guilty());
  }

 private:
  static std::vector<RungeKuttaScheme> schemes_of(const ImplicitRungeKuttaParameters& p) {
    return {make_scheme(implicit_tableau(p.family, p.stages, p.theta))};
  }
  Index most_stages() const {
    Index most = 1;
    for (const auto& scheme : schemes_) most = std::max(most, scheme.tableau.stages());
    return most;
  }
  const RungeKuttaScheme& scheme() const { return schemes_[chosen_]; }
  Point& accepted() { return points_[current_]; }
  const Point& accepted() const { return points_[current_]; }
  Point& candidate() { return points_[1 - current_]; }
  bool is_held_row(Index i) const { return has_held_rows_ && equations_.rows().row(i).is_rigid(); }

  /// Newton's changes count in velocities: δv = α δΘ/h.
  void set_allowed(const Point& from, double h) {
    const double per_velocity = h / scheme().largest_alpha;
    if (options_.tolerances.control_error()) {
      error_.scale().weights_into(position_weight_, velocity_weight_);
      const double share = newton_share * h / options_.tolerances.interval;
      equations_.allowed = share * position_weight_.cwiseMin(per_velocity * velocity_weight_);
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
    const auto make_tangential = [this](Tangent& x) {
      if (has_held_rows_) level_.make_tangential(x);
    };
    attempt.error = error_.estimate(accepted(), h, scheme(), equations_, make_tangential);
    attempt.next_ratio = control_.ratio(attempt.error, h, scheme().tableau.order);
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
      to.q = last.q;
      to.v = last.v;
      to.acceleration = last.acceleration;
      to.lambda = last.lambda;
      to.gap = last.gap;
    } else {
      update(from, h, to);
    }
    if (moves_positions_ && !project_positions(to)) return fail_level(attempt);
    if (has_held_rows_ || !s.is_stiffly_accurate()) {
      if (!settle(to)) return fail_level(attempt);
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
    theta_end_ = (s.end0 * h) * from.v;
    to.v = from.v + (s.end0 * h) * from.acceleration;
    to.lambda = from.lambda;
    for (Index i = 0; i < s.stages; ++i) {
      const auto& stage = equations_.stage(i);
      theta_end_ += s.end[i] * stage.theta;
      to.v += s.end[i] * (stage.v - from.v);
      to.lambda += s.end[i] * (stage.lambda - from.lambda);
    }
    if (s.explicit_last) add_last_stage(from, h, to);
    advance_into(system_.group(), from.q, theta_end_, to.q);
    system_.gap_change(from.t, from.q, h, theta_end_, to.gap);
    to.gap += from.gap;
  }

  /// Lobatto IIIB: no stage depends on the last one.
  void add_last_stage(const Point& from, double h, Point& to) {
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
    level_status_ = level_.solve(stage.t, stage.q, stage.v, stage.acceleration, stage.lambda);
    inverse_tangent_operator_into(system_.group(), stage.theta, t_inverse_);
    w_.noalias() = t_inverse_.lazyProduct(stage.v);
    theta_end_ += (h * s.tableau.b[last]) * w_;
    to.v += (h * s.tableau.b[last]) * stage.acceleration;
  }

  bool settle(Point& point) {
    const auto is_held = [this](Index i) { return is_held_row(i); };
    level_status_ = level_.settle(point.t, point.q, is_held, no_rates_, no_rates_, point.v,
                                  point.acceleration, point.lambda);
    return level_status_ == KernelStatus::regular;
  }

  /// Back onto the rigid position rows, by the shortest way in the mass metric.
  bool project_positions(Point& point) {
    constexpr int most_iterations = 3;
    for (int i = 0; i < most_iterations; ++i) {
      system_.gap(point.t, point.q, target_);
      double off = 0.0;
      for (Index k = 0; k < target_.size(); ++k) {
        const Row& row = equations_.rows().row(k);
        target_[k] = row.is_rigid() && row.is_position() ? -target_[k] : 0.0;
        off = std::max(off, std::abs(target_[k]));
      }
      if (off <= 4.0 * std::numeric_limits<double>::epsilon() * equations_.position_scale) break;
      level_status_ = level_.correction(point.t, point.q, target_, w_);
      if (level_status_ != KernelStatus::regular) return false;
      advance_into(system_.group(), point.q, w_, point.q);
    }
    system_.gap(point.t, point.q, point.gap);
    return true;
  }

  // Newton's errors add up over the run like those of the method; they get this share of the tolerance.
  static constexpr double newton_share = 0.1;

  const System system_;
  ImplicitRungeKuttaOptions options_;
  std::vector<RungeKuttaScheme> schemes_;
  std::size_t chosen_ = 0;
  RungeKuttaEquations<System, stabilised> equations_;
  RungeKuttaError<System, stabilised> error_;
  RungeKuttaDense<System> dense_;
  StepSizeControl control_;
  AccelerationLevel<System> level_;  // factorised at the accepted point while rows are held
  mutable AccelerationLevel<System> output_level_;
  std::array<Point, 2> points_;
  mutable Point output_point_;
  std::size_t current_ = 0;
  bool has_held_rows_ = false, moves_positions_ = false, failed_level_ = false;
  KernelStatus level_status_ = KernelStatus::regular;
  double attempted_step_ = 0.0, factorised_step_ = 0.0;
  const RungeKuttaScheme* factorised_scheme_ = nullptr;
  NewtonMemory memory_;
  WorkCounters work_;
  Tangent theta_end_, position_weight_, velocity_weight_, w_;
  mutable Tangent theta_;
  Multiplier target_, no_rates_;
  typename System::MassMatrix t_inverse_;
  typename System::Element element_;
};

}  // namespace kreisel
