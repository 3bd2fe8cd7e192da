// The nonlinear equations of one implicit step, as Newton sees them: one system for every family that advances
// with a single increment per step (generalized-α, BLieDF, MK-BDF, Crouch-Grossman, commutator-free).
//
//   q_{n+1} = q_n·exp(h x),    o = x - x0 + B_nᵀη + T(hx)u/γ̂,    v = v0 + γ̂ o,    v' = a0 + (β̂/h) o
//
// x0, v0, a0, u, β̂ and γ̂ come from the method (StepMap); η only in the stabilised form, u only in MK-BDF.
// [Arnold, Brüls, Cardona 2015] eq. (9), (58); [Wieloch 2022] section 3.4. The linear system is written for
// z = T(hx)(δx + B_nᵀδη), the velocity-like variation at the new point, and δ(hλ), so that the kernel sees B
// and Bᵀ unchanged and a condition number independent of h:
//
//   S = (β̂ M + h γ̂ D) T⁻¹ + h² K,     K = ∂(M v' - f + Bᵀλ)/∂q
//
// The variation of T(hx)u, of size h|v| relative to the rest, is left to the iteration.
#pragma once

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "kreisel/methods/shared/step_rows.hpp"
#include "kreisel/methods/stepper.hpp"

namespace kreisel {

/// What every such method carries from step to step.
template <MechanicalSystem System>
struct StepPoint {
  double t = 0.0;
  typename System::Element q;
  typename System::Tangent v, acceleration, increment;  // increment x of the step that led here
  typename System::Multiplier lambda, eta, gap;         // gap: Φ carried along, never recomputed from q

  template <class A>
  void transfer(A& a) {
    a(t, q, v, acceleration, increment, lambda, eta, gap);
  }

  StateView view() const {
    return {t,
            {q.data(), q.size()},
            {v.data(), v.size()},
            {acceleration.data(), acceleration.size()},
            {lambda.data(), lambda.size()}};
  }

  void resize(const System& system) {
    const Index n = system.group().dimension(), m = row_count(system);
    q.setZero(system.group().coordinate_count());
    for (auto* x : {&v, &acceleration, &increment}) x->setZero(n);
    for (auto* x : {&lambda, &eta, &gap}) x->setZero(m);
  }
};

template <class V>
double largest_entry(const V& x) {
  return x.size() > 0 ? x.cwiseAbs().maxCoeff() : 0.0;
}

/// The largest entry of f at a point.
template <MechanicalSystem System>
double largest_force(const System& system, const StepPoint<System>& point) {
  typename System::Tangent zero = point.v, f = point.v;
  typename System::Multiplier none = point.lambda;
  zero.setZero();
  none.setZero();
  system.balance(point.t, point.q, point.v, zero, none, f);
  return largest_entry(f);
}

/// Names the row or coordinate behind a singular matrix; empty when there is none to blame.
template <MechanicalSystem System>
std::string explain_singular(const System& system, KernelStatus status, Index guilty) {
  if (status == KernelStatus::singular_row) {
    const auto rows = system.rows();
    const auto row = static_cast<std::size_t>(guilty) % rows.size();
    return "row \"" + rows[row].name + "\" depends on the rows before it (redundant or contradictory)";
  }
  if (status == KernelStatus::singular_body)
    return "coordinate " + std::to_string(guilty) + " has no effective mass";
  return {};
}

/// A row that was left out because it depends on others must hold by itself: the first that does not, or -1. Stabilised
/// equations count every row twice, on velocity and on position level.
template <MechanicalSystem System>
Index contradicting_row(const System& system, const std::vector<Index>& dropped,
                        const typename System::Multiplier& gap, double position_scale) {
  constexpr double share = 1e-7;
  const Index m = row_count(system);
  for (const Index equation : dropped) {
    const Index i = equation % m;
    const Row& row = system.rows()[static_cast<std::size_t>(i)];
    if (row.is_position() && row.is_rigid() && !(std::abs(gap[i]) <= share * position_scale)) return i;
  }
  return -1;
}
template <MechanicalSystem System>
std::string explain_contradiction(const System& system, Index row) {
  return "row \"" + system.rows()[static_cast<std::size_t>(row)].name +
         "\" depends on other rows and contradicts them here";
}

/// How v and v' of a step follow from its increment; see the top of this file.
template <MechanicalSystem System>
struct StepMap {
  using Tangent = typename System::Tangent;
  double beta_hat = 1.0, gamma_hat = 1.0;
  Tangent known_x, known_v, known_a;
  bool has_chart_term = false;
  Tangent chart_term;  // u

