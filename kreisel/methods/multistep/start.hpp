// Starting values of multistep methods from (q0, v0) alone, and what a change of the step size asks for.
//
// The motion at t0, t0+h, ..., t0+kh to round-off (smooth_flow.hpp). With rows on position level the velocities of
// the method carry a normal defect l of its position formula; exact ones would cost λ one order in the
// first steps. All start velocities move by the same Δ, smallest in the mass metric, with B Δ = B l
// [Wieloch 2022] (3.58), [Wieloch, Arnold 2021] section 4. l is not taken from its leading term but measured:
// the formula applied to the exact motion.
#pragma once

#include "kreisel/methods/multistep/formula.hpp"
#include "kreisel/methods/shared/smooth_flow.hpp"

namespace kreisel {

template <MechanicalSystem System>
class MultistepStart {
 public:
  using Point = MultistepPoint<System>;
  using History = MultistepHistory<System>;
  using Tangent = typename System::Tangent;
  using Multiplier = typename System::Multiplier;
  using Flow = SmoothFlow<System>;

  explicit MultistepStart(const System& system)
      : system_(system), accelerations_(system), flow_(system, accelerations_), m_(row_count(system)) {
    const Index n = system.group().dimension();
    for (Tangent* x : {&defect_, &delta_, &shift_, &w_}) x->setZero(n);
    for (Multiplier* x : {&target_, &first_extra_, &gap_change_, &before_}) x->setZero(m_);
    shape_rows(system, jacobian_);
    shape_square(system, chart_);
  }

  /// Fills history.at(-1), ..., history.at(-count); the accepted point and its past stay. Substeps resolve rows that
  /// are faster than the step down to this fraction of it; stiffer ones follow their slow motion.
  typename Flow::Status generate(History& history, double h, int count, double resolved = 0.02) {
    const Point& first = history.at(0);
    constexpr bool only_vibrations = true;  // substeps follow what creeps
    if (accelerations_.classify(first.t, first.q, resolved * h, only_vibrations) != KernelStatus::regular)
      return Flow::Status::singular;
    bool has_stiff_rows = false;
    for (Index i = 0; i < m_; ++i) has_stiff_rows = has_stiff_rows || is_stiff(i);
    if (!has_stiff_rows) return follow(history, h, count, {});
    return follow_slow_motion(history, h, count);
  }

  /// Under error control stiff springs on their slow motion would be shaken by the small steps of a start at order 1:
  /// k values whose distance, h at first, meets the tolerance. Returns it, 0 when there is none.
  template <class Formula, class Control>
  double generate_on_slow_motion(History& history, Formula& formula, Control& control, int k, double h) {
    constexpr int trials = 12;
    for (int trial = 0; trial < trials; ++trial) {
      history.forget_past();
      if (generate(history, h, k, 1.0) != Flow::Status::completed) return 0.0;
      history.shift(k - 1);
      formula.weights.update(history, h, k);
      const double error = control.look(history, h, k, formula.weights);
      history.shift(1 - k);
      if (!std::isfinite(error)) return 0.0;
      if (error <= 0.5 || trial + 1 == trials) break;
      h *= std::clamp(std::pow(0.3 / error, 1.0 / k), 0.1, 0.9);
    }
    return h;
  }

  /// The velocities of all starting values, shifted by Δ: `count` just generated and the past before them. `map` was
  /// prepared for the step to the last of them.
  template <class Rows>
  KernelStatus perturb(History& history, int count, const StepMap<System>& map, const Rows& rows) {
    const Point& last = history.at(-count);
    w_ = last.step * last.increment;
    defect_ = map.known_v + map.gamma_hat * (last.increment - map.known_x) - last.v;
    if (map.has_chart_term) {
      tangent_operator_into(system_.group(), w_, chart_);
      add_product(1.0, chart_, map.chart_term, defect_);
    }
    if (const KernelStatus status = normal_part(last, rows, defect_, shift_); status != KernelStatus::regular)
      return status;
    for (int back = -count; back < history.count(); ++back) history.at(back).v += shift_;
    return move_damped_rows(history, count, rows);
  }

  /// x -> C x: the part that rows on position level see, the smallest in the mass metric.
  template <class Rows>
  KernelStatus normal_part(const Point& point, const Rows& rows, const Tangent& x, Tangent& out) {
    system_.jacobian(point.t, point.q, jacobian_);
    product_into(jacobian_, x, target_);
    for (Index i = 0; i < m_; ++i)
      if (!rows.uses_gap_alone(rows.row(i))) target_[i] = 0.0;
    return accelerations_.correction(point.t, point.q, target_, out);
  }

  /// (I - C) v, less what driven rows ask for.
  template <class Rows>
  KernelStatus projected_velocity(const Point& point, const Rows& rows, Tangent& out) {
    system_.rate(point.t, point.q, point.v, target_);
    for (Index i = 0; i < m_; ++i) target_[i] = rows.uses_gap_alone(rows.row(i)) ? -target_[i] : 0.0;
    const KernelStatus status = accelerations_.correction(point.t, point.q, target_, out);
    out += point.v;
    return status;
  }

  template <class A>
  void transfer(A& a) {
    a(shift_);
  }

  /// Takes Δ back from the accepted point and its past.
  void undo_shift(History& history) {
    for (int back = 0; back < history.count(); ++back) history.at(back).v -= shift_;
    shift_.setZero();
  }

  AccelerationLevel<System>& accelerations() { return accelerations_; }
  const Tangent& shift() const { return shift_; }  // Δ of the last start
  void clear_shift() { shift_.setZero(); }
  long evaluations() const { return flow_.evaluations; }

