// Explicit Runge-Kutta methods in Munthe-Kaas form, for systems that are not stiff.
//
// In the chart of the step q = q_n·exp(θ), with the index-1 accelerations A(t, q, v) [Munthe-Kaas 1999]:
//
//   θ_i = h Σ a_ij k_j,   V_i = v_n + h Σ a_ij A_j,   k_i = T(θ_i)⁻¹V_i,   A_i = A(t_n + c_i h, q_n·exp θ_i, V_i)
//
// Rigid rows: after each step q and v go back onto Φ = 0 and B v + b = 0, which keeps the order [Hairer, Wanner 1996]
// VII.2; v' and λ there are the first slope of the next step. Compliant rows are forces: stiff ones make steps small.
// Index-1 solutions and projections: explicit_motion.hpp; error estimate: explicit_error.hpp; between the points:
// explicit_dense.hpp.
#pragma once

#include <array>
#include <cmath>
#include <utility>

#include "kreisel/core/archive.hpp"
#include "kreisel/methods/explicit_runge_kutta/chart.hpp"
#include "kreisel/methods/explicit_runge_kutta/dense.hpp"
#include "kreisel/methods/explicit_runge_kutta/error.hpp"
#include "kreisel/methods/explicit_runge_kutta/motion.hpp"
#include "kreisel/methods/shared/step_equations.hpp"
#include "kreisel/methods/stepper.hpp"

namespace kreisel {

struct ExplicitRungeKuttaOptions {
  ExplicitRungeKuttaParameters parameters;
  Tolerances tolerances;
};

template <MechanicalSystem System>
class ExplicitRungeKuttaStepper final : public Stepper {
 public:
  using Element = typename System::Element;
  using Tangent = typename System::Tangent;
  using Multiplier = typename System::Multiplier;

  ExplicitRungeKuttaStepper(System system, const ExplicitRungeKuttaOptions& options)
      : system_(std::move(system)),
        coefficients_(explicit_coefficients(options.parameters.formula)),
        projects_(options.parameters.projection == Projection::automatic),
        controls_error_(options.tolerances.control_error()),
        motion_(system_),
        chart_(system_.group()),
        error_(system_, coefficients_, options.tolerances),
        control_(options.parameters.step_size) {
    if (controls_error_ && !coefficients_.estimates_error())
      throw OptionError("this method has no error estimate", "tolerances",
                        "give a constant step, or take dopri5 or dop853");
    const Index n = system_.group().dimension();
    for (Record& record : records_) {
      record.end.resize(system_);
      record.slopes.resize(n);
      record.theta.setZero(n);
      record.moved.setZero(n);
    }
    dense_.resize(n);
    for (Tangent* x : {&theta_, &v_, &end_theta_, &acceleration_}) x->setZero(n);
    q_ = accepted().q;
    lambda_ = accepted().lambda;
  }

  void start(const State& initial) override {
    Point& point = accepted();
    point.t = initial.t;
    point.q = initial.q;
    point.v = initial.v;
    point.acceleration = initial.acceleration;
    point.lambda = initial.lambda;
    status_ = motion_.evaluate(point.t, point.q, point.v, v_, lambda_);
    if (status_ == KernelStatus::regular) {
      point.acceleration = v_;
      point.lambda = lambda_;
    }
    step_ = 0.0;
    control_.start();
    position_size_ = error_.scale().start(point);
  }

  /// Rates of change at the start and, a small step later, how they change.
  double suggest_first_step() override {
    const Point& from = accepted();
    const double rate = error_.size(from.v, from.acceleration);
    const double h = 1e-2 * error_.first_step(rate, 0.0);
    theta_ = h * from.v;
    v_ = from.v + h * from.acceleration;
    advance_into(system_.group(), from.q, theta_, q_);
    if (motion_.evaluate(from.t + h, q_, v_, end_theta_, lambda_) != KernelStatus::regular) return h;
    theta_ = (v_ - from.v) / h;
    v_ = (end_theta_ - from.acceleration) / h;
    const double curvature = error_.size(theta_, v_);
    return std::isfinite(curvature) ? error_.first_step(rate, curvature) : h;
  }

