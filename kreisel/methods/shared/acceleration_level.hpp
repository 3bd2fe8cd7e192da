// The index-1 block system: accelerations and multipliers at a given state, velocity corrections in the
// mass metric, and the jerk by differences. [Arnold, Brüls, Cardona 2015] eq. (7), (56)-(57).
//
// Compliant rows: a row that is stiff on the time scale h behaves like a rigid one, B v' + γ = c λ'' ≈ extra;
// a soft row is taken literally, λ = (Φ + τ Φ')/c or (B v + b)/c.
#pragma once

#include <algorithm>
#include <cmath>

#include "kreisel/methods/shared/matrices.hpp"
#include "kreisel/methods/shared/redundant_rows.hpp"

namespace kreisel {

template <MechanicalSystem System>
class AccelerationLevel {
 public:
  using Element = typename System::Element;
  using Tangent = typename System::Tangent;
  using Multiplier = typename System::Multiplier;
  static constexpr int m_fixed = System::fixed_rows;

  explicit AccelerationLevel(const System& system) : system_(system) {
    const Index n = system.group().dimension(), m = kreisel::row_count(system);
    shape_mass_kernel(system, kernel_, m);
    shape_square(system, mass_);
    shape_rows(system, jacobian_);
    for (Tangent* x : {&zero_, &right_, &w_, &v_side_, &minus_, &plus_}) x->setZero(n);
    for (Multiplier* x : {&no_extra_, &no_lambda_, &rows_right_, &gap_, &rate_, &lambda_side_}) x->setZero(m);
    q_side_.setZero(system.group().coordinate_count());
    is_soft_.setZero(m);
  }

  /// Sorts the compliant rows into stiff and soft ones for steps of size h, at the given configuration; a spring-damper
  /// is as stiff as its damper makes it, unless only vibrations matter.
  KernelStatus classify(double t, const Element& q, double h, bool only_vibrations = false) {
    is_soft_.setZero();
    if (!has_compliant_rows()) return KernelStatus::regular;
    load(t, q);
    const KernelStatus status = factorize();
    if (status != KernelStatus::regular) return status;
    for (Index i = 0; i < rate_.size(); ++i) {
      const Row& row = system_.rows()[static_cast<std::size_t>(i)];
      const double relaxation = only_vibrations ? 0.0 : row.relaxation;
      const double time_scale = row.is_position() ? h * (h + relaxation) : h;
      is_soft_[i] = row.compliance > time_scale * kernel_.row_mobility(i);
    }
    return status;
  }
  bool is_soft(Index i) const { return is_soft_[i]; }

  /// v' and λ at (t,q,v); stiff and rigid rows at acceleration level with right-hand side `extra`.
  KernelStatus solve(double t, const Element& q, const Tangent& v, const Multiplier& extra,
                     Tangent& acceleration, Multiplier& lambda) {
    load(t, q);
    system_.balance(t, q, v, zero_, no_lambda_, right_);
    right_ = -right_;  // f
    system_.row_acceleration(t, q, v, zero_, rows_right_);
    rows_right_ = extra - rows_right_;
    load_soft_rows(t, q, v);
    const KernelStatus status = factorize();
    if (status != KernelStatus::regular) return status;
    kernel_.solve(right_, rows_right_);
    acceleration = right_;
    lambda = rows_right_;
    return status;
  }
  KernelStatus solve(double t, const Element& q, const Tangent& v, Tangent& acceleration,
                     Multiplier& lambda) {
    return solve(t, q, v, no_extra_, acceleration, lambda);
  }

  /// The smallest velocity (in the mass metric) with B Δ = target: Δ = M⁻¹Bᵀ(B M⁻¹Bᵀ)⁻¹ target.
  KernelStatus correction(double t, const Element& q, const Multiplier& target, Tangent& delta) {
    load(t, q);
    const KernelStatus status = factorize();
    if (status != KernelStatus::regular) return status;
    delta.setZero();
    rows_right_ = target;
    kernel_.solve(delta, rows_right_);
    return status;
  }