 private:
  const Row& row(Index i) const { return system_.rows()[static_cast<std::size_t>(i)]; }
  bool is_stiff(Index i) const { return !row(i).is_rigid() && !accelerations_.is_soft(i); }

  typename Flow::Status follow(History& history, double h, int count,
                               const typename Flow::RowAcceleration& extra) {
    for (int i = 1; i <= count; ++i) {
      const Point& from = history.at(1 - i);
      Point& to = history.at(-i);
      to.t = from.t + h;
      to.step = h;
      to.q = from.q;
      to.v = from.v;
      const auto status = flow_.advance(from.t, h, extra, to.q, to.v, w_, to.flat);
      if (status != Flow::Status::completed) return status;
      normalize(system_.group(), to.q);
      to.increment = w_ / h;
      system_.gap_change(from.t, from.q, h, w_, to.gap);
      to.gap += from.gap;
      to.eta.setZero();
      before_.setZero();
      if (extra) extra(to.t, before_);
      if (accelerations_.solve(to.t, to.q, to.v, before_, to.acceleration, to.lambda) !=
          KernelStatus::regular)
        return Flow::Status::singular;
    }
    return Flow::Status::completed;
  }

  /// Stiff compliant rows: B v' + γ = c λ'' (velocity rows c λ'), with λ from the pass before as a polynomial
  /// through all starting values. The passes contract like c (rate of the motion)².
  typename Flow::Status follow_slow_motion(History& history, double h, int count) {
    const Point& first = history.at(0);
    system_.row_acceleration(first.t, first.q, first.v, first.acceleration, first_extra_);
    auto status = follow(history, h, count, [this](double, Multiplier& out) {
      for (Index i = 0; i < m_; ++i) out[i] = is_stiff(i) ? first_extra_[i] : 0.0;
    });
    constexpr int passes = 8;
    double change_before = INFINITY;
    for (int pass = 0; pass < passes && status == Flow::Status::completed; ++pass) {
      take_samples(history, count);
      status = follow(history, h, count, [&](double t, Multiplier& out) { slow_rows(t, out); });
      double change = 0.0, size = 0.0;
      for (int i = 1; i <= count; ++i) {
        const auto& old = samples_[static_cast<std::size_t>(count - i)];
        change = std::max(change, (history.at(-i).lambda - old).cwiseAbs().maxCoeff());
        size = std::max(size, old.cwiseAbs().maxCoeff());
      }
      if (change <= 1e-13 * size || !(change < 0.5 * change_before)) break;
      change_before = change;
    }
    return status;
  }

  void take_samples(const History& history, int count) {
    sample_count_ = static_cast<std::size_t>(count + history.count());
    for (std::size_t i = 0; i < sample_count_; ++i) {
      const Point& point = history.at(static_cast<int>(i) - count);
      times_[i] = point.t;
      samples_[i] = point.lambda;
    }
  }

  void slow_rows(double t, Multiplier& out) const {
    const auto w = derivative_weights<3>(t, {times_.data(), sample_count_});
    const auto derivative = [&](std::size_t d, Index i) {
      double sum = 0.0;
      for (std::size_t j = 0; j < sample_count_; ++j) sum += w[d][j] * samples_[j][i];
      return sum;
    };
    for (Index i = 0; i < m_; ++i) {
      if (!is_stiff(i)) continue;
      const Row& r = row(i);
      out[i] = r.compliance *
               (r.is_position() ? derivative(2, i) - r.relaxation * derivative(3, i) : derivative(1, i));
    }
  }

  /// A damped row (τ > 0) moves its positions as well, so that Φ + τΦ' does not change.
  template <class Rows>
  KernelStatus move_damped_rows(History& history, int count, const Rows& rows) {
    bool has_damper = false;
    const Point& last = history.at(-count);
    system_.jacobian(last.t, last.q, jacobian_);
    product_into(jacobian_, shift_, target_);
    for (Index i = 0; i < m_; ++i) {
      target_[i] *= -rows.row(i).relaxation;
      has_damper = has_damper || target_[i] != 0.0;
    }
    if (!has_damper) return KernelStatus::regular;
    const KernelStatus status = accelerations_.correction(last.t, last.q, target_, delta_);
    if (status != KernelStatus::regular) return status;
    tangent_operator_into(system_.group(), delta_, chart_);
    for (int back = -count; back < history.count(); ++back) {
      Point& point = history.at(back);
      system_.gap_change(point.t, point.q, 0.0, delta_, gap_change_);
      point.gap += gap_change_;
      advance_into(system_.group(), point.q, delta_, point.q);
      turn_back(point.increment);
      turn_back(point.flat);
    }
    return status;
  }

  /// x seen from q·exp(δ): Ad of exp(-δ) is 1 - ad_δ T(δ), with T(δ) in chart_.
  void turn_back(Tangent& x) {
    product_into(chart_, x, w_);
    bracket_into(system_.group(), delta_, w_, w_);
    x -= w_;
  }

  const System& system_;
  AccelerationLevel<System> accelerations_;
  Flow flow_;
  Index m_;
  Tangent defect_, delta_, shift_, w_;
  Multiplier target_, first_extra_, gap_change_, before_;
  std::array<Multiplier, max_nodes> samples_;  // λ of the pass before
  NodeWeights times_{};
  std::size_t sample_count_ = 0;
  typename System::RowMatrix jacobian_;
  typename System::MassMatrix chart_;
};

}  // namespace kreisel
