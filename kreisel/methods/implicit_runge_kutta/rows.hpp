// The rows of the stages of an implicit Runge-Kutta step: residuals and matrix rows of every row kind in every
// formulation, for real and complex α.
//
// Scaled for unknowns δΘ and h²δΛ (stabilised: hδμ), with Z = ∂(T(θ)w)/∂θ and R = αB + h(BZ + G),
// G = ∂(Bv+b)/∂q, s = 1/(1 + τα_max/h):
//
//   row                 residual            matrix row                                       C
//   Φ = 0               Φ                   B                                                0
//   Φ + τΦ' = cλ        s(Φ + τΦ' - cλ)     s(B + τ/h R)                                     s c/h²
//   Bv + b = cλ         h(Bv + b - cλ)      R                                                c/h
//   Bv' + γ = 0         h²(Bv' + γ)         (αB + hΓ_v)(αI + hZ) + h² ∂(Bv'+γ)/∂q            0
//   stabilised          Φ with λ and h(Bv + b) with μ; compliant and velocity rows have no μ
#pragma once

#include <utility>

#include "kreisel/methods/formulation.hpp"
#include "kreisel/methods/shared/matrices.hpp"

namespace kreisel {

/// One stage of a step.
template <MechanicalSystem System>
struct RungeKuttaStage {
  double t = 0.0;
  typename System::Element q;
  typename System::Tangent theta, rate, u, v, acceleration;  // rate: θ'; u: v seen in the chart
  typename System::Multiplier lambda, mu, gap;

  void resize(const System& system) {
    q.setZero(system.group().coordinate_count());
    for (auto* x : {&theta, &rate, &u, &v, &acceleration}) x->setZero(system.group().dimension());
    for (auto* x : {&lambda, &mu, &gap}) x->setZero(row_count(system));
  }
};

template <MechanicalSystem System, bool stabilised>
class RungeKuttaRows {
 public:
  using Multiplier = typename System::Multiplier;
  using RowMatrix = typename System::RowMatrix;
  static constexpr int m_fixed = System::fixed_rows;
  static constexpr int p_fixed = m_fixed == Dynamic ? Dynamic : (stabilised ? 2 : 1) * m_fixed;
  using Residual = VectorOf<double, p_fixed>;
  /// Stabilised in blocks: w = (α + hZ)x - Bᵀu varies the velocity, x the position, and rates belong to λ, gaps to μ.
  static constexpr bool has_two_levels = stabilised && InBlocks<System>;

  RungeKuttaRows(const System& system, Formulation formulation)
      : system_(system), formulation_(formulation), m_(row_count(system)) {
    for (Multiplier* x : {&rate_, &row_acceleration_}) x->setZero(m_);
    for (RowMatrix* x : {&b_, &turned_, &by_position_, &by_velocity_, &first_, &second_})
      shape_rows(system, *x);
    if constexpr (stabilised && !InBlocks<System>) bb_.setZero(m_, m_);
    is_plain_ = !stabilised && formulation == Formulation::index3;
    for (const Row& row : system.rows()) {
      is_plain_ = is_plain_ && row.is_position() && row.is_rigid();
      carries_positions_ = carries_positions_ || uses_gap(row);
      has_accelerations_ = has_accelerations_ || uses_acceleration(row);
    }
  }

  bool carries_positions() const { return carries_positions_; }
  bool has_accelerations() const { return has_accelerations_; }
  const Row& row(Index i) const { return system_.rows()[static_cast<std::size_t>(i)]; }

  /// The row is met on position level.
  bool uses_gap(const Row& r) const {
    if (!r.is_position()) return false;
    return stabilised || formulation_ == Formulation::index3 || !r.is_rigid();
  }
  bool uses_acceleration(const Row& r) const { return formulation_ == Formulation::index1 && r.is_rigid(); }
  bool has_mu(const Row& r) const { return stabilised && r.is_position() && r.is_rigid(); }

  void begin(double h, double largest_alpha) {
    h_ = h;
    largest_alpha_ = largest_alpha;
  }

  template <class Stage>
  void residual(const Stage& stage, Residual& out) {
    if (is_plain_) {
      out.head(m_) = stage.gap;
      return;
    }
    system_.rate(stage.t, stage.q, stage.v, rate_);
    if (has_accelerations_)
      system_.row_acceleration(stage.t, stage.q, stage.v, stage.acceleration, row_acceleration_);
    for (Index i = 0; i < m_; ++i) {
      const Row& r = row(i);
      if (uses_gap(r)) {
        out[i] = r.is_rigid()
                     ? stage.gap[i]
                     : scale(r) * (stage.gap[i] + r.relaxation * rate_[i] - r.compliance * stage.lambda[i]);
      } else if (uses_acceleration(r)) {
        out[i] = h_ * h_ * row_acceleration_[i];
      } else {
        out[i] = h_ * (rate_[i] - r.compliance * stage.lambda[i]);
      }
      if constexpr (stabilised) out[m_ + i] = has_mu(r) ? h_ * rate_[i] : stage.mu[i];
      if constexpr (has_two_levels)
        if (has_mu(r)) std::swap(out[i], out[m_ + i]);
    }
  }

