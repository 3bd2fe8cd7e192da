// The stage equations of an implicit Runge-Kutta step on a Lie group, as Newton sees them.
//
//   W_i = (1/h) Σ A⁻¹_ij Θ_j - k_i v_n,   V_i = T(Θ_i)W_i - B_iᵀμ_i,   V'_i = (1/h) Σ A⁻¹_ij (V_j - v_n) - k_i v'_n
//   Q_i = q_n·exp(Θ_i),   M V'_i - f + BᵀΛ_i = 0,   rows as in runge_kutta_rows.hpp
//
// in a chart that stands still; runge_kutta_chart.hpp has the one that moves, in which U_i takes the place of V_i.
//
// Unknowns are Θ_i, Λ_i (stabilised: μ_i): the method applied to θ' = T⁻¹(θ)v, with T instead of T⁻¹ and without v
// in the iteration. With tangents frozen at one stage, Z = ½ ad_v and A⁻¹ = P diag(α) P⁻¹, each α leaves one system
// of the size of the model for x = δΘ^, y = h²δΛ^, u = hδμ^:
//
//   S = α²M + αh(D + MZ) + h²(K + DZ)
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "kreisel/methods/implicit_runge_kutta/blend.hpp"
#include "kreisel/methods/implicit_runge_kutta/chart.hpp"
#include "kreisel/methods/implicit_runge_kutta/rows.hpp"
#include "kreisel/methods/implicit_runge_kutta/scheme.hpp"
#include "kreisel/methods/shared/matrices.hpp"
#include "kreisel/methods/shared/step_equations.hpp"

namespace kreisel {

template <MechanicalSystem System, bool stabilised>
class RungeKuttaEquations {
 public:
  using Point = StepPoint<System>;
  using Stage = RungeKuttaStage<System>;
  using Tangent = typename System::Tangent;
  using Multiplier = typename System::Multiplier;
  using Rows = RungeKuttaRows<System, stabilised>;
  using RowsResidual = typename Rows::Residual;
  static constexpr int n_fixed = System::fixed_dimension, p_fixed = Rows::p_fixed;
  template <class Scalar>
  using Kernel = StepKernelFor<System, stabilised, p_fixed, Scalar>;

  RungeKuttaEquations(const System& system, Formulation formulation, Index most_stages)
      : chart(system),
        system_(system),
        rows_(system, formulation),
        is_commutative_(kreisel::is_commutative(system.group())) {
    const Index n = system.group().dimension(), m = row_count(system);
    const auto count = static_cast<std::size_t>(most_stages);
    stages.resize(count);
    for (Stage& stage : stages) stage.resize(system);
    residual_.assign(count, Tangent::Zero(n));
    rows_residual_.assign(count, RowsResidual::Zero(stabilised ? 2 * m : m));
    change_ = residual_;
    row_change_ = rows_residual_;
    for (Tangent* x : {&allowed, &start_rate, &start_change, &w_, &x_}) x->setZero(n);
    turns_.resize(count);
    for (auto& turn : turns_) shape_square(system, turn);
    shape_square(system, spin_);
    y_.setZero(stabilised ? 2 * m : m);
    cx_.setZero(n);
    cy_.setZero(y_.size());
    shape_tangents(system, tangents_);
    for (auto* x : {&t_, &z_}) shape_square(system, *x);
    for (auto* x : {&damping_, &stiffness_, &effective_}) shape_square(system, *x, false);
    shape_rows(system, jacobian_);
    shape_square(system, complex_effective_, !stabilised);
    real_.resize(2);
    complex_.resize((count + 1) / 2);
    for (auto& kernel : real_) shape_kernel(system, kernel, y_.size());
    for (auto& kernel : complex_) shape_kernel(system, kernel, y_.size());
  }

  Rows& rows() { return rows_; }
  const Rows& rows() const { return rows_; }