  void resize(Index n) {
    for (Tangent* x : {&known_x, &known_v, &known_a, &chart_term}) x->setZero(n);
  }
};

template <MechanicalSystem System, bool stabilised>
class StepEquations {
 public:
  using Point = StepPoint<System>;
  using Tangent = typename System::Tangent;
  using Rows = StepRows<System, stabilised>;

  StepEquations(const System& system, Formulation formulation) : system_(system), rows_(system, formulation) {
    const Index n = system.group().dimension(), m = row_count(system);
    map.resize(n);
    for (Tangent* x : {&offset_, &z_, &change_, &w_, &turned_}) x->setZero(n);
    rows_residual_.setZero(stabilised ? 2 * m : m);
    shape_tangents(system, tangents_);
    shape_square(system, inverse_t_);
    shape_square(system, chart_);
    shape_square(system, effective_, false);
    shape_kernel(system, kernel_, stabilised ? 2 * m : m);
    if constexpr (has_two_levels) shape_square(system, by_velocity_, false);
  }

  Rows& rows() { return rows_; }
  const Rows& rows() const { return rows_; }

  /// Rigid rows that depend on others, seen where the step begins.
  void leave_out(const std::vector<Index>& rows) { kreisel::leave_out<System>(kernel_, rows); }

  /// Where the step begins; the stabilised increment of a predictor is x0 + o - B_nᵀη from here on.
  void begin_at(const Point& from) {
    from_ = &from;
    if constexpr (stabilised) rows_.set_old_jacobian(from.t, from.q);
  }

  /// Starts the iteration with predicted x, λ, η in `to`. `tolerance` is relative, of velocities of size `moved`.
  void begin(double h, double tolerance, double moved, Point& to) {
    to_ = &to;
    h_ = h;
    tolerance_ = tolerance;
    to.t = from_->t + h;
    rows_.begin(h, map.beta_hat, map.gamma_hat);
    velocity_scale_ = tolerance * (1e-3 * moved + machine_epsilon * position_scale / h);
    move();
  }

  bool evaluate() {
    system_.balance(to_->t, to_->q, to_->v, to_->acceleration, to_->lambda, z_);
    z_ *= h_;
    ++evaluations;
    rows_.residual(*to_, rows_residual_);
    return z_.allFinite() && rows_residual_.allFinite();
  }

  bool factorize() {
    ++factorizations;
    contradicting_ = -1;
    const auto& group = system_.group();
    system_.tangents(to_->t, to_->q, to_->v, to_->acceleration, to_->lambda, tangents_);
    w_ = h_ * to_->increment;
    inverse_tangent_operator_into(group, w_, inverse_t_);
    load_matrix();
    rows_.matrix(*to_, tangents_, inverse_t_, w_, kernel_);
    status_ = kernel_.factorize();
    return status_ == KernelStatus::regular;
  }

  double correct() {
    kernel_.solve(z_, rows_residual_);
    const Index m = to_->lambda.size();
    if constexpr (has_two_levels) {
      product_into(inverse_t_, kernel_.position(), change_);
    } else {
      product_into(inverse_t_, z_, change_);
      if constexpr (stabilised) rows_.add_old_columns(-1.0, rows_residual_.tail(m), change_);
    }
    if constexpr (stabilised) to_->eta -= rows_residual_.tail(m);
    to_->increment -= change_;
    to_->lambda -= rows_residual_.head(m) / h_;
    move();
    return increment_size();
  }

  /// Noise of the increments in units of the tolerance. A gap computed from positions carries ε|x|, which the
  /// rows divide by h (velocities) and the multipliers by h² ([Arnold, Brüls, Cardona 2015] section 5: θ/h²);
  /// a carried gap only ε h|v|.
  double round_off() const {
    constexpr double ulps = 16.0 * machine_epsilon;
    const double v = to_->increment.cwiseAbs().maxCoeff();
    const bool cancels = rows_.carries_positions() && !system_.has_exact_gap_change();
    const double row_noise = ulps * (cancels ? position_scale / h_ + v : v);
    const double of_velocity = (ulps * v + row_noise) / (velocity_scale_ + tolerance_ * v);
    if (to_->lambda.size() == 0) return of_velocity;
    return std::max(of_velocity, kernel_.row_sensitivity() * row_noise / (h_ * multiplier_scale()));
  }

  const Tangent& offset() const { return offset_; }  // o of the iterate

  /// Removes from x what the rows forbid and damps what stiff forces hold, in the metric of the step.
  void make_tangential(Tangent& x) {
    product_into(tangents_.mass, x, z_);
    z_ *= map.beta_hat;
    rows_residual_.setZero();
    kernel_.solve(z_, rows_residual_);
    x = z_;
  }

