// A - σE of large_modes.hpp as one sparse matrix, factorised once for every shift.
#pragma once

#include <vector>

#include "kreisel/analysis/sparse_entries.hpp"
#include "kreisel/equations/any_system.hpp"
#include "kreisel/equations/block_system.hpp"
#include "kreisel/equations/state.hpp"

namespace kreisel {

class SparsePencil {
 public:
  SparsePencil(const AnySystem& system, const State& state);

  Index velocities() const { return n_; }
  Index size() const { return 2 * n_ + m_; }
  /// False: singular at this shift.
  bool factorize(double shift);
  /// y = (A - σE)⁻¹E x with x = (ξ, u); the multipliers that belong to it are left out.
  void apply(const double* x, double* y) const;
  /// vᵀMv and M v for shares of bodies.
  Vector mass_times(const Vector& v) const;

 private:
  void read(const BlockSystem& system, const State& state);
  void read(const AnySystem& system, const State& state);
  void add_rows(const AnySystem& system, const std::vector<SparseEntry>& jacobian,
                const std::vector<SparseEntry>& rate);

  Index n_ = 0, m_ = 0;
  std::vector<SparseEntry> a_;     // of A, without σ
  std::vector<SparseEntry> mass_;  // of M
  KluFactorization<double> klu_;
  mutable Vector right_;
};

}  // namespace kreisel