  StepAttempt attempt(double h) override {
    attempted_step_ = h;
    is_finished_ = false;
    StepAttempt attempt;
    attempt.order = coefficients_.order;
    const StepStatus status = step(h, attempt);
    work_.force_evaluations = work_.factorizations = motion_.evaluations;
    attempt.status = status;
    if (status != StepStatus::completed) {
      attempt.error = attempt.next_ratio = NAN;
      control_.forget();
    }
    return attempt;
  }

  void accept(double t) override {
    if (!is_finished_) finish();
    current_ = (current_ + 1) % 3;
    step_ = attempted_step_;
    has_dense_ = false;
    Point& point = accepted();
    point.t = t;
    position_size_ = error_.scale().follow(point);
  }

  StateView state() const override {
    const Point& p = accepted();
    return {p.t,
            {p.q.data(), p.q.size()},
            {p.v.data(), p.v.size()},
            {p.acceleration.data(), p.acceleration.size()},
            {p.lambda.data(), p.lambda.size()}};
  }

  void interpolate(double s, State& out) const override {
    if (!has_dense_) prepare_dense();
    const Point &from = previous(), &to = accepted();
    out.t = s < 1.0 ? from.t + s * (to.t - from.t) : to.t;
    dense_.look(s, theta_, v_);
    v_ += from.v;
    advance_into(system_.group(), from.q, theta_, q_);
    motion_.evaluate(out.t, q_, v_, acceleration_, lambda_);
    if (projects_ && motion_.has_rigid_rows()) {
      motion_.project_position(out.t, position_size_, q_, theta_);
      motion_.project_velocity(out.t, q_, v_, acceleration_, lambda_);
    }
    out.q = q_;
    out.v = v_;
    out.acceleration = acceleration_;
    out.lambda = lambda_;
  }

  const WorkCounters& work() const override { return work_; }

  std::vector<double> save() override {
    ArchiveWriter writer;
    transfer(writer);
    return std::move(writer.numbers);
  }
  void restore(std::span<const double> saved) override {
    ArchiveReader reader(saved);
    transfer(reader);
    reader.finish();
    step_ = 0.0;
    has_dense_ = false;
    error_.scale().look_at_rows(accepted());
  }

  std::string explain_failure() const override {
    return explain_singular(system_, status_, motion_.guilty());
  }

 private:
  struct Point {
    double t = 0.0;
    Element q;
    Tangent v, acceleration;
    Multiplier lambda;

    void resize(const System& system) {
      q = system.group().identity();
      v.setZero(system.group().dimension());
      acceleration = v;
      lambda.setZero(row_count(system));
    }
    template <class A>
    void transfer(A& a) {
      a(t, q, v, acceleration, lambda);
    }
  };

  /// The end of a step and what led there.
  struct Record {
    Point end;
    Tangent theta, moved;                   // before the projection, and by the projection
    mutable ExplicitSlopes<System> slopes;  // those of dense output are added when someone looks
  };

  Record& record(int steps_ahead) { return records_[static_cast<std::size_t>((current_ + steps_ahead) % 3)]; }
  const Record& record(int steps_ahead) const {
    return records_[static_cast<std::size_t>((current_ + steps_ahead) % 3)];
  }
  Record& candidate() { return record(1); }
  Point& accepted() { return record(0).end; }
  const Point& accepted() const { return record(0).end; }
  const Point& previous() const { return record(step_ > 0.0 ? 2 : 0).end; }

  template <class A>
  void transfer(A& a) {
    a(accepted(), control_, error_.scale(), position_size_);
  }

