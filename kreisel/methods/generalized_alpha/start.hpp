// Starting values of generalized-α, and what a change of the step size asks for.
//
// a_n stands for v'(t_n + Δα h) and, with rows on position level, v_n carries a normal defect of size h²
// that depends on h. Both must fit the step that follows:
//   start    a_0 = v' + Δα h v'',  v_0 = v + Δ with B Δ = B l/h   [Arnold, Brüls, Cardona 2015] (56), (57)
//   restart  at a change of h: back to the rows, v' and v'' from the index-1 system, then as at the start
//   corrected  explicit conversion of a and v                     [Wieloch 2022] (4.7), (4.10), approximation
//   1
#pragma once

#include <vector>

#include "kreisel/methods/generalized_alpha/parameters.hpp"
#include "kreisel/methods/shared/acceleration_level.hpp"
#include "kreisel/methods/shared/step_choices.hpp"

namespace kreisel {

template <MechanicalSystem System>
class GeneralizedAlphaStart {
 public:
  using Tangent = typename System::Tangent;
  using Multiplier = typename System::Multiplier;

  GeneralizedAlphaStart(const System& system, const GeneralizedAlphaParameters& parameters, StartValues start,
                        StepChange change)
      : system_(system), parameters_(parameters), start_(start), change_(change), accelerations_(system) {
    const Index n = system.group().dimension(), m = row_count(system);
    for (Tangent* x : {&jerk_, &bracket_, &defect_, &delta_}) x->setZero(n);
    for (Multiplier* x : {&target_, &rate_, &gap_change_, &extra_}) x->setZero(m);
    shape_rows(system, jacobian_);
  }

  /// The compliant rows whose initial state lies on their slow motion.
  void follow_slow_motion(const std::vector<bool>& rows) { slow_ = rows; }

  /// Step values at the consistent start, for a first step h.
  template <class Point, class Rows>
  KernelStatus prepare_first(const Point& initial, double h, const Rows& rows, Point& out) {
    out = initial;
    system_.rate(out.t, out.q, out.v, rate_);
    if (failed(accelerations_.classify(out.t, out.q, h))) return status_;
    system_.row_acceleration(out.t, out.q, out.v, out.acceleration, extra_);  // slow rows: cλ'' or cλ'
    bool is_fast = false;
    for (Index i = 0; i < extra_.size(); ++i) {
      const bool is_slow = static_cast<std::size_t>(i) < slow_.size() && slow_[static_cast<std::size_t>(i)];
      is_fast = is_fast || (!rows.row(i).is_rigid() && !accelerations_.is_soft(i) && !is_slow);
      if (rows.row(i).is_rigid() || !is_slow) extra_[i] = 0.0;
    }
    // v' of a row that is off its slow motion lasts much shorter than the step: not a value to extrapolate with.
    if (is_fast && failed(accelerations_.solve(out.t, out.q, out.v, extra_, out.acceleration, out.lambda)))
      return status_;
    return apply_start(h, rows, out);
  }

  /// Step values at an accepted point, when the next step differs from the last.
  template <class Point, class Rows>
  KernelStatus prepare_change(const Point& previous, const Point& accepted, double last_step, double h,
                              const Rows& rows, Point& out) {
    out = accepted;
    jerk_ = (accepted.acceleration - previous.acceleration) / last_step;
    if (change_ == StepChange::none) return KernelStatus::regular;
    if (change_ == StepChange::corrected) return correct(last_step, h, rows, out);
    if (failed(accelerations_.classify(out.t, out.q, h))) return status_;
    if (failed(return_to_rows(previous, last_step, rows, out))) return status_;
    note_relaxation(previous, last_step, rows, out);
    ++evaluations;
    if (failed(accelerations_.solve(out.t, out.q, out.v, extra_, out.acceleration, out.lambda)))
      return status_;
    return apply_start(h, rows, out);
  }

  AccelerationLevel<System>& accelerations() { return accelerations_; }
  const Tangent& jerk() const { return jerk_; }           // v'' where a step was last prepared
  const Multiplier& start_rate() const { return rate_; }  // dΦ/dt at the start
  KernelStatus kernel_status() const { return status_; }
  Index guilty() const { return accelerations_.guilty(); }
  long evaluations = 0;

 private:
  bool failed(KernelStatus status) {
    status_ = status;
    return status != KernelStatus::regular;
  }

  template <class Point, class Rows>
  KernelStatus apply_start(double h, const Rows& rows, Point& out) {
    evaluations += 2;
    if (failed(accelerations_.jerk(out.t, out.q, out.v, out.acceleration, extra_, h, jerk_))) return status_;
    out.a = out.acceleration;
    if (start_ == StartValues::plain) return status_;
    out.a += (parameters_.delta_alpha() * h) * jerk_;
    if (start_ == StartValues::a_only) return status_;
    bracket_into(system_.group(), out.v, out.acceleration, bracket_);
    defect_ = (h * h) * (parameters_.position_error() * jerk_ + bracket_ / 12.0);  // l/h
    return add_normal_part(h, rows, out);
  }

