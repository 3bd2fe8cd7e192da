// The rows of an implicit step: residuals and matrix rows of every row kind in every formulation.
//
// Scaled as variations of velocities and impulses. R = γ̂ B T⁻¹ + h ∂(Bv+b)/∂q is the variation of the rate,
// s = 1/(1 + τγ̂/h):
//
//   row                        residual             matrix row                                    C
//   Φ = 0                      Φ/h                  B                                             0
//   Φ + τΦ' = cλ               s(Φ + τΦ' - cλ)/h    s(B + τ/h R)                                  s c/h²
//   Bv + b = cλ                Bv + b - cλ          R                                             c/h
//   Bv' + γ = 0                h(Bv' + γ)           (β̂B + hγ̂ ∂γ/∂v)T⁻¹ + h² ∂(Bv'+γ)/∂q           0
//   stabilised: every position row twice, its rate paired with λ and its gap with η; compliant rows only where no row
//   depends on others
//
// A stabilised compliant row keeps Φ + τΦ' = cλ with λ; with η it ties its rate to a backward difference of Φ,
// (w Φ_{n+1} + known)/h; w and `known` come from the stepper.
#pragma once

#include "kreisel/methods/formulation.hpp"
#include "kreisel/methods/shared/matrices.hpp"

namespace kreisel {

template <MechanicalSystem System, bool stabilised>
class StepRows {
 public:
  using Multiplier = typename System::Multiplier;
  using RowMatrix = typename System::RowMatrix;
  static constexpr int m_fixed = System::fixed_rows;
  static constexpr int p_fixed = m_fixed == Dynamic ? Dynamic : (stabilised ? 2 : 1) * m_fixed;

  StepRows(const System& system, Formulation formulation)
      : system_(system), formulation_(formulation), m_(row_count(system)) {
    for (Multiplier* x : {&rate_, &row_acceleration_, &known_gap}) x->setZero(m_);
    for (RowMatrix* x : {&rate_row_, &by_position_, &by_velocity_, &bt_}) shape_rows(system, *x);
    if constexpr (stabilised) {
      shape_rows(system, old_jacobian_);
      shape_rows(system, moves_);
      shape_square(system, t_);
    }
    is_plain_ = !stabilised && formulation == Formulation::index3;
    for (const Row& row : system.rows()) {
      is_plain_ = is_plain_ && row.is_position() && row.is_rigid();
      carries_positions_ = carries_positions_ || uses_gap(row);
    }
  }

  bool carries_positions() const { return carries_positions_; }

  void set_old_jacobian(double t, const typename System::Element& q) {
    system_.jacobian(t, q, old_jacobian_);
    for (Index i = 0; i < m_; ++i)
      if (!has_eta(row(i))) old_jacobian_.row(i).setZero();
  }
  /// x += factor B_nᵀ η.
  template <class Eta, class Tangent>
  void add_old_columns(double factor, const Eta& eta, Tangent& x) const {
    add_transposed_product(factor, old_jacobian_, eta, x);
  }

  void begin(double h, double beta_hat, double gamma_hat) {
    h_ = h;
    beta_hat_ = beta_hat;
    gamma_hat_ = gamma_hat;
  }

  template <class Point, class Residual>
  void residual(const Point& to, Residual& out) {
    if constexpr (!stabilised) {
      if (is_plain_) {
        out = to.gap / h_;
        return;
      }
    }
    system_.rate(to.t, to.q, to.v, rate_);
    if (formulation_ == Formulation::index1)
      system_.row_acceleration(to.t, to.q, to.v, to.acceleration, row_acceleration_);
    for (Index i = 0; i < m_; ++i) {
      const Row& r = row(i);
      if constexpr (stabilised) {
        stabilised_residual(i, to, out);
      } else if (uses_gap(r)) {
        out[i] = gap_residual(r, to.gap[i], rate_[i], to.lambda[i]);
      } else if (uses_acceleration(r)) {
        out[i] = h_ * row_acceleration_[i];
      } else {
        out[i] = rate_[i] - r.compliance * to.lambda[i];
      }
    }
  }

  template <class Point, class Tangents, class Square, class Increment, class Kernel>
  void matrix(const Point& to, const Tangents& tangents, const Square& inverse_t, const Increment& w,
              Kernel& kernel) {
    load_columns(kernel, tangents.jacobian);
    if constexpr (!stabilised) {
      if (is_plain_) return load_rows(kernel, tangents.jacobian);
    }
    product_into(tangents.jacobian, inverse_t, bt_);
    values_of(rate_row_) = gamma_hat_ * values_of(bt_) + h_ * values_of(tangents.rate_stiffness);
    if constexpr (!stabilised || !InBlocks<System>) clear_compliance(kernel);
    if constexpr (stabilised) {
      stabilised_matrix(tangents, w, kernel);
    } else {
      if (formulation_ == Formulation::index1) load_acceleration_rows(to, inverse_t);
      for (Index i = 0; i < m_; ++i) plain_matrix_row(i, tangents, kernel);
    }
  }