  void begin(const Point& from, double h, const RungeKuttaScheme& scheme) {
    from_ = &from;
    scheme_ = &scheme;
    if (h != h_) has_filter_ = false;
    h_ = h;
    rows_.begin(h, scheme.largest_alpha);
    for (Index i = 0; i < scheme.stages; ++i) stage(i).t = from.t + scheme.c[i] * h;
    start_rate = from.v;
    start_change = from.acceleration;
    if (!chart.is_moving) return;
    start_rate -= chart.xi;
    bracket_into(system_.group(), chart.xi, from.v, w_);
    start_change += w_;
    for (Index i = 0; i < scheme.stages; ++i) chart.turn_into(scheme.c[i] * h, turns_[index(i)]);
  }
  /// Rigid rows that depend on others, seen where the step begins.
  void leave_out(const std::vector<Index>& rows) {
    for (auto& kernel : real_) kreisel::leave_out<System>(kernel, rows);
    for (auto& kernel : complex_) kreisel::leave_out<System>(kernel, rows);
  }
  void clear_left_out(const std::vector<Index>& rows) {
    for (Stage& s : stages) kreisel::clear_left_out<System>(rows, s.lambda);
  }
  /// The stages that Newton sees from here on.
  void select(Index first, Index count) {
    first_ = first;
    count_ = count;
  }

  bool evaluate() {
    for (Index i = first_; i < first_ + count_; ++i) move(i);
    bool is_finite = true;
    for (Index i = first_; i < first_ + count_; ++i) {
      accelerate(i);
      Stage& s = stage(i);
      Tangent& r = residual_[index(i)];
      system_.balance(s.t, s.q, s.v, s.acceleration, s.lambda, r);
      ++evaluations;
      if (chart.is_moving) {
        w_.setZero();
        add_transposed_product(1.0, turns_[index(i)], r, w_);
        r = w_;
      }
      r *= h_ * h_;
      RowsResidual& rr = rows_residual_[index(i)];
      rows_.residual(s, rr);
      is_finite = is_finite && r.allFinite() && rr.allFinite();
    }
    return is_finite;
  }

  /// The stages as they are after the last correction.
  void refresh() {
    for (Index i = first_; i < first_ + count_; ++i) move(i);
    for (Index i = first_; i < first_ + count_; ++i) accelerate(i);
  }

  bool factorize() {
    const Stage& at = stage(count_ == 1 ? first_ : scheme_->middle);
    load_tangents(at);
    ++factorizations;
    if (blend_ != nullptr) {
      has_filter_ = false;
      return factorize_blend();
    }
    has_filter_ = scheme_->filter_is_a_mode;
    for (std::size_t k = 0; k < scheme_->real.size(); ++k)
      if (!factorize_mode(scheme_->real[k].alpha, real_[k], effective_)) return false;
    for (std::size_t k = 0; k < scheme_->complex.size(); ++k)
      if (!factorize_mode(scheme_->complex[k].alpha, complex_[k], complex_effective_)) return false;
    return true;
  }

  double correct() {
    if (blend_ != nullptr) {
      full_.solve(scheme_->stages, residual_, rows_residual_);
      std::swap(change_, residual_);
      std::swap(row_change_, rows_residual_);
      return apply();
    }
    for (Index i = first_; i < first_ + count_; ++i) {
      change_[index(i)].setZero();
      row_change_[index(i)].setZero();
    }
    for (std::size_t k = 0; k < scheme_->real.size(); ++k) solve_real(k);
    for (std::size_t k = 0; k < scheme_->complex.size(); ++k) solve_complex(k);
    return apply();
  }

  /// Noise of the increments in units of what is allowed.
  double round_off() const {
    constexpr double ulps = 16.0 * std::numeric_limits<double>::epsilon();
    double moved = 0.0, smallest = INFINITY;
    for (Index i = first_; i < first_ + count_; ++i) moved = std::max(moved, largest_entry(stage(i).theta));
    for (Index i = 0; i < allowed.size(); ++i) smallest = std::min(smallest, allowed[i]);
    const bool cancels = rows_.carries_positions() && !system_.has_exact_gap_change();
    return ulps * (cancels ? position_scale + moved : moved) / smallest;
  }

  /// Solves with α0 of the error filter, at the tangents of the last factorisation; (r, rows) in place.
  bool filter(Tangent& r, RowsResidual& right_rows) {
    if (!has_filter_ && !factorize_mode(scheme_->estimator.alpha, filter_kernel(), effective_)) return false;
    has_filter_ = true;
    solve_with(filter_kernel(), r, right_rows);
    return true;
  }

  const typename System::AllTangents& tangents() const { return tangents_; }
  const auto& z() const { return z_; }
  bool has_z() const { return !is_commutative_ && !chart.is_moving; }
  KernelStatus kernel_status() const { return status_; }
  Index guilty() const { return guilty_; }
  Stage& stage(Index i) { return stages[index(i)]; }
  const Stage& stage(Index i) const { return stages[index(i)]; }

