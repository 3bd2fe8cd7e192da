// The motion as explicit methods see it: v' and λ at any state by one index-1 solution, and the way back to the rows.
//
//   [ M  Bᵀ ] [ v' ]   [  f ]       rigid rows, position and velocity ones
//   [ B  0  ] [ λ  ] = [ -γ ]
//
// Compliant rows are forces, λ = (Φ + τΦ')/c or (B v + b)/c; without compliance, Φ + τΦ' = 0 becomes B v' + γ = -Φ'/τ.
// Positions return to Φ = 0 and velocities to B v + b = 0 by the smallest change in the mass metric.
#pragma once

#include <limits>
#include <type_traits>

#include "kreisel/methods/explicit_runge_kutta/kernel.hpp"
#include "kreisel/methods/shared/matrices.hpp"

namespace kreisel {

class ExplicitBlockKernel;  // block_kernel.hpp, for those who compile for a system in blocks

template <class System>
using ExplicitKernelFor =
    std::conditional_t<InBlocks<System>, ExplicitBlockKernel,
                       ExplicitKernel<System::fixed_dimension, System::fixed_rows, typename System::Blocks>>;

/// Offered by a system that gives M, B, f and γ at less than the price of each alone. Entries of M and B that are
/// always zero may be left alone.
template <class S>
concept HasIndex1 = requires(const S system, double t, const typename S::Element q,
                             const typename S::Tangent v, typename S::MassMatrix m, typename S::RowMatrix b,
                             typename S::Tangent f, typename S::Multiplier gamma) {
  system.index1(t, q, v, m, b, f, gamma);
};

template <MechanicalSystem System>
class ExplicitMotion {
 public:
  using Element = typename System::Element;
  using Tangent = typename System::Tangent;
  using Multiplier = typename System::Multiplier;

  explicit ExplicitMotion(const System& system) : system_(system) {
    const Index n = system.group().dimension(), m = row_count(system);
    shape_mass_kernel(system, kernel_, m);
    for (Tangent* x : {&zero_, &right_}) x->setZero(n);
    for (Multiplier* x : {&no_lambda_, &rows_right_, &gap_, &rate_}) x->setZero(m);
    for (const Row& row : system.rows()) {
      has_rigid_rows_ = has_rigid_rows_ || row.is_rigid();
      has_rigid_positions_ = has_rigid_positions_ || (row.is_rigid() && row.is_position());
      has_other_rows_ = has_other_rows_ || !row.is_rigid();
    }
  }

  /// v' and λ at (t,q,v).
  KernelStatus evaluate(double t, const Element& q, const Tangent& v, Tangent& acceleration,
                        Multiplier& lambda) {
    const KernelStatus status = load(t, q, v);
    if (status == KernelStatus::regular) solve(acceleration, lambda);
    return status;
  }

  /// q moved onto Φ = 0 with the matrices of the last evaluation, which was made near q; returns by how much in the
  /// frame of q, to first order.
  void project_position(double t, double size, Element& q, Tangent& moved) {
    constexpr int most = 10;
    moved.setZero();
    if (!has_rigid_positions_) return;
    const double round_off = 2.0 * std::numeric_limits<double>::epsilon() * size;
    double last = std::numeric_limits<double>::infinity();
    for (int i = 0; i < most; ++i) {
      system_.gap(t, q, gap_);
      keep_rigid(gap_);
      right_.setZero();
      kernel_.solve(right_, gap_);
      const double change = right_.cwiseAbs().maxCoeff();
      if (!(change < 0.5 * last)) return;
      advance_into(system_.group(), q, right_, q);
      moved += right_;
      if (change <= round_off) return;
      last = change;
    }
  }

  /// v moved onto B v + b = 0 at q, then v' and λ there.
  KernelStatus project_velocity(double t, const Element& q, Tangent& v, Tangent& acceleration,
                                Multiplier& lambda) {
    const KernelStatus status = load(t, q, v);
    if (status != KernelStatus::regular) return status;
    if (has_rigid_rows_) {
      system_.rate(t, q, v, rate_);
      keep_rigid(rate_);
      right_.setZero();
      kernel_.solve(right_, rate_);
      v += right_;
      load_forces(t, q, v);
    }
    solve(acceleration, lambda);
    return status;
  }

  Index guilty() const { return kernel_.guilty(); }
  bool is_finite() const { return kernel_.is_finite(); }
  bool has_rigid_rows() const { return has_rigid_rows_; }
  long evaluations = 0;

 private:
  void keep_rigid(Multiplier& rows) const {
    if (!has_other_rows_) return;
    for (Index i = 0; i < rows.size(); ++i)
      if (!system_.rows()[static_cast<std::size_t>(i)].is_rigid()) rows[i] = 0.0;
  }

  KernelStatus load(double t, const Element& q, const Tangent& v) {
    ++evaluations;
    if constexpr (!HasIndex1<System>) {
      system_.mass(q, kernel_.mass);
      if (rows_right_.size() > 0) system_.jacobian(t, q, kernel_.jacobian);
    }
    load_forces(t, q, v);
    return kernel_.factorize();
  }

  /// f and γ, with M and B where all come at once.
  void load_forces(double t, const Element& q, const Tangent& v) {
    if constexpr (HasIndex1<System>) {
      system_.index1(t, q, v, kernel_.mass, kernel_.jacobian, right_, rows_right_);
    } else {
      system_.balance(t, q, v, zero_, no_lambda_, right_);
      right_ = -right_;
      if (rows_right_.size() > 0) system_.row_acceleration(t, q, v, zero_, rows_right_);
    }
    if (has_other_rows_) add_row_forces(t, q, v);
  }

  /// Compliant rows are taken out of the system and their forces added to f.
  void add_row_forces(double t, const Element& q, const Tangent& v) {
    if constexpr (!HasIndex1<System>) system_.jacobian(t, q, kernel_.jacobian);
    system_.gap(t, q, gap_);
    system_.rate(t, q, v, rate_);
    for (Index i = 0; i < rows_right_.size(); ++i) {
      const Row& row = system_.rows()[static_cast<std::size_t>(i)];
      if (row.is_rigid()) continue;
      if (row.compliance > 0.0) {
        const double along = row.is_position() ? gap_[i] + row.relaxation * rate_[i] : rate_[i];
        gap_[i] = along / row.compliance;  // λ, until solve() hands it out
        add_row(-gap_[i], kernel_.jacobian, i, right_);
        kernel_.jacobian.row(i).setZero();
        kernel_.compliance[i] = 1.0;
        rows_right_[i] = 0.0;
      } else {
        rows_right_[i] += rate_[i] / row.relaxation;
      }
    }
  }

  void solve(Tangent& acceleration, Multiplier& lambda) {
    kernel_.solve(right_, rows_right_);
    acceleration = right_;
    lambda = rows_right_;
    if (!has_other_rows_) return;
    for (Index i = 0; i < lambda.size(); ++i)
      if (kernel_.compliance[i] > 0.0) lambda[i] = gap_[i];
  }

  const System& system_;
  ExplicitKernelFor<System> kernel_;
  Tangent zero_, right_;
  Multiplier no_lambda_, rows_right_, gap_, rate_;
  bool has_rigid_rows_ = false, has_rigid_positions_ = false, has_other_rows_ = false;
};

}  // namespace kreisel