  const Row& row(Index i) const { return system_.rows()[static_cast<std::size_t>(i)]; }

  /// The row is met on position level.
  bool uses_gap(const Row& r) const {
    if (!r.is_position()) return false;
    return stabilised || formulation_ == Formulation::index3 || !r.is_rigid();
  }

  /// The row is met on position level only: its velocity carries the defect of the step (index-3 rows).
  bool uses_gap_alone(const Row& r) const { return uses_gap(r) && !has_eta(r); }
  /// Of dependent compliant rows the gaps do not say which η moves positions.
  bool has_eta(const Row& r) const {
    return stabilised && r.is_position() && (r.is_rigid() || compliant_rows_have_eta);
  }

  bool compliant_rows_have_eta = true;  // set by the stepper where a run starts

  // dΦ/dt ≈ (newest_weight Φ_{n+1} + known_gap)/h, for stabilised compliant rows.
  double newest_weight = 2.0;
  Multiplier known_gap;

 private:
  bool uses_acceleration(const Row& r) const { return formulation_ == Formulation::index1 && r.is_rigid(); }

  double gap_scale(const Row& r) const {
    return r.is_rigid() ? 1.0 : 1.0 / (1.0 + r.relaxation * gamma_hat_ / h_);
  }
  double gap_residual(const Row& r, double gap, double rate, double lambda) const {
    if (r.is_rigid()) return gap / h_;
    return gap_scale(r) * (gap + r.relaxation * rate - r.compliance * lambda) / h_;
  }

  /// A compliant row is one equation for λ and one for the rate. In blocks, where pivots stay where they are, the first goes
  /// with λ and is taken out of the second, with the newest gap in place of cλ - τΦ'.
  template <class Point, class Residual>
  void stabilised_residual(Index i, const Point& to, Residual& out) const {
    const Row& r = row(i);
    const double gap = r.is_position() ? gap_residual(r, to.gap[i], rate_[i], to.lambda[i]) : 0.0;
    if (!r.is_position()) {
      out[i] = rate_[i] - r.compliance * to.lambda[i];
    } else if (r.is_rigid()) {
      out[i] = rate_[i];
    } else if (InBlocks<System> || !has_eta(r)) {
      out[i] = gap;
    } else {
      const double newest = newest_weight * (r.compliance * to.lambda[i] - r.relaxation * rate_[i]);
      out[i] = rate_[i] - (newest + known_gap[i]) / h_;
    }
    if (!has_eta(r))
      out[m_ + i] = to.eta[i];
    else if (InBlocks<System> && !r.is_rigid())
      out[m_ + i] = rate_[i] - (newest_weight * to.gap[i] + known_gap[i]) / h_;
    else
      out[m_ + i] = gap;
  }

  /// β̂ B T⁻¹ + hγ̂ ∂γ/∂v T⁻¹ + h² ∂(Bv'+γ)/∂q, in by_position_.
  template <class Point, class Square>
  void load_acceleration_rows(const Point& to, const Square& inverse_t) {
    system_.acceleration_tangents(to.t, to.q, to.v, to.acceleration, by_position_, by_velocity_);
    values_of(by_position_) = beta_hat_ * values_of(bt_) + (h_ * h_) * values_of(by_position_);
    add_product(h_ * gamma_hat_, by_velocity_, inverse_t, by_position_);
  }

  template <class Tangents, class Kernel>
  void plain_matrix_row(Index i, const Tangents& tangents, Kernel& kernel) const {
    const Row& r = row(i);
    if (uses_gap(r)) {
      const double s = gap_scale(r);
      kernel.l.row(i) = s * (tangents.jacobian.row(i) + (r.relaxation / h_) * rate_row_.row(i));
      set_compliance(kernel, i, s * r.compliance / (h_ * h_));
    } else if (uses_acceleration(r)) {
      kernel.l.row(i) = by_position_.row(i);
    } else {
      kernel.l.row(i) = rate_row_.row(i);
      set_compliance(kernel, i, r.compliance / h_);
    }
  }

