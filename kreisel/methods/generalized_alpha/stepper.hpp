// Lie group generalized-α for constrained systems: constant and error-controlled steps.
//
// [Arnold, Brüls, Cardona 2015] for the method and its starting values, [Wieloch 2022] chapter 4 for
// changes of the step size. Step equations: step_equations.hpp; starting values and changes of
// the step size: generalized_alpha_start.hpp; error estimate: generalized_alpha_error.hpp.
//
// v and λ of a step are quantities of the method: off the rows, and for the next step only. Under a tolerance what is
// shown is settled: v on the rows, v' and λ from the forces there. Constant steps show the method as it is published.
#pragma once

#include <array>

#include "kreisel/methods/generalized_alpha/error.hpp"
#include "kreisel/methods/generalized_alpha/start.hpp"
#include "kreisel/methods/shared/alternation_watch.hpp"
#include "kreisel/methods/shared/settled_motion.hpp"

namespace kreisel {

struct GeneralizedAlphaOptions {
  GeneralizedAlphaParameters parameters = GeneralizedAlphaParameters::chung_hulbert(0.9);
  Formulation formulation = Formulation::index3;
  StartValues start = StartValues::automatic;
  StepChange step_change = StepChange::automatic;
  Tolerances tolerances;
  NewtonOptions newton;
};

template <MechanicalSystem System, bool stabilised>
class GeneralizedAlphaStepper final : public Stepper {
 public:
  using Point = GeneralizedAlphaPoint<System>;

  GeneralizedAlphaStepper(System system, const GeneralizedAlphaOptions& options)
      : system_(std::move(system)),
        options_(options),
        equations_(system_, options.formulation),
        start_(system_, options.parameters, options.start, options.step_change),
        error_(system_, options.parameters, options.tolerances),
        motion_(system_, start_.accelerations()),
        settles_(options.tolerances.control_error() && motion_.has_rigid_rows()) {
    for (Point& point : points_) point.resize(system_);
    for (StepPoint<System>& point : settled_) point.resize(system_);
    prepared_.resize(system_);
    theta_.setZero(system_.group().dimension());
    end_rate_ = theta_;
    lambda_.setZero(row_count(system_));
    has_dampers_ = start_.accelerations().has_dampers();
    shape_square(system_, inverse_t_);
    element_ = points_[0].q;
  }

  void follow_slow_motion(const std::vector<bool>& rows) override { start_.follow_slow_motion(rows); }

  void start(const State& initial) override {
    Point& point = accepted();
    point.t = initial.t;
    point.q = initial.q;
    point.v = initial.v;
    point.acceleration = point.a = initial.acceleration;
    point.lambda = initial.lambda;
    point.eta.setZero();
    system_.gap(point.t, point.q, point.gap);
    if (stabilised && start_.accelerations().has_compliant_rows())
      equations_.rows().compliant_rows_have_eta =
          start_.accelerations().has_independent_positions(point.t, point.q);
    left_out_.start(start_.accelerations(), point, equations_);
    step_ = 0.0;
    equal_steps_ = 0;
    memory_ = {};
    equations_.lambda_floor =
        1e-3 * std::max(largest_entry(point.lambda), largest_force<System>(system_, point));
    equations_.position_scale = error_.start(point);
    alternation_.start(point.lambda.size());
    settled_[0] = point;
  }

  double suggest_first_step() override {
    const double first_guess = 1e-3 * options_.tolerances.interval;
    double h = first_guess;
    for (int refinement = 0; refinement < 2; ++refinement) {
      if (start_.prepare_first(accepted(), h, equations_.rows(), prepared_) != KernelStatus::regular) break;
      h = std::min(error_.first_step(prepared_, start_.jerk()), 10.0 * first_guess);
    }
    return h;
  }

  StepAttempt attempt(double h) override {
    failed_prepare_ = false;
    const Point* from = &accepted();
    const bool changed = h != step_;
    if (changed) {
      memory_.forget();
      if (!prepare(h)) {
        failed_prepare_ = true;
        return {StepStatus::singular_matrix, NAN, NAN, 0, {}};
      }
      from = &prepared_;
    }
    predict(*from, h, changed);
    set_row_history(*from, h);
    begin_equations(*from, h);
    StepAttempt attempt;
    attempt.newton = newton(equations_, options_.newton, memory_);
    work_.newton_iterations += attempt.newton.iterations;
    work_.factorizations = equations_.factorizations;
    work_.force_evaluations = equations_.evaluations + start_.evaluations;
    attempt.status = step_status(attempt.newton.status);
    if (attempt.status == StepStatus::completed && !equations_.dropped_rows_hold())
      attempt.status = StepStatus::singular_matrix;
    if (attempt.status != StepStatus::completed) return attempt;
    work_.stagnated_at_round_off += attempt.newton.status == NewtonStatus::stagnated_at_round_off;
    candidate().a = equations_.offset() / (options_.parameters.beta * h);
    attempted_step_ = h;
    if (options_.tolerances.control_error()) {
      attempt.error = estimate(*from, h, changed);
      if (settles_ && !settle(h, attempt)) return attempt;
      constexpr double to_halve = 4.0;
      if (alternation_.is_growing() && !changed) attempt.error = std::max(attempt.error, to_halve);
    }
    return attempt;
  }