  /// v <- v + C·defect: only the part that position-level rows see, the smallest in the mass metric. A row
  /// with a damper (τ > 0) moves its position as well, so that Φ + τΦ' does not change; one that creeps over many steps
  /// needs neither.
  template <class Point, class Rows>
  KernelStatus add_normal_part(double h, const Rows& rows, Point& out) {
    constexpr double many = 10.0;
    if (!any_gap_row(rows)) return status_;
    system_.jacobian(out.t, out.q, jacobian_);
    product_into(jacobian_, defect_, target_);
    for (Index i = 0; i < target_.size(); ++i)
      if (!rows.uses_gap_alone(rows.row(i)) || rows.row(i).relaxation > many * h) target_[i] = 0.0;
    if (failed(accelerations_.correction(out.t, out.q, target_, delta_))) return status_;
    out.v += delta_;
    bool has_damper = false;
    for (Index i = 0; i < target_.size(); ++i) {
      target_[i] *= -rows.row(i).relaxation;
      has_damper = has_damper || target_[i] != 0.0;
    }
    return has_damper ? move_positions(out) : status_;
  }

  template <class Point>
  KernelStatus move_positions(Point& out) {
    if (failed(accelerations_.correction(out.t, out.q, target_, delta_))) return status_;
    system_.gap_change(out.t, out.q, 0.0, delta_, gap_change_);
    out.gap += gap_change_;
    const typename System::Element before = out.q;
    advance_into(system_.group(), before, delta_, out.q);
    return status_;
  }

  /// Removes the normal defect of the old step size: B v + b = c λ'.
  template <class Point, class Rows>
  KernelStatus return_to_rows(const Point& previous, double last_step, const Rows& rows, Point& out) {
    if (!any_gap_row(rows)) return KernelStatus::regular;
    system_.rate(out.t, out.q, out.v, target_);
    for (Index i = 0; i < target_.size(); ++i) {
      const Row& row = rows.row(i);
      const bool applies = rows.uses_gap_alone(row) && !accelerations_.is_soft(i) && !creeps(row, last_step);
      const double lambda_rate = (out.lambda[i] - previous.lambda[i]) / last_step;
      target_[i] = applies ? row.compliance * lambda_rate - target_[i] : 0.0;
    }
    if (failed(accelerations_.correction(out.t, out.q, target_, delta_))) return status_;
    out.v += delta_;
    return status_;
  }

  /// A spring-damper with a time scale of its own that the step resolves.
  static bool creeps(const Row& row, double h) { return row.relaxation > 0.1 * h; }

  /// A damper that is stiff for the step has B v' + γ = cλ', a creeping spring-damper (cλ' - Φ')/τ, not zero.
  template <class Point, class Rows>
  void note_relaxation(const Point& previous, double last_step, const Rows& rows, const Point& out) {
    system_.rate(out.t, out.q, out.v, target_);
    for (Index i = 0; i < extra_.size(); ++i) {
      const Row& row = rows.row(i);
      const double slope = row.compliance * (out.lambda[i] - previous.lambda[i]) / last_step;
      extra_[i] = 0.0;
      if (!row.is_position())
        extra_[i] = slope;
      else if (!row.is_rigid() && creeps(row, last_step))
        extra_[i] = (slope - target_[i]) / row.relaxation;
    }
  }

  template <class Point, class Rows>
  KernelStatus correct(double last_step, double h, const Rows& rows, Point& out) {
    const double ratio = h / last_step, delta_alpha = parameters_.delta_alpha();
    if (delta_alpha != 0.0) jerk_ = (out.a - out.acceleration) / (delta_alpha * last_step);
    out.a += (delta_alpha * h * (1.0 - 1.0 / ratio)) * jerk_;
    bracket_into(system_.group(), out.v, out.acceleration, bracket_);
    defect_ =
        ((1.0 - 1.0 / (ratio * ratio)) * h * h) * (parameters_.position_error() * jerk_ + bracket_ / 12.0);
    return add_normal_part(h, rows, out);
  }

  template <class Rows>
  bool any_gap_row(const Rows& rows) const {
    for (const Row& row : system_.rows())
      if (rows.uses_gap_alone(row)) return true;
    return false;
  }

  const System& system_;
  GeneralizedAlphaParameters parameters_;
  StartValues start_;
  StepChange change_;
  AccelerationLevel<System> accelerations_;
  std::vector<bool> slow_;
  Tangent jerk_, bracket_, defect_, delta_;
  Multiplier target_, rate_, gap_change_, extra_;
  typename System::RowMatrix jacobian_;
  KernelStatus status_ = KernelStatus::regular;
};

}  // namespace kreisel