  /// With one factorisation: v moved (the least in the mass metric) so that the held rows have the given rates,
  /// then v' and λ so that they have the given accelerations. λ of the other rows is kept. `by_compliant`: the part of
  /// the move that held compliant rows ask for.
  template <class IsHeld>
  KernelStatus settle(double t, const Element& q, const IsHeld& is_held, const Multiplier& rates,
                      const Multiplier& accelerations, Tangent& v, Tangent& acceleration, Multiplier& lambda,
                      Tangent* by_compliant = nullptr) {
    load(t, q);
    system_.rate(t, q, v, rate_);
    rate_ = rates - rate_;
    for (Index i = 0; i < rate_.size(); ++i) {
      if (is_held(i)) continue;
      let_go(i, 1.0);
      rate_[i] = 0.0;
    }
    const KernelStatus status = factorize();
    if (status != KernelStatus::regular) return status;
    if (by_compliant != nullptr) {
      by_compliant->setZero();
      for (Index i = 0; i < rate_.size(); ++i) rows_right_[i] = row(i).is_rigid() ? 0.0 : rate_[i];
      kernel_.solve(*by_compliant, rows_right_);
    }
    right_.setZero();
    rows_right_ = rate_;
    if (rate_.size() > 0) kernel_.solve(right_, rows_right_);
    v += right_;
    system_.balance(t, q, v, zero_, no_lambda_, right_);
    right_ = -right_;
    system_.row_acceleration(t, q, v, zero_, rows_right_);
    for (Index i = 0; i < rate_.size(); ++i)
      rows_right_[i] = is_held(i) ? accelerations[i] - rows_right_[i] : -lambda[i];
    kernel_.solve(right_, rows_right_);
    acceleration = right_;
    lambda = rows_right_;
    return status;
  }
  /// Rigid rows held at rest.
  KernelStatus settle(double t, const Element& q, Tangent& v, Tangent& acceleration, Multiplier& lambda) {
    const auto is_rigid = [this](Index i) { return row(i).is_rigid(); };
    return settle(t, q, is_rigid, no_extra_, no_extra_, v, acceleration, lambda);
  }

  /// Before settle(): v moved onto the held rows while the others resist. A damper answers BΔ with a force at once; it
  /// takes part in the metric, M + h BᵀB/c, and its λ goes along. `resistance`: c of a damper, c/τ of a spring-damper
  /// (at a given place τBΔ = c δλ), 0: none.
  template <class IsHeld>
  KernelStatus move_against(const Multiplier& resistance, double h, double t, const Element& q,
                            const IsHeld& is_held, const Multiplier& rates, Tangent& v, Multiplier& lambda) {
    load(t, q);
    system_.rate(t, q, v, rate_);
    rate_ = rates - rate_;
    for (Index i = 0; i < rate_.size(); ++i) {
      if (!is_held(i)) {
        resist(i, resistance[i] / h);
        rate_[i] = 0.0;
      }
    }
    const KernelStatus status = factorize();
    if (status != KernelStatus::regular) return status;
    right_.setZero();
    kernel_.solve(right_, rate_);
    v += right_;
    for (Index i = 0; i < rate_.size(); ++i)
      if (!is_held(i) && resistance[i] > 0.0) lambda[i] += rate_[i] / h;
    return status;
  }