  void accept(double t) override {
    current_ = (current_ + 1) % points_.size();
    equal_steps_ = attempted_step_ == step_ ? equal_steps_ + 1 : 1;
    step_ = attempted_step_;
    Point& point = accepted();
    point.t = t;
    normalize(system_.group(), point.q);
    if (settles_) {
      std::swap(settled_[0], settled_[1]);
      std::swap(settled_[0], settled_[2]);
      settled_[0].t = t;
      settled_[0].q = point.q;
    }
    if (!settles_) left_out_.look_at(start_.accelerations(), point);
    if (left_out_.accept(start_.accelerations(), equations_)) memory_.forget();
    if (point.lambda.size() > 0)
      equations_.lambda_floor = std::max(equations_.lambda_floor, 1e-3 * largest_entry(point.lambda));
    equations_.position_scale = error_.follow(point);
    if (equal_steps_ >= 2)
      alternation_.look(t, point.lambda, previous().lambda, before_previous().lambda,
                        1e3 * equations_.lambda_floor);
    else
      alternation_.forget();
  }

  StateView state() const override { return shown().view(); }

  /// Constant steps: cubic Hermite polynomials of the increment in the algebra for q, of v and v' for v; λ linear.
  void interpolate(double s, State& out) const override {
    const Point &from = previous(), &to = accepted();
    if (settles_) {
      theta_ = step_ * to.increment;
      lambda_ = (1.0 - s) * settled_[1].lambda + s * settled_[0].lambda;
      motion_.at(settled_[1], settled_[0], theta_, step_, s, lambda_, out);
      return;
    }
    const double h = step_, r = 1.0 - s;
    out.t = s < 1.0 ? from.t + s * (to.t - from.t) : to.t;
    theta_ = h * to.increment;
    inverse_tangent_operator_into(system_.group(), theta_, inverse_t_);
    product_into(inverse_t_, to.v, end_rate_);
    theta_ = (s * s * (3.0 - 2.0 * s)) * theta_ + (h * s * r * r) * from.v - (h * s * s * r) * end_rate_;
    advance_into(system_.group(), from.q, theta_, element_);
    out.q = element_;
    out.v = (r * r * (1.0 + 2.0 * s)) * from.v + (s * s * (3.0 - 2.0 * s)) * to.v +
            (h * s * r * r) * from.acceleration - (h * s * s * r) * to.acceleration;
    out.acceleration = r * from.acceleration + s * to.acceleration;
    out.lambda = r * from.lambda + s * to.lambda;
  }

  const WorkCounters& work() const override { return work_; }

  std::vector<std::string> warnings() const override {
    const std::string alternation = alternation_.warning();
    return alternation.empty() ? std::vector<std::string>{} : std::vector{alternation};
  }

  std::string explain_failure() const override {
    if (failed_prepare_) return explain_singular(system_, start_.kernel_status(), start_.guilty());
    return equations_.explain_failure();
  }

  const auto& kernel() const { return equations_.kernel(); }

 private:
  Point& accepted() { return points_[current_]; }
  const Point& accepted() const { return points_[current_]; }
  Point& candidate() { return points_[(current_ + 1) % points_.size()]; }
  const StepPoint<System>& shown() const { return settles_ ? settled_[0] : accepted(); }
  const Point& previous() const { return points_[(current_ + 3) % points_.size()]; }
  const Point& before_previous() const { return points_[(current_ + 2) % points_.size()]; }

  bool prepare(double h) {
    ++work_.restarts;
    const KernelStatus status =
        step_ == 0.0 ? start_.prepare_first(accepted(), h, equations_.rows(), prepared_)
                     : start_.prepare_change(previous(), accepted(), step_, h, equations_.rows(), prepared_);
    return status == KernelStatus::regular;
  }

  /// Errors count with what is tangential to the rows and what dampers do not forget.
  double estimate(const Point& from, double h, bool changed) {
    const Point& to = candidate();
    auto& level = start_.accelerations();
    const bool forgets = has_dampers_ && level.load_forgetting(to.t, to.q, options_.tolerances.interval) ==
                                             KernelStatus::regular;
    const auto tangential = [&](typename System::Tangent& x) {
      equations_.make_tangential(x);
      if (forgets) level.forget(x);
    };
    return error_.estimate(previous(), from, to, step_, h, changed ? &start_.jerk() : nullptr, tangential);
  }