  /// After Newton: false when a row that was left out does not hold.
  bool dropped_rows_hold() {
    contradicting_ = rows_.carries_positions()
                         ? contradicting_row(system_, kernel_.dropped(), to_->gap, position_scale)
                         : -1;
    return contradicting_ < 0;
  }
  std::string explain_failure() const {
    if (contradicting_ >= 0) return explain_contradiction(system_, contradicting_);
    return explain_singular(system_, status_, kernel_.guilty());
  }

  const typename System::AllTangents& tangents() const { return tangents_; }  // of the last factorisation
  const auto& kernel() const { return kernel_; }

  StepMap<System> map;          // set by the stepper before begin()
  double position_scale = 1.0;  // |x| for the round-off estimate, set by the stepper
  double lambda_floor = 0.0;    // smallest |λ| that counts
  long evaluations = 0, factorizations = 0;

 private:
  static constexpr double machine_epsilon = std::numeric_limits<double>::epsilon();

  void load_matrix() {
    if constexpr (has_two_levels) {
      load_step_matrix<System>(map.beta_hat, h_ * map.gamma_hat, 0.0, tangents_, inverse_t_, effective_,
                               by_velocity_);
      kernel_.set_forces(by_velocity_, h_ * h_, tangents_.stiffness);
      kernel_.set_kinematics(1.0, 0.0, inverse_t_);
    } else {
      load_step_matrix<System>(map.beta_hat, h_ * map.gamma_hat, h_ * h_, tangents_, inverse_t_, effective_,
                               kernel_.s);
    }
  }

  /// q, v, v', Φ of the iterate from Δq and η.
  void move() {
    w_ = h_ * to_->increment;
    offset_ = to_->increment - map.known_x;
    if constexpr (stabilised) rows_.add_old_columns(1.0, to_->eta, offset_);
    if (map.has_chart_term) {
      tangent_operator_into(system_.group(), w_, chart_);
      product_into(chart_, map.chart_term, turned_);
      offset_ += turned_ / map.gamma_hat;
    }
    to_->v = map.known_v + map.gamma_hat * offset_;
    to_->acceleration = map.known_a + (map.beta_hat / h_) * offset_;
    if (!rows_.carries_positions()) {
      advance_into(system_.group(), from_->q, w_, to_->q);
    } else {
      if constexpr (requires { system_.advance_with_gap(from_->t, from_->q, h_, w_, to_->q, to_->gap); }) {
        system_.advance_with_gap(from_->t, from_->q, h_, w_, to_->q, to_->gap);
      } else {
        advance_into(system_.group(), from_->q, w_, to_->q);
        system_.gap_change(from_->t, from_->q, h_, w_, to_->gap);
      }
      to_->gap += from_->gap;
    }
  }

  /// Change of λ that counts as converged; its second part moves no velocity visibly.
  double multiplier_scale() const {
    const double lambda = std::max(to_->lambda.cwiseAbs().maxCoeff(), lambda_floor);
    return tolerance_ * lambda + 1e-3 * velocity_scale_ * kernel_.row_sensitivity() / h_;
  }

  /// Largest relative increment over the blocks of velocities and the multipliers.
  double increment_size() const {
    double size = 0.0;
    for_each_diagonal_segment<typename System::Blocks>(change_.size(), [&](auto segment) {
      const double scale = velocity_scale_ + tolerance_ * segment(to_->increment).cwiseAbs().maxCoeff();
      const double change = segment(change_).cwiseAbs().maxCoeff();
      size = change <= size * scale ? size : change / scale;  // NaN comes through
    });
    const Index m = to_->lambda.size();
    if (m == 0) return size;
    const double scale = h_ * multiplier_scale();
    const double change = rows_residual_.head(m).cwiseAbs().maxCoeff();
    return change <= size * scale ? size : change / scale;
  }

  const System& system_;
  Rows rows_;
  const Point* from_ = nullptr;
  Point* to_ = nullptr;
  double h_ = 0.0, tolerance_ = 0.0, velocity_scale_ = 0.0;
  Tangent offset_, z_, change_, w_, turned_;
  VectorOf<double, Rows::p_fixed> rows_residual_;
  typename System::AllTangents tangents_;
  typename System::MassMatrix inverse_t_, effective_, chart_;
  static constexpr bool has_two_levels = stabilised && InBlocks<System>;
  StepKernelFor<System, stabilised, Rows::p_fixed> kernel_;
  typename System::MassMatrix by_velocity_;  // (β̂M + hγ̂D)T⁻¹, where the two levels are kept apart
  KernelStatus status_ = KernelStatus::regular;
  Index contradicting_ = -1;
};

}  // namespace kreisel