  /// The rigid rows that are best left out here because they depend on others.
  void find_left_out(double t, const Element& q, std::vector<Index>& rows) {
    load(t, q);
    for (Index i = 0; i < rate_.size(); ++i)
      if (!row(i).is_rigid()) resist(i, 0.0);
    rows.clear();
    if (factorize() == KernelStatus::regular) improve_left_out(rows);
  }
  /// Likewise where settle() just was, beginning with what it left out.
  void improve_left_out(std::vector<Index>& rows) {
    rows.clear();
    for (const Index i : kernel_.dropped())
      if (row(i).is_rigid()) rows.push_back(i);
    if constexpr (InBlocks<System>) redundancy_.improve(rows, *this);
  }
  /// These stay out of the factorisations here too.
  void leave_out(const std::vector<Index>& rows) { kreisel::leave_out<System>(kernel_, rows); }
  /// λ of the others with λ_row = 1 for which Bᵀλ vanishes, and how far it does not: 0 where the row depends on them.
  double null_vector(Index i, Multiplier& lambda) {
    right_.setZero();
    add_row(-1.0, jacobian_, i, right_);
    lambda.setZero();
    kernel_.solve(right_, lambda);
    lambda[i] = 1.0;
    return std::abs(row_product(jacobian_, i, right_)) / kernel_.row_mobility(i);
  }
  double row_length(Index i) const { return jacobian_.row(i).norm(); }
  Index row_count() const { return rate_.size(); }
  bool is_rigid(Index i) const { return row(i).is_rigid(); }

  /// No position row, rigid or compliant, depends on others here, nor nearly so.
  bool has_independent_positions(double t, const Element& q) {
    constexpr double nearly = 1e-6;
    load(t, q);
    for (Index i = 0; i < rate_.size(); ++i)
      if (!row(i).is_position()) resist(i, 0.0);
    return factorize() == KernelStatus::regular && kernel_.dropped().empty() && kernel_.row_share() > nearly;
  }

  /// The lowest frequency [rad/s] at which the chosen springs vibrate together while the rigid rows hold, by inverse
  /// iteration; 0 where they cannot be told apart. `shape`: scratch.
  template <class IsChosen>
  double slowest_vibration(double t, const Element& q, const IsChosen& is_chosen, Multiplier& shape) {
    load(t, q);
    for (Index i = 0; i < shape.size(); ++i) {
      if (!row(i).is_rigid() && !is_chosen(i)) resist(i, 0.0);
      shape[i] = is_chosen(i) ? 1.0 : 0.0;
    }
    if (factorize() != KernelStatus::regular) return 0.0;
    constexpr int sweeps = 8;
    double inverse = 0.0;
    for (int k = 0; k < sweeps; ++k) {
      shape /= shape.norm();
      for (Index i = 0; i < shape.size(); ++i) rows_right_[i] = std::sqrt(row(i).compliance) * shape[i];
      right_.setZero();
      kernel_.solve(right_, rows_right_);
      for (Index i = 0; i < shape.size(); ++i)
        shape[i] = is_chosen(i) ? std::sqrt(row(i).compliance) * rows_right_[i] : 0.0;
      inverse = shape.norm();
      if (!(inverse > 0.0)) return 0.0;
    }
    return std::sqrt(1.0 / inverse);
  }

  /// What dampers leave of errors that come at a constant rate over a time `span`, for forget(): (M/span + BᵀB/c)⁻¹M/span
  /// along the rigid rows. Springs stay out: what a damper beside them takes, they give back.
  KernelStatus load_forgetting(double t, const Element& q, double span) {
    load(t, q);
    for (Index i = 0; i < rate_.size(); ++i) {
      const Row& r = row(i);
      if (!r.is_rigid()) resist(i, r.is_position() ? 0.0 : r.compliance / span);
    }
    return factorize();
  }
  void forget(Tangent& x) {
    product_into(mass_, x, right_);
    rows_right_.setZero();
    kernel_.solve(right_, rows_right_);
    x = right_;
  }
  bool has_dampers() const {
    const auto is_damper = [](const Row& r) { return !r.is_position() && !r.is_rigid(); };
    return std::any_of(system_.rows().begin(), system_.rows().end(), is_damper);
  }

  /// What changes of q and v make of the forces, and these of λ of the rows held by the last settle(): the largest.
  template <class AllTangents>
  double largest_response(const AllTangents& tangents, const Tangent& position, const Tangent& velocity) {
    product_into(tangents.stiffness, position, right_);
    add_product(1.0, tangents.damping, velocity, right_);
    right_ = -right_;
    rows_right_.setZero();
    kernel_.solve(right_, rows_right_);
    return rows_right_.size() > 0 ? rows_right_.cwiseAbs().maxCoeff() : 0.0;
  }

