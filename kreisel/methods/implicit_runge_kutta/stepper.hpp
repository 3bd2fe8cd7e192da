// Implicit Runge-Kutta methods for constrained mechanical systems on Lie groups: constant and error-controlled
// steps, fixed and variable order.
//
// [Hairer, Wanner 1996] for the methods and their implementation, [Schaub 2004] for stiff mechanical systems. Stage
// equations: equations.hpp; error estimate: error.hpp; order and step: control.hpp; between the steps: output.hpp.
#pragma once

#include <array>
#include <memory>

#include "kreisel/core/archive.hpp"
#include "kreisel/methods/implicit_runge_kutta/control.hpp"
#include "kreisel/methods/implicit_runge_kutta/dense.hpp"
#include "kreisel/methods/implicit_runge_kutta/end.hpp"
#include "kreisel/methods/implicit_runge_kutta/error.hpp"
#include "kreisel/methods/implicit_runge_kutta/output.hpp"
#include "kreisel/methods/shared/settled_motion.hpp"
#include "kreisel/methods/shared/stepper_options.hpp"
#include "kreisel/methods/shared/stiff_components.hpp"

namespace kreisel {

template <MechanicalSystem System, bool stabilised>
class RungeKuttaStepper final : public Stepper {
 public:
  using Point = StepPoint<System>;
  using Tangent = typename System::Tangent;
  using Options = FamilyOptions<ImplicitRungeKuttaParameters>;

  RungeKuttaStepper(System system, const Options& options)
      : system_(std::move(system)),
        options_(options),
        schemes_(make_schemes(options.parameters)),
        equations_(system_, options.formulation, most_stages()),
        error_(system_, options.tolerances, options.parameters.norm),
        dense_(system_, most_stages()),
        control_(schemes_, options.tolerances, options.parameters.step_size),
        end_(system_, projects(), stabilised, options.formulation, most_stages()),
        output_(system_, projects(), stabilised, options.formulation, most_stages()),
        motion_(system_, end_.settle.level()),
        stiff_(system_.group().dimension()) {
    const bool has_border = end_.settle.level().has_compliant_rows() && projects() && blend_is_uniform();
    for (const RungeKuttaScheme& s : schemes_) borders_.push_back(has_border ? settle_border(s) : INFINITY);
    for (Point* point : {&points_[0], &points_[1], &output_point_}) point->resize(system_);
    const Index n = system_.group().dimension();
    for (Tangent* x : {&position_weight_, &velocity_weight_, &w_}) x->setZero(n);
    if (options.parameters.blend != BlendChoice::uniform) {
      blend_ = std::make_unique<ComponentBlend>(options.parameters, n);
      equations_.set_blend(blend_.get());
    }
  }

  void follow_slow_motion(const std::vector<bool>& rows) override {
    end_.settle.follow_slow_motion(rows);
    output_.settle.follow_slow_motion(rows);
  }

  void start(const State& initial) override {
    Point& point = accepted();
    point.t = initial.t;
    point.q = initial.q;
    point.v = initial.v;
    point.acceleration = initial.acceleration;
    point.lambda = initial.lambda;
    system_.gap(point.t, point.q, point.gap);
    left_out_.start(end_.settle.level(), point, equations_);
    end_.settle.start(point);
    output_point_ = point;
    output_.settle.start(output_point_);
    output_.forget();
    forget_matrix();
    equations_.chart.stay();
    steps_to_stay_ = 0;
    was_rejected_ = false;
    last_contraction_ = 0.0;
    error_.scaled.setOnes();
    dense_.forget();
    stiff_.start();
    control_.start();
    equations_.position_scale = error_.scale().start(point);
  }

  double suggest_first_step() override {
    // A motion that starts like v' = a changes by the tolerance in about this time.
    error_.scale().weights_into(position_weight_, velocity_weight_);
    const Tolerances& t = options_.tolerances;
    const double tolerance = t.asked();
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
    contradicting_ = -1;
    if (dense_.scheme() == nullptr && may_move())
      equations_.chart.fit_start(h, from.v, from.acceleration, equations_.stages);
    if (blend_) {
      blend_->choose(system_, from, h);
      memory_.forget();
    }
    equations_.begin(from, h, scheme());
    if (h != factorised_step_ || &scheme() != factorised_scheme_ || equations_.chart.is_moving)
      memory_.forget();
    dense_.predict(from, h, scheme(), equations_.chart, end_.settle.leaves_rows_out(), equations_.stages);
    equations_.clear_left_out(left_out_.rows());
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
    dense_.record(accepted(), candidate(), end_.theta, end_.u, attempted_step_, scheme(), equations_.stages,
                  equations_.chart);
    current_ = 1 - current_;
    Point& point = accepted();
    point.t = t;
    end_.settle.accept();
    if (left_out_.accept(end_.settle.level(), equations_)) memory_.forget();
    output_.settle.follow(end_.settle);
    output_.forget();
    end_.settle.note_relaxed(attempted_step_);
    normalize(system_.group(), point.q);
    equations_.position_scale = error_.scale().follow(point);
    error_.scale().leave_held_rows(end_.settle);
    follow_chart(point);
    if (options_.tolerances.control_error()) look_for_stiffness();
    control_.accepted();
  }