  /// Everything that does not depend on α, at the point where the tangents were taken. A moving chart turns variations
  /// (tangents are turned already) and adds [ξ, ·] to accelerations.
  template <class Stage, class Tangents, class Square>
  void prepare(const Stage& at, const Tangents& tangents, const Square& z, bool has_z,
               const Square* turn = nullptr, const Square* spin = nullptr) {
    b_ = tangents.jacobian;
    if (is_plain_) return;
    turned_ = tangents.rate_stiffness;
    if (has_z) add_product(1.0, b_, z, turned_);
    if (has_accelerations_) {
      system_.acceleration_tangents(at.t, at.q, at.v, at.acceleration, by_position_, by_velocity_);
      if (turn != nullptr) {
        product_into(by_position_, *turn, first_);
        by_position_ = first_;
        product_into(by_velocity_, *turn, first_);
        by_velocity_ = first_;
        add_product(-1.0, b_, *spin, by_velocity_);
      }
      first_ = by_velocity_;
      second_ = by_position_;
      if (has_z) {
        add_product(1.0, b_, z, first_);
        add_product(1.0, by_velocity_, z, second_);
      }
    }
    if constexpr (stabilised && !InBlocks<System>) bb_.noalias() = b_.lazyProduct(b_.transpose());
    if constexpr (has_two_levels) by_rate_ = tangents.rate_stiffness;
  }

  /// L, U and C of the kernel for α; `effective` is αM + hD.
  template <class Scalar, class Square, class Kernel>
  void matrix(const Scalar& alpha, const Square& effective, Kernel& kernel) {
    load_columns(kernel, b_);
    if constexpr (has_two_levels) {
      kernel.set_moves(-1.0, b_, [this](Index i) { return has_mu(row(i)); });
      for (Index i = 0; i < m_; ++i) two_level_row(i, kernel);
    } else {
      if (is_plain_) return load_rows(kernel, b_);
      clear_compliance(kernel);
      for (Index i = 0; i < m_; ++i) matrix_row(i, alpha, kernel);
      if constexpr (stabilised) stabilised_rows(alpha, effective, kernel);
    }
  }

  /// Right-hand side of the filtered error: what the errors of the increments mean for the rows.
  template <class Tangent, class Out>
  void filter_side(double alpha, const Tangent& position_error, const Tangent& velocity_error, Out& out) {
    out.setZero();
    if (is_plain_) return;
    for (Index i = 0; i < m_; ++i) {
      const Row& r = row(i);
      const double moved = alpha * row_product(b_, i, position_error);
      if (uses_gap(r)) {
        if (!r.is_rigid()) out[i] = scale(r) * r.relaxation / h_ * moved;
      } else if (uses_acceleration(r)) {
        out[i] = alpha * (h_ * row_product(b_, i, velocity_error) + moved +
                          h_ * row_product(by_velocity_, i, position_error));
      } else {
        out[i] = moved;
      }
      if constexpr (stabilised) {
        if (has_mu(r)) out[has_two_levels ? i : m_ + i] = moved;
      }
    }
  }

  const RowMatrix& jacobian() const { return b_; }

  /// Row r of a stage against another (or the same) one, when components have tableaux of their own: a and its square
  /// take the place of α and α².
  template <class Out>
  void full_row([[maybe_unused]] Index r, [[maybe_unused]] bool is_same, [[maybe_unused]] const Vector& a,
                [[maybe_unused]] const Vector& square, [[maybe_unused]] Out&& out) const {
    if constexpr (m_fixed != 0) fill_full_row(r, is_same, a, square, out);
  }
  double compliance(Index r) const {
    const Row& kind = row(r);
    if (uses_gap(kind)) return kind.is_rigid() ? 0.0 : scale(kind) * kind.compliance / (h_ * h_);
    return uses_acceleration(kind) ? 0.0 : kind.compliance / h_;
  }