  /// The candidate as it is shown, and how well it belongs to one motion with the point before.
  bool settle(double h, StepAttempt& attempt) {
    StepPoint<System>& to = settled_[2];
    to = candidate();
    auto& level = start_.accelerations();
    if (level.settle(to.t, to.q, to.v, to.acceleration, to.lambda) != KernelStatus::regular) {
      attempt.status = StepStatus::singular_matrix;
      return false;
    }
    left_out_.look(level);
    theta_ = h * candidate().increment;
    const double along_rows = error_.of_rows(motion_.along_rows(
        settled_[0], to, theta_, h, [&](typename System::Tangent& x) { level.make_tangential(x); }));
    attempt.error = std::max(attempt.error, along_rows);
    return true;
  }

  /// Extrapolation of a and λ through the last three points when they are equidistant, through two otherwise;
  /// at the start along the known derivative of v'.
  void predict(const Point& from, double h, bool changed) {
    Point& to = candidate();
    const double ratio = step_ > 0.0 ? h / step_ : 0.0;
    if (step_ == 0.0) {
      to.a = from.a + h * start_.jerk();
      to.lambda = from.lambda;
    } else if (!changed && equal_steps_ >= 2) {
      to.a = 3.0 * (from.a - previous().a) + before_previous().a;
      to.lambda = 3.0 * (from.lambda - previous().lambda) + before_previous().lambda;
    } else {
      to.a = from.a + ratio * (accepted().a - previous().a);
      to.lambda = from.lambda + ratio * (accepted().lambda - previous().lambda);
    }
    // Rows that depend on others leave some part of λ open: nothing would correct what extrapolation makes of it.
    if (!InBlocks<System> && !equations_.kernel().dropped().empty()) to.lambda = shown().lambda;
    clear_left_out<System>(left_out_.rows(), to.lambda);
    if constexpr (stabilised) to.eta = (changed ? ratio * ratio : 1.0) * from.eta;
  }

  /// Δq = v_n + (1/2-β) h a_n + β h a_{n+1} - B_nᵀη and the updates of v and v' as a StepMap.
  void begin_equations(const Point& from, double h) {
    const auto& p = options_.parameters;
    auto& map = equations_.map;
    map.beta_hat = p.beta_hat();
    map.gamma_hat = p.gamma_hat();
    map.known_x = from.v + ((0.5 - p.beta) * h) * from.a;
    map.known_v = from.v + ((1.0 - p.gamma) * h) * from.a;
    map.known_a = (p.alpha_m * from.a - p.alpha_f * from.acceleration) / (1.0 - p.alpha_f);
    equations_.begin_at(from);
    Point& to = candidate();
    to.increment = map.known_x + (p.beta * h) * to.a;
    if constexpr (stabilised) equations_.rows().add_old_columns(-1.0, to.eta, to.increment);
    const double moved = map.known_x.cwiseAbs().maxCoeff() + h * from.a.cwiseAbs().maxCoeff();
    equations_.begin(h, newton_tolerance(h), moved, to);
  }

  /// Stabilised compliant rows: BDF2 of the gap, in the first step a parabola with the known rate.
  void set_row_history(const Point& from, double h) {
    if constexpr (stabilised) {
      auto& rows = equations_.rows();
      if (step_ > 0.0) {
        const double w = h / step_;
        rows.newest_weight = (1.0 + 2.0 * w) / (1.0 + w);
        rows.known_gap = -(1.0 + w) * from.gap + (w * w / (1.0 + w)) * previous().gap;
      } else {
        rows.newest_weight = 2.0;
        rows.known_gap = -2.0 * from.gap - h * start_.start_rate();
      }
    }
  }

  /// A fixed step converges to 1e-10 of the velocities; under error control Newton's error must vanish in
  /// the estimate, which divides differences of v' by h.
  double newton_tolerance(double h) const {
    constexpr double fixed_step_tolerance = 1e-10, fraction = 1e-2;
    const Tolerances& t = options_.tolerances;
    if (!t.control_error()) return fixed_step_tolerance;
    const double asked = t.asked();
    return std::clamp(fraction * asked * h / t.interval, 1e-14, 1e-6);
  }

  const System system_;
  GeneralizedAlphaOptions options_;
  StepEquations<System, stabilised> equations_;
  GeneralizedAlphaStart<System> start_;
  GeneralizedAlphaError<System> error_;
  mutable SettledMotion<System> motion_;
  bool settles_;
  std::array<StepPoint<System>, 3> settled_;  // accepted, the one before, tried
  std::array<Point, 4> points_;               // tried, accepted, and the two before
  Point prepared_;
  std::size_t current_ = 0;
  long equal_steps_ = 0;  // steps of the present size that led here
  double step_ = 0.0, attempted_step_ = 0.0;
  NewtonMemory memory_;
  AlternationWatch<typename System::Multiplier> alternation_;
  bool failed_prepare_ = false, has_dampers_ = false;
  WorkCounters work_;
  mutable typename System::Tangent theta_, end_rate_;
  mutable typename System::Multiplier lambda_;
  mutable typename System::MassMatrix inverse_t_;
  mutable typename System::Element element_;
  LeftOutRows left_out_;
};

}  // namespace kreisel