  StepStatus step(double h, StepAttempt& attempt) {
    const Point& from = accepted();
    Record& to = candidate();
    to.slopes[0].theta = from.v;
    to.slopes[0].v = from.acceleration;
    for (int i = 1; i < coefficients_.stages; ++i)
      if (!stage(i, from, h, to.slopes)) return failure();
    to.slopes.combine(coefficients_.row(coefficients_.stages), h, to.theta, v_);
    to.end.v = from.v + v_;
    advance_into(system_.group(), from.q, to.theta, to.end.q);
    normalize(system_.group(), to.end.q);
    if (!std::isfinite(to.theta.sum() + to.end.v.sum())) return StepStatus::non_finite;
    if (!controls_error_ || coefficients_.error_needs_end)
      if (!finish()) return failure();
    if (!controls_error_) return StepStatus::completed;
    attempt.error = error_.estimate(to.slopes, h);
    if (!std::isfinite(attempt.error)) return StepStatus::non_finite;
    attempt.next_ratio = error_.caution() * control_.ratio(attempt.error, h, coefficients_.order);
    if (attempt.error <= 1.0 && !is_finished_ && !finish()) return failure();
    return StepStatus::completed;
  }

  bool stage(int i, const Point& from, double h, ExplicitSlopes<System>& slopes) const {
    slopes.combine(coefficients_.row(i), h, theta_, v_);
    v_ += from.v;
    auto& slope = slopes[i];
    chart_.look(from.q, theta_, v_, q_, slope.theta);
    status_ = motion_.evaluate(from.t + coefficients_.node(i) * h, q_, v_, slope.v, lambda_);
    return status_ == KernelStatus::regular;
  }

  /// The end of the step back on the rows, v' and λ there, and the slope of the next step.
  bool finish() {
    const Point& from = accepted();
    Record& to = candidate();
    const double t = from.t + attempted_step_;
    to.moved.setZero();
    if (projects_) {
      motion_.project_position(t, position_size_, to.end.q, to.moved);
      status_ = motion_.project_velocity(t, to.end.q, to.end.v, to.end.acceleration, to.end.lambda);
    } else {
      status_ = motion_.evaluate(t, to.end.q, to.end.v, to.end.acceleration, to.end.lambda);
    }
    is_finished_ = true;
    if (coefficients_.error_needs_end) {
      auto& slope = to.slopes[coefficients_.stages];
      chart_.look(from.q, to.theta, to.end.v, q_, slope.theta);
      slope.v = to.end.acceleration;
    }
    return status_ == KernelStatus::regular && std::isfinite(to.end.acceleration.sum());
  }

  StepStatus failure() const {
    const bool is_singular = status_ != KernelStatus::regular && motion_.is_finite();
    return is_singular ? StepStatus::singular_matrix : StepStatus::non_finite;
  }

  void prepare_dense() const {
    const Record& to = record(0);
    const Point& from = previous();
    has_dense_ = true;
    if (step_ == 0.0) return dense_.clear();
    chart_.look(from.q, to.theta, to.moved, q_, theta_);
    theta_ += to.theta;
    end_theta_ = theta_;
    auto& last = to.slopes[coefficients_.stages];
    chart_.look(from.q, theta_, to.end.v, q_, last.theta);
    last.v = to.end.acceleration;
    for (int i = coefficients_.stages + 1; i < coefficients_.slopes; ++i) stage(i, from, step_, to.slopes);
    v_ = to.end.v - from.v;
    dense_.prepare(coefficients_, to.slopes, step_, end_theta_, v_);
  }

  const System system_;
  const ExplicitCoefficients coefficients_;
  const bool projects_, controls_error_;
  mutable ExplicitMotion<System> motion_;
  mutable StageChart<typename System::Group> chart_;
  ExplicitError<System> error_;
  StepSizeControl control_;
  std::array<Record, 3> records_;  // tried, accepted and the one before
  int current_ = 0;
  double step_ = 0.0, attempted_step_ = 0.0, position_size_ = 1.0;
  bool is_finished_ = false;
  WorkCounters work_;
  mutable KernelStatus status_ = KernelStatus::regular;
  mutable bool has_dense_ = false;
  mutable ExplicitDense<System> dense_;
  mutable Element q_;
  mutable Tangent theta_, v_, end_theta_, acceleration_;
  mutable Multiplier lambda_;
};

}  // namespace kreisel