  /// A tableau for every component: the stages are then solved together, in the plain chart. Null: one for all.
  void set_blend(const ComponentBlend* components) {
    blend_ = components;
    if (blend_ == nullptr) return;
    if constexpr (InBlocks<System>)
      full_.resize(static_cast<Index>(stages.size()), system_.pattern());
    else
      full_.resize(static_cast<Index>(stages.size()), w_.size(), row_count(system_));
  }

  RungeKuttaChart<System> chart;     // set before begin()
  std::vector<Stage> stages;         // predicted by the stepper before newton()
  Tangent start_rate, start_change;  // θ' and u' at the beginning of the step
  Tangent allowed;                   // change of Θ that counts as converged
  double position_scale = 1.0;       // |x| for the round-off estimate
  long evaluations = 0, factorizations = 0;

 private:
  static std::size_t index(Index i) { return static_cast<std::size_t>(i); }
  Kernel<double>& filter_kernel() { return real_[scheme_->filter_is_a_mode ? 0 : 1]; }

  /// Q_i, W_i, V_i and Φ_i from Θ.
  void move(Index i) {
    Stage& s = stage(i);
    const Index last = scheme_->stage_by_stage ? i + 1 : scheme_->stages;
    s.rate.setZero();
    for (Index j = 0; j < last; ++j) {
      if (blend_ != nullptr)
        s.rate += blend_->a(i, j).cwiseProduct(stage(j).theta) / h_;
      else
        s.rate += (scheme_->inverse(i, j) / h_) * stage(j).theta;
    }
    if (scheme_->explicit_first) s.rate -= scheme_->known[i] * start_rate;
    if (is_commutative_) {
      s.u = s.v = s.rate;
    } else {
      tangent_operator_into(system_.group(), s.theta, t_);
      product_into(t_, s.rate, s.u);
      if (chart.is_moving) {
        s.u += chart.xi;
        product_into(turns_[index(i)], s.u, s.v);
      } else {
        s.v = s.u;
      }
    }
    chart.place(*from_, h_, rows_.carries_positions(), s);
    if constexpr (stabilised) {
      system_.jacobian(s.t, s.q, jacobian_);
      add_transposed_product(-1.0, jacobian_, s.mu, s.v);
      s.u = s.v;
    }
  }

  void accelerate(Index i) {
    Stage& s = stage(i);
    const Index last = scheme_->stage_by_stage ? i + 1 : scheme_->stages;
    s.acceleration.setZero();
    for (Index j = 0; j < last; ++j) {
      if (blend_ != nullptr)
        s.acceleration += blend_->a(i, j).cwiseProduct(stage(j).u - from_->v) / h_;
      else
        s.acceleration += (scheme_->inverse(i, j) / h_) * (stage(j).u - from_->v);
    }
    if (scheme_->explicit_first) s.acceleration -= scheme_->known[i] * start_change;
    if (!chart.is_moving) return;
    product_into(turns_[index(i)], s.acceleration, x_);
    bracket_into(system_.group(), chart.xi, s.v, w_);
    s.acceleration = x_ - w_;
  }

  void load_tangents(const Stage& at) {
    system_.tangents(at.t, at.q, at.v, at.acceleration, at.lambda, tangents_);
    if (chart.is_moving) {
      turned_ = static_cast<Index>(&at - stages.data());
      chart.turn_tangents(turns_[index(turned_)], tangents_, spin_);
    }
    damping_ = tangents_.damping;
    stiffness_ = tangents_.stiffness;
    if (has_z()) {
      set_z(at);
      add_block_product<System>(tangents_.mass, z_, damping_);
      add_block_product<System>(tangents_.damping, z_, stiffness_);
    }
    if (chart.is_moving)
      rows_.prepare(at, tangents_, z_, false, &turns_[index(turned_)], &spin_);
    else
      rows_.prepare(at, tangents_, z_, has_z());
  }

  /// ½ ad_v.
  void set_z(const Stage& at) { bracket_matrix_into(system_.group(), 0.5, at.v, x_, w_, z_); }

  bool factorize_blend() {
    const bool regular =
        full_.factorize(*blend_, scheme_->stages, h_, tangents_.mass, damping_, stiffness_, rows_);
    status_ = regular ? KernelStatus::regular : KernelStatus::singular_body;
    return regular;
  }