  StateView state() const override { return accepted().view(); }

  void interpolate(double s, State& out) const override {
    const Point& to = accepted();
    if (s >= 1.0) {
      out = {to.t, to.q, to.v, to.acceleration, to.lambda};
      return;
    }
    output_.at(s, dense_, to, projects() && !blend_, out);
  }

  const WorkCounters& work() const override { return work_; }

  std::vector<Finding> findings() const override {
    // Rigid rows hold coordinates as stiffly as any spring: the filter says nothing about coordinates then.
    std::vector<Finding> all = end_.settle.has_rigid_rows() ? std::vector<Finding>{} : stiff_.findings();
    for (Finding& row : end_.settle.findings()) all.push_back(std::move(row));
    return all;
  }

  std::vector<double> save() override {
    forget_matrix();  // not stored; without it both go on alike
    ArchiveWriter writer;
    transfer(writer);
    return std::move(writer.numbers);
  }
  void restore(std::span<const double> saved) override {
    forget_matrix();
    ArchiveReader reader(saved);
    transfer(reader);
    reader.finish();
    end_.settle.reload(accepted());
    output_.settle.follow(end_.settle);
    output_.forget();
    error_.scale().look_at_rows(accepted());
    error_.scale().leave_held_rows(end_.settle);
  }

  std::string explain_failure() const override {
    if (contradicting_ >= 0) return explain_contradiction(system_, contradicting_);
    if (failed_level_) return explain_singular(system_, end_.settle.status(), end_.settle.guilty());
    return explain_singular(system_, equations_.kernel_status(), equations_.guilty());
  }

 private:
  template <class A>
  void transfer(A& a) {
    std::size_t scheme_of_dense = schemes_.size();
    for (std::size_t i = 0; i < schemes_.size(); ++i)
      if (dense_.scheme() == &schemes_[i]) scheme_of_dense = i;
    a(accepted(), dense_, scheme_of_dense, control_, error_.scale(), equations_.chart, end_.settle,
      equations_.position_scale, attempted_step_, last_contraction_, steps_to_stay_);
    dense_.restore(scheme_of_dense < schemes_.size() ? &schemes_[scheme_of_dense] : nullptr);
  }
  void forget_matrix() {
    memory_ = {};
    factorised_step_ = 0.0;
  }

  Index most_stages() const {
    Index most = 1;
    for (const auto& scheme : schemes_) most = std::max(most, scheme.tableau.stages());
    return most;
  }
  bool blend_is_uniform() const { return options_.parameters.blend == BlendChoice::uniform; }
  const RungeKuttaScheme& scheme() const { return control_.scheme(); }
  double border() const { return borders_[static_cast<std::size_t>(&scheme() - schemes_.data())]; }
  Point& accepted() { return points_[current_]; }
  const Point& accepted() const { return points_[current_]; }
  Point& candidate() { return points_[1 - current_]; }
  bool may_move() const {
    if (stabilised || blend_ || steps_to_stay_ > 0) return false;
    if (scheme().stage_by_stage || scheme().explicit_last) return false;
    const StepChart chart = options_.parameters.chart;
    return chart == StepChart::moving ||
           (chart == StepChart::automatic && options_.tolerances.control_error());
  }
  bool projects() const { return options_.parameters.projection == Projection::automatic; }

  /// The chart of the next step. Where rows turn with the body, Newton contracts badly in a moving chart, and where
  /// the fit comes and goes, steps are rejected: not again for a while then.
  void follow_chart(const Point& point) {
    constexpr double bad_contraction = 0.3, small_turn = 1.0;
    constexpr int long_while = 200;
    auto& chart = equations_.chart;
    if (steps_to_stay_ > 0) --steps_to_stay_;
    const bool was_moving = chart.is_moving;
    const double turn = attempted_step_ * largest_entry(chart.xi);
    if (was_moving && last_contraction_ > bad_contraction && turn < small_turn) steps_to_stay_ = long_while;
    if (!may_move()) return chart.stay();
    chart.fit(attempted_step_, point.v, equations_.stages, scheme().stages);
    if (was_moving && !chart.is_moving) steps_to_stay_ = long_while;
  }

  void look_for_stiffness() {
    stiff_.look(error_.stiffness, attempted_step_, scheme().estimator.alpha);
    for (Index i = 0; i < w_.size(); ++i) error_.scaled[i] = stiff_.is_stiff(i) ? attempted_step_ : 1.0;
  }

