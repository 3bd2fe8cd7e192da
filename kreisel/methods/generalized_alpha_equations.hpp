// The nonlinear equations of one generalized-α step, as Newton sees them.
//
// [Arnold, Brüls, Cardona 2015] eq. (9), (58). Unknowns: Δq, λ and, stabilised, η; the linear system is
// written for z = T(hΔq)(δΔq + B_nᵀδη), the velocity-like variation at the new point, and δ(hλ), so that
// the kernel sees B and Bᵀ unchanged and a condition number independent of h:
//
//   S = (β̂ M + h γ̂ D) T⁻¹ + h² K,     β̂ = ∂(h v')/∂Δq,  γ̂ = ∂v/∂Δq,  K = ∂(M v' - f + Bᵀλ)/∂q
#pragma once

#include <algorithm>
#include <limits>

#include "kreisel/methods/generalized_alpha_parameters.hpp"
#include "kreisel/methods/generalized_alpha_rows.hpp"
#include "kreisel/methods/stepper.hpp"

namespace kreisel {

/// What is carried from step to step.
template <MechanicalSystem System>
struct GeneralizedAlphaPoint {
  double t = 0.0;
  typename System::Element q;
  typename System::Tangent v, acceleration, a, increment;  // increment Δq of the step that led here
  typename System::Multiplier lambda, eta, gap;            // gap: Φ carried along, never recomputed from q

  void resize(const System& system) {
    const Index n = system.group().dimension(), m = row_count(system);
    q.setZero(system.group().coordinate_count());
    for (auto* x : {&v, &acceleration, &a, &increment}) x->setZero(n);
    for (auto* x : {&lambda, &eta, &gap}) x->setZero(m);
  }
};

template <MechanicalSystem System, bool stabilised>
class GeneralizedAlphaEquations {
 public:
  using Point = GeneralizedAlphaPoint<System>;
  using Tangent = typename System::Tangent;
  using Rows = GeneralizedAlphaRows<System, stabilised>;
  static constexpr int n_fixed = System::fixed_dimension;

  GeneralizedAlphaEquations(const System& system, GeneralizedAlphaParameters parameters,
                            Formulation formulation)
      : system_(system), parameters_(parameters), rows_(system, parameters, formulation) {
    const Index n = system.group().dimension(), m = row_count(system);
    for (Tangent* x : {&base_q_, &base_v_, &base_a_, &offset_, &z_, &change_, &w_}) x->setZero(n);
    rows_residual_.setZero(stabilised ? 2 * m : m);
    tangents_.resize(n, m);
    inverse_t_.setZero(n, n);
    effective_.setZero(n, n);
    kernel_.resize(n, stabilised ? 2 * m : m);
  }

  Rows& rows() { return rows_; }

  /// Prepares the step from -> to with predicted a, λ, η in `to`. `tolerance` is relative, of velocities.
  void begin(const Point& from, double h, double tolerance, Point& to) {
    from_ = &from;
    to_ = &to;
    h_ = h;
    tolerance_ = tolerance;
    const auto& p = parameters_;
    base_q_ = from.v + ((0.5 - p.beta) * h) * from.a;
    base_v_ = from.v + ((1.0 - p.gamma) * h) * from.a;
    base_a_ = (p.alpha_m * from.a - p.alpha_f * from.acceleration) / (1.0 - p.alpha_f);
    to.t = from.t + h;
    to.increment = base_q_ + (p.beta * h) * to.a;
    if constexpr (stabilised) {
      rows_.set_old_jacobian(from.t, from.q);
      to.increment.noalias() -= rows_.old_jacobian_transposed().lazyProduct(to.eta);
    }
    rows_.begin(h);
    const double moved = base_q_.cwiseAbs().maxCoeff() + h * from.a.cwiseAbs().maxCoeff();
    velocity_scale_ = tolerance * (1e-3 * moved + machine_epsilon * position_scale / h);
    move();
  }

  bool evaluate() {
    system_.balance(to_->t, to_->q, to_->v, to_->acceleration, to_->lambda, z_);
    z_ *= h_;
    ++evaluations;
    rows_.residual(*from_, *to_, rows_residual_);
    return z_.allFinite() && rows_residual_.allFinite();
  }

  bool factorize() {
    ++factorizations;
    const auto& group = system_.group();
    system_.tangents(to_->t, to_->q, to_->v, to_->acceleration, to_->lambda, tangents_);
    w_ = h_ * to_->increment;
    inverse_tangent_operator_into(group, w_, inverse_t_);
    const double beta_hat = parameters_.beta_hat(), h_gamma_hat = h_ * parameters_.gamma_hat();
    for_each_diagonal_block<typename System::Blocks>(kernel_.s.rows(), [&](auto block) {
      block(effective_) = beta_hat * block(tangents_.mass) + h_gamma_hat * block(tangents_.damping);
      block(kernel_.s) = block(effective_).lazyProduct(block(inverse_t_));
      block(kernel_.s) += (h_ * h_) * block(tangents_.stiffness);
    });
    rows_.matrix(*to_, tangents_, inverse_t_, w_, kernel_);
    status_ = kernel_.factorize();
    return status_ == KernelStatus::regular;
  }

  double correct() {
    kernel_.solve(z_, rows_residual_);
    const Index m = to_->lambda.size();
    change_.noalias() = inverse_t_.lazyProduct(z_);
    if constexpr (stabilised) {
      const auto eta_change = rows_residual_.tail(m);
      change_.noalias() -= rows_.old_jacobian_transposed().lazyProduct(eta_change);
      to_->eta -= eta_change;
    }
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

  /// a of the new point, once Newton is done.
  void finish() { to_->a = offset_ / (parameters_.beta * h_); }

  /// Removes from x what the rows forbid, in the metric of the step: x <- P x.
  void make_tangential(Tangent& x) {
    if (rows_residual_.size() == 0) return;
    z_.noalias() = parameters_.beta_hat() * tangents_.mass.lazyProduct(x);
    rows_residual_.setZero();
    kernel_.solve(z_, rows_residual_);
    x = z_;
  }

  KernelStatus kernel_status() const { return status_; }
  const auto& kernel() const { return kernel_; }

  double position_scale = 1.0;  // |x| for the round-off estimate, set by the stepper
  double lambda_floor = 0.0;    // smallest |λ| that counts
  long evaluations = 0, factorizations = 0;

 private:
  static constexpr double machine_epsilon = std::numeric_limits<double>::epsilon();

  /// q, v, v', Φ of the iterate from Δq and η.
  void move() {
    const auto& p = parameters_;
    offset_ = to_->increment - base_q_;
    if constexpr (stabilised) offset_.noalias() += rows_.old_jacobian_transposed().lazyProduct(to_->eta);
    to_->v = base_v_ + p.gamma_hat() * offset_;
    to_->acceleration = base_a_ + (p.beta_hat() / h_) * offset_;
    w_ = h_ * to_->increment;
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
  GeneralizedAlphaParameters parameters_;
  Rows rows_;
  const Point* from_ = nullptr;
  Point* to_ = nullptr;
  double h_ = 0.0, tolerance_ = 0.0, velocity_scale_ = 0.0;
  Tangent base_q_, base_v_, base_a_, offset_, z_, change_, w_;
  VectorOf<double, Rows::p_fixed> rows_residual_;
  typename System::AllTangents tangents_;
  typename System::MassMatrix inverse_t_, effective_;
  SaddlePoint<n_fixed, Rows::p_fixed, typename System::Blocks> kernel_;
  KernelStatus status_ = KernelStatus::regular;
};

}  // namespace kreisel