  /// Removes what the rows held by the last settle() forbid from a velocity at that point, in the mass metric.
  void make_tangential(Tangent& x) {
    product_into(kernel_.l, x, rate_);
    right_.setZero();
    rows_right_ = -rate_;
    kernel_.solve(right_, rows_right_);
    x += right_;
  }

  /// v'' by central differences of index-1 solutions at t ± s, along q·exp(±s v + s²/2 v').
  KernelStatus jerk(double t, const Element& q, const Tangent& v, const Tangent& acceleration,
                    const Multiplier& extra, double s, Tangent& out) {
    for (const double side : {-s, s}) {
      w_ = side * v + (0.5 * side * side) * acceleration;
      v_side_ = v + side * acceleration;
      advance_into(system_.group(), q, w_, q_side_);
      const KernelStatus status =
          solve(t + side, q_side_, v_side_, extra, side < 0.0 ? minus_ : plus_, lambda_side_);
      if (status != KernelStatus::regular) return status;
    }
    out = (plus_ - minus_) / (2.0 * s);
    return KernelStatus::regular;
  }
  KernelStatus jerk(double t, const Element& q, const Tangent& v, const Tangent& acceleration, double s,
                    Tangent& out) {
    return jerk(t, q, v, acceleration, no_extra_, s, out);
  }

  bool has_compliant_rows() const {
    for (const Row& row : system_.rows())
      if (row.compliance > 0.0) return true;
    return false;
  }
  /// B_i M⁻¹B_jᵀ where the last factorisation was made.
  double mobility(Index i, Index j) const { return kernel_.mobility(jacobian_, i, j); }
  const typename System::RowMatrix& jacobian() const { return jacobian_; }  // where load() was last called
  Index guilty() const { return kernel_.guilty(); }
  const std::vector<Index>& dropped() const { return kernel_.dropped(); }  // rows that depend on others

 private:
  const Row& row(Index i) const { return system_.rows()[static_cast<std::size_t>(i)]; }

  /// A row that moves with the compliance c; 0: one that is not there.
  void resist(Index i, double c) {
    if (c == 0.0) return let_go(i, 1.0);
    set_compliance(kernel_, i, c);
  }
  /// cλ_i is what stands on the right.
  void let_go(Index i, double c) {
    kernel_.l.row(i).setZero();
    set_compliance(kernel_, i, c);
    is_symmetric_ = false;
  }

  KernelStatus factorize() {
    if constexpr (InBlocks<System>)
      return kernel_.factorize(is_symmetric_);
    else
      return kernel_.factorize();
  }

  void load(double t, const Element& q) {
    system_.mass(q, mass_);
    system_.jacobian(t, q, jacobian_);
    load_square(kernel_, mass_);
    load_columns(kernel_, jacobian_);
    load_rows(kernel_, jacobian_);
    clear_compliance(kernel_);
    is_symmetric_ = true;
  }

  void load_soft_rows(double t, const Element& q, const Tangent& v) {
    if (!is_soft_.any()) return;
    system_.gap(t, q, gap_);
    system_.rate(t, q, v, rate_);
    for (Index i = 0; i < rows_right_.size(); ++i) {
      if (!is_soft_[i]) continue;
      const Row& row = system_.rows()[static_cast<std::size_t>(i)];
      let_go(i, row.compliance);
      rows_right_[i] = row.is_position() ? -(gap_[i] + row.relaxation * rate_[i]) : -rate_[i];
    }
  }

  const System& system_;
  KernelFor<System> kernel_;
  typename System::MassMatrix mass_;
  typename System::RowMatrix jacobian_;
  Element q_side_;
  Tangent zero_, right_, w_, v_side_, minus_, plus_;
  Multiplier no_extra_, no_lambda_, rows_right_, gap_, rate_, lambda_side_;
  Eigen::Array<bool, m_fixed, 1> is_soft_;
  RedundantRows redundancy_;
  bool is_symmetric_ = true;
};

}  // namespace kreisel