  template <class Scalar, class K, class Square>
  bool factorize_mode(const Scalar& alpha, K& kernel, Square& effective) {
    const Scalar square = alpha * alpha, mixed = alpha * h_;
    if constexpr (stabilised)
      load_sum<System>(alpha, Scalar(h_), 0.0, tangents_.mass, tangents_.damping, tangents_.stiffness,
                       effective);
    if constexpr (Rows::has_two_levels) {
      kernel.set_forces(effective, h_ * h_, tangents_.stiffness);
      kernel.set_kinematics(alpha, has_z() ? h_ : 0.0, z_);
    } else {
      load_sum<System>(square, mixed, h_ * h_, tangents_.mass, damping_, stiffness_, kernel.s);
    }
    rows_.matrix(alpha, effective, kernel);
    status_ = kernel.factorize();
    guilty_ = kernel.guilty();
    return status_ == KernelStatus::regular;
  }

  /// x is the variation of the positions.
  template <class K, class X, class Y>
  static void solve_with(const K& kernel, X& x, Y& y) {
    kernel.solve(x, y);
    if constexpr (Rows::has_two_levels) x = kernel.position();
  }

  void solve_real(std::size_t k) {
    const auto& mode = scheme_->real[k];
    x_.setZero();
    y_.setZero();
    for (Index i = 0; i < count_; ++i) {
      x_ += mode.from_stages[i] * residual_[index(first_ + i)];
      y_ += mode.from_stages[i] * rows_residual_[index(first_ + i)];
    }
    solve_with(real_[k], x_, y_);
    for (Index i = 0; i < count_; ++i) {
      change_[index(first_ + i)] += mode.to_stages[i] * x_;
      row_change_[index(first_ + i)] += mode.to_stages[i] * y_;
    }
  }

  void solve_complex(std::size_t k) {
    const auto& mode = scheme_->complex[k];
    cx_.setZero();
    cy_.setZero();
    for (Index i = 0; i < count_; ++i) {
      cx_ += mode.from_stages[i] * residual_[index(first_ + i)];
      cy_ += mode.from_stages[i] * rows_residual_[index(first_ + i)];
    }
    solve_with(complex_[k], cx_, cy_);
    for (Index i = 0; i < count_; ++i) {
      const double re = 2.0 * mode.to_stages[i].real(), im = 2.0 * mode.to_stages[i].imag();
      change_[index(first_ + i)] += re * cx_.real() - im * cx_.imag();
      row_change_[index(first_ + i)] += re * cy_.real() - im * cy_.imag();
    }
  }

  /// Moves the iterate; the largest change in units of what is allowed.
  double apply() {
    const Index m = row_count(system_);
    double size = 0.0;
    for (Index i = first_; i < first_ + count_; ++i) {
      Stage& s = stage(i);
      const Tangent& change = change_[index(i)];
      s.theta -= change;
      s.lambda -= row_change_[index(i)].head(m) / (h_ * h_);
      if constexpr (stabilised) s.mu -= row_change_[index(i)].tail(m) / h_;
      for (Index j = 0; j < change.size(); ++j) {
        const double of_this = std::abs(change[j]) / allowed[j];
        size = of_this <= size ? size : of_this;  // NaN comes through
      }
    }
    return size;
  }

  const System& system_;
  Rows rows_;
  const ComponentBlend* blend_ = nullptr;
  std::conditional_t<InBlocks<System>, StageBlocks, FullStageMatrix> full_;
  bool is_commutative_, has_filter_ = false;
  const Point* from_ = nullptr;
  const RungeKuttaScheme* scheme_ = nullptr;
  double h_ = 0.0;
  Index first_ = 0, count_ = 0;
  std::vector<Tangent> residual_, change_;
  std::vector<RowsResidual> rows_residual_, row_change_;
  Tangent w_, x_;
  std::vector<typename System::MassMatrix> turns_;  // Ad of exp(-c_i h ξ)
  typename System::MassMatrix spin_;
  Index turned_ = 0;
  RowsResidual y_;
  VectorOf<Complex, n_fixed> cx_;
  VectorOf<Complex, p_fixed> cy_;
  typename System::AllTangents tangents_;
  typename System::MassMatrix t_, z_, damping_, stiffness_, effective_;
  typename System::RowMatrix jacobian_;
  SquareFor<System, Complex> complex_effective_;
  std::vector<Kernel<double>> real_;  // the last one belongs to an error filter that is no mode
  std::vector<Kernel<Complex>> complex_;
  KernelStatus status_ = KernelStatus::regular;
  Index guilty_ = -1;
};

}  // namespace kreisel