 private:
  template <class Out>
  void fill_full_row(Index r, bool is_same, const Vector& a_of_all, const Vector& square_of_all,
                     Out&& out) const {
    const Row& kind = row(r);
    const auto b = b_.row(r).transpose();
    const auto& a = seen_by_row(b_, r, a_of_all, seen_a_);
    const auto& square = seen_by_row(b_, r, square_of_all, seen_square_);
    if (uses_gap(kind)) {
      const double s = kind.is_rigid() ? 1.0 : scale(kind);
      const double share = s * kind.relaxation;
      out = (share / h_) * b.cwiseProduct(a).transpose();
      if (is_same) out += s * b.transpose() + share * turned_.row(r);
    } else if (uses_acceleration(kind)) {
      out = b.cwiseProduct(square).transpose() + h_ * first_.row(r).transpose().cwiseProduct(a).transpose();
      if (is_same) out += (h_ * h_) * second_.row(r);
    } else {
      out = b.cwiseProduct(a).transpose();
      if (is_same) out += h_ * turned_.row(r);
    }
  }

  double scale(const Row& r) const { return 1.0 / (1.0 + r.relaxation * largest_alpha_ / h_); }

  template <class Scalar, class Kernel>
  void matrix_row(Index i, const Scalar& alpha, Kernel& kernel) const {
    const Row& r = row(i);
    const auto b = b_.row(i).template cast<Scalar>();
    const auto turned = turned_.row(i).template cast<Scalar>();
    if (uses_gap(r)) {
      const double s = r.is_rigid() ? 1.0 : scale(r);
      const double share = s * r.relaxation;
      kernel.l.row(i) = Scalar(s + share / h_ * alpha) * b + Scalar(share) * turned;
      set_compliance(kernel, i, s * r.compliance / (h_ * h_));
    } else if (uses_acceleration(r)) {
      kernel.l.row(i) = Scalar(alpha * alpha) * b +
                        Scalar(h_ * alpha) * first_.row(i).template cast<Scalar>() +
                        Scalar(h_ * h_) * second_.row(i).template cast<Scalar>();
    } else {
      kernel.l.row(i) = alpha * b + Scalar(h_) * turned;
      set_compliance(kernel, i, r.compliance / h_);
    }
  }

  /// Rigid rows: their rate with λ, their gap with μ. The others have no μ.
  template <class Kernel>
  void two_level_row(Index i, Kernel& kernel) const {
    using Scalar = std::decay_t<decltype(kernel.position()[0])>;
    const Row& r = row(i);
    const auto b = b_.row(i).template cast<Scalar>(), by_rate = by_rate_.row(i).template cast<Scalar>();
    const bool is_compliant = r.is_position() && !r.is_rigid();
    const double s = is_compliant ? scale(r) : 0.0, share = is_compliant ? s * r.relaxation / h_ : 1.0;
    kernel.by_velocity(i) = Scalar(share) * b;
    kernel.by_position(i) = Scalar(s) * b + Scalar(share * h_) * by_rate;
    kernel.set_compliance(i, is_compliant ? s * r.compliance / (h_ * h_) : r.compliance / h_);
    kernel.by_velocity(m_ + i).setZero();
    if (has_mu(r))
      kernel.by_position(m_ + i) = b;
    else
      kernel.by_position(m_ + i).setZero();
    kernel.set_compliance(m_ + i, has_mu(r) ? 0.0 : -1.0);
  }

  template <class Scalar, class Square, class Kernel>
  void stabilised_rows(const Scalar& alpha, const Square& effective, Kernel& kernel) const {
    kernel.u.rightCols(m_).noalias() = -effective.lazyProduct(b_.transpose().template cast<Scalar>());
    for (Index i = 0; i < m_; ++i) {
      const Row& r = row(i);
      if (has_mu(r)) {
        kernel.l.row(m_ + i) =
            alpha * b_.row(i).template cast<Scalar>() + Scalar(h_) * turned_.row(i).template cast<Scalar>();
      } else {
        kernel.l.row(m_ + i).setZero();
        kernel.u.col(m_ + i).setZero();
        kernel.c(m_ + i, m_ + i) = -1.0;
      }
      const double share = uses_gap(r) ? (r.is_rigid() ? 0.0 : scale(r) * r.relaxation / h_) : 1.0;
      for (Index j = 0; j < m_; ++j) {
        if (!has_mu(row(j))) continue;
        if (has_mu(r)) kernel.c(m_ + i, m_ + j) = bb_(i, j);
        kernel.c(i, m_ + j) = share * bb_(i, j);
      }
    }
  }

  const System& system_;
  Formulation formulation_;
  Index m_;
  bool is_plain_ = false, carries_positions_ = false, has_accelerations_ = false;
  double h_ = 0.0, largest_alpha_ = 1.0;
  Multiplier rate_, row_acceleration_;
  RowMatrix b_, turned_, by_position_, by_velocity_, first_, second_, by_rate_;
  MatrixOf<double, m_fixed, m_fixed> bb_;
  mutable Vector seen_a_, seen_square_;
};

}  // namespace kreisel