  template <class Tangents, class Increment, class Kernel>
  void stabilised_matrix(const Tangents& tangents, const Increment& w, Kernel& kernel) {
    tangent_operator_into(system_.group(), w, t_);
    transposed_product_into(old_jacobian_, t_, moves_);
    if constexpr (InBlocks<System>) {
      kernel.set_moves(1.0, moves_, [this](Index i) { return has_eta(row(i)); });
      for (Index i = 0; i < m_; ++i) two_level_row(i, tangents, kernel);
    } else {
      kernel.u.rightCols(m_).noalias() = (-h_ * h_) * tangents.stiffness.lazyProduct(moves_.transpose());
      for (Index i = 0; i < m_; ++i) stabilised_row(i, tangents, kernel);
    }
  }

  /// Of variations w of the velocity and x = w - T B_nᵀη of the position.
  template <class Tangents, class Kernel>
  void two_level_row(Index i, const Tangents& tangents, Kernel& kernel) const {
    const Row& r = row(i);
    const auto rate = gamma_hat_ * bt_.row(i), by_position = h_ * tangents.rate_stiffness.row(i);
    const auto b = tangents.jacobian.row(i);
    const bool is_compliant = r.is_position() && !r.is_rigid();
    const double s = gap_scale(r), share = s * r.relaxation / h_;
    if (is_compliant) {
      kernel.by_velocity(i) = share * rate;
      kernel.by_position(i) = s * b + share * by_position;
    } else {
      kernel.by_velocity(i) = rate;
      kernel.by_position(i) = by_position;
    }
    kernel.set_compliance(i, is_compliant ? s * r.compliance / (h_ * h_) : r.compliance / h_);
    kernel.by_velocity(m_ + i).setZero();
    if (!has_eta(r)) {
      kernel.by_position(m_ + i).setZero();
    } else if (is_compliant) {
      kernel.by_velocity(m_ + i) = rate;
      kernel.by_position(m_ + i) = by_position - newest_weight * b;
    } else {
      kernel.by_position(m_ + i) = b;
    }
    kernel.set_compliance(m_ + i, has_eta(r) ? 0.0 : -1.0);
  }

  template <class Tangents, class Kernel>
  void stabilised_row(Index i, const Tangents& tangents, Kernel& kernel) const {
    const Row& r = row(i);
    if (!has_eta(r)) return row_without_eta(i, tangents, kernel);
    const auto b = tangents.jacobian.row(i);
    const auto z = tangents.rate_stiffness.row(i);
    const double rate_factor = 1.0 + newest_weight * r.relaxation / h_;
    kernel.l.row(i) = rate_factor * rate_row_.row(i);
    kernel.c(i, i) = newest_weight * r.compliance / (h_ * h_);
    kernel.c.row(i).tail(m_).noalias() = (rate_factor * h_) * z.lazyProduct(moves_.transpose());
    const double s = gap_scale(r);
    kernel.l.row(m_ + i) = s * (b + (r.relaxation / h_) * rate_row_.row(i));
    kernel.c(m_ + i, i) = s * r.compliance / (h_ * h_);
    kernel.c.row(m_ + i).tail(m_).noalias() = s * b.lazyProduct(moves_.transpose());
    kernel.c.row(m_ + i).tail(m_).noalias() += (s * r.relaxation) * z.lazyProduct(moves_.transpose());
  }

  /// A velocity row, or a compliant one beside others that depend on it: η = 0.
  template <class Tangents, class Kernel>
  void row_without_eta(Index i, const Tangents& tangents, Kernel& kernel) const {
    const Row& r = row(i);
    const auto z = tangents.rate_stiffness.row(i);
    if (r.is_position()) {
      const double s = gap_scale(r), share = s * r.relaxation;
      kernel.l.row(i) = s * tangents.jacobian.row(i) + (share / h_) * rate_row_.row(i);
      kernel.c(i, i) = s * r.compliance / (h_ * h_);
      kernel.c.row(i).tail(m_).noalias() = s * tangents.jacobian.row(i).lazyProduct(moves_.transpose());
      kernel.c.row(i).tail(m_).noalias() += share * z.lazyProduct(moves_.transpose());
    } else {
      kernel.l.row(i) = rate_row_.row(i);
      kernel.c(i, i) = r.compliance / h_;
      kernel.c.row(i).tail(m_).noalias() = h_ * z.lazyProduct(moves_.transpose());
    }
    kernel.l.row(m_ + i).setZero();
    kernel.c(m_ + i, m_ + i) = -1.0;
  }

  const System& system_;
  Formulation formulation_;
  Index m_;
  bool is_plain_ = false, carries_positions_ = false;
  double beta_hat_ = 1.0, gamma_hat_ = 1.0, h_ = 0.0;
  Multiplier rate_, row_acceleration_;
  RowMatrix rate_row_, by_position_, by_velocity_, old_jacobian_, bt_;
  RowMatrix moves_;  // (T B_nᵀ)ᵀ
  typename System::MassMatrix t_;
};

}  // namespace kreisel