  /// Newton's changes count in velocities: δv = α δΘ/h.
  void set_allowed(const Point& from, double h) {
    const double per_velocity = h / scheme().largest_alpha;
    if (options_.tolerances.control_error()) {
      error_.scale().weights_into(position_weight_, velocity_weight_);
      // Newton's errors add up over the run like those of the method. Estimates of low order see them amplified.
      const double share = (scheme().tableau.order > 2 ? 0.1 : 0.01) * h / options_.tolerances.interval;
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
      equations_.refresh();
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
    const auto make_tangential = [this](Tangent& x) { end_.settle.make_tangential(x); };
    attempt.error = error_.estimate(accepted(), h, scheme(), equations_, !was_rejected_, make_tangential,
                                    answering_level());
    attempt.next_ratio =
        control_.ratio(attempt.error, error_.relative_size(), error_.is_passing(), h, attempt.newton);
    was_rejected_ = !(attempt.error <= 1.0);
  }

  AccelerationLevel<System>* answering_level() {
    const bool answers = options_.tolerances.multiplier > 0.0 && end_.settle.has_held_rows();
    return answers && !equations_.chart.is_moving ? &end_.settle.level() : nullptr;
  }

  void finish(double h, StepAttempt& attempt) {
    attempted_step_ = h;
    Point& to = candidate();
    end_.settle.choose(accepted(), h, border());
    failed_level_ = !end_.complete(accepted(), h, scheme(), equations_, blend_.get(), to);
    if (failed_level_)
      attempt.status = StepStatus::singular_matrix;
    else if (!(to.q.allFinite() && to.v.allFinite() && to.acceleration.allFinite() && to.lambda.allFinite()))
      attempt.status = StepStatus::non_finite;
    contradicting_ =
        contradicting_row(system_, end_.settle.level().dropped(), to.gap, equations_.position_scale);
    if (contradicting_ >= 0) attempt.status = StepStatus::singular_matrix;
    left_out_.look(end_.settle.level());
    if (attempt.status == StepStatus::completed && options_.tolerances.control_error()) judge_end(h, attempt);
  }

  /// What only the settled end of the step shows.
  void judge_end(double h, StepAttempt& attempt) {
    judge_rows(h, attempt);
    judge_move(attempt);
    if (attempt.error <= 1.0) return;
    control_.failed();
    end_.settle.reload(accepted());
  }

  /// The part of the motion that the joints dictate (settled_motion.hpp) says how fast it is, x = h/T, and so what a
  /// method of this order makes of it.
  void judge_rows(double h, StepAttempt& attempt) {
    if (!projects() || !motion_.has_rigid_rows() || equations_.chart.is_moving) return;
    const auto make_tangential = [this](Tangent& x) { end_.settle.make_tangential(x); };
    const double off = error_.scale().of_position(
        motion_.along_rows(accepted(), candidate(), end_.theta, h, make_tangential));
    double error = off, order = 5.0;
    if (scheme().tableau.order > 4) {
      // Where the joints leave something free, its own estimate counts as well.
      const double measured = end_.settle.leaves_something_free() ? 1.0 : 10.0;
      const double tolerance = options_.tolerances.asked(), speed = std::pow(720.0 * tolerance * off, 0.2);
      order = scheme().tableau.order + 1.0;
      error = measured * scheme().error_constant * std::exp(0.5 * std::lgamma(order + 1.0)) *
              std::pow(speed, order) / tolerance;
    }
    count_end_error(error, order, attempt);
  }

  void count_end_error(double error, double order, StepAttempt& attempt) {
    constexpr double safety = 0.8, smallest = 1e-10;
    attempt.error = std::max(attempt.error, error / largest_share);
    attempt.next_ratio =
        std::min(attempt.next_ratio, safety * std::pow(std::max(error, smallest), -1.0 / order));
  }

  /// What holding springs moved in v is an error of the step.
  void judge_move(StepAttempt& attempt) {
    if (!end_.settle.holds_springs()) return;
    const double move = error_.scale().of_velocity(end_.settle.held_move());
    const double error = end_.settle.weight_of_move() * move;
    if (error / largest_share > attempt.error) count_end_error(error, 3.0, attempt);
  }

  const System system_;
  Options options_;
  std::vector<RungeKuttaScheme> schemes_;
  std::vector<double> borders_;  // of the schemes
  RungeKuttaEquations<System, stabilised> equations_;
  RungeKuttaError<System, stabilised> error_;
  RungeKuttaDense<System> dense_;
  RungeKuttaControl control_;
  RungeKuttaEnd<System> end_;
  mutable RungeKuttaOutput<System> output_;
  SettledMotion<System> motion_;
  std::array<Point, 2> points_;
  Point output_point_;
  std::size_t current_ = 0;
  bool failed_level_ = false, was_rejected_ = false;
  Index contradicting_ = -1;
  int steps_to_stay_ = 0;  // in the plain chart
  double attempted_step_ = 0.0, factorised_step_ = 0.0, last_contraction_ = 0.0;
  const RungeKuttaScheme* factorised_scheme_ = nullptr;
  StiffComponents stiff_;
  NewtonMemory memory_;
  WorkCounters work_;
  Tangent position_weight_, velocity_weight_, w_;
  std::unique_ptr<ComponentBlend> blend_;
  LeftOutRows left_out_;
};

}  // namespace kreisel
