// The kernel of saddle_point.hpp for many bodies: matrices in blocks, cost proportional to the blocks of the factors.
//
//   [ S   U ] [ x ]   [ r ]      S: blocks of bodies, and of bodies that forces couple, mass dominated
//   [ L  -C ] [ y ] = [ s ]      U, L: strips of rows, C: diagonal
//
// Eliminated body by body and strip by strip in a fixed order without pivoting (block_order.hpp), which is safe while S is
// positive definite. Rows that depend on others are left out with y = 0. Where a body's pivot fails, or has become negative and the
// solution is not good, KLU with pivoting takes over for that factorisation.
#pragma once

#include <complex>
#include <type_traits>
#include <vector>

#include "kreisel/linear/block_factors.hpp"
#include "kreisel/linear/block_matrix.hpp"
#include "kreisel/linear/kernel_status.hpp"
#include "kreisel/linear/pivoted_fallback.hpp"
#include "kreisel/linear/trial_solution.hpp"

namespace kreisel {

/// Late: only when all bodies of a strip are gone, which is safe for strips of any kind.
enum class OrderOfStrips { cheapest, late };

template <class Scalar = double>
class BlockSaddlePoint {
 public:
  using Values = VectorOf<Scalar, Dynamic>;

  BlockSquare<Scalar> s;
  BlockStrips<Scalar> u;  // Uᵀ
  BlockStrips<Scalar> l;
  Values c;  // diagonal of C

  void resize(const SharedPattern& pattern, OrderOfStrips order = OrderOfStrips::cheapest);

  /// Allocates only when it falls back for the first time. Symmetric: L = Uᵀ, and S is symmetric.
  KernelStatus factorize(bool is_symmetric = false);
  /// (r, s) -> (x, y) in place.
  void solve(Values& r, Values& right_rows) const;
  /// Rows that depend on others where it was seen best: they stay out of every factorisation from here on, y = 0.
  void leave_out(const std::vector<Index>& rows) { factors_.leave_out(rows); }

  /// After singular_body: the coordinate, after singular_row: the row without a pivot of its own.
  Index guilty() const { return guilty_; }

  /// b_i S⁻¹U_j with the diagonal blocks of s as they are now; the rows may belong to different strips.
  double mobility(const BlockStrips<double>& b, Index i, Index j) const;
  /// (L S⁻¹ U)_ii likewise: how easily row i is moved by its own multiplier.
  double row_mobility(Index i) const;

  /// Largest entry of G⁻¹'s diagonal, roughly: how much y moves per unit of row residual.
  double row_sensitivity() const { return row_sensitivity_; }
  /// How far the kept rows are from depending on each other: 1 not at all, 0 the last bit.
  double row_share() const { return health_.row_share; }

  /// Rows left out as redundant by the last factorisation, ascending.
  const std::vector<Index>& dropped() const { return dropped_; }

  bool used_fallback() const { return used_fallback_; }  // in the last factorisation
  long fallbacks() const { return fallbacks_; }

 private:
  template <class Strips>
  Scalar mobility_of(const Strips& b, Index i, Index j) const;
  void eliminate(const BlockSquare<Scalar>& square, bool is_symmetric);
  void try_a_solution(const BlockSquare<Scalar>& square);
  bool leaves_out_too_much(const BlockSquare<Scalar>& square);
  bool solves_well();
  KernelStatus fall_back();
  KernelStatus blame_what_is_not_finite();

  BlockFactors<Scalar> factors_;
  typename BlockFactors<Scalar>::Health health_ = {};
  PivotedFallback<Scalar> fallback_;
  std::vector<Index> dropped_;
  TrialSolution<Scalar> trial_;
  mutable Values scratch_;  // a block and a column of the largest body, a right-hand side of the fallback
  double row_sensitivity_ = 0.0;
  Index guilty_ = -1;
  bool used_fallback_ = false;
  long fallbacks_ = 0;
};

extern template class BlockSaddlePoint<double>;
extern template class BlockSaddlePoint<std::complex<double>>;

template <class Scalar>
void set_compliance(BlockSaddlePoint<Scalar>& kernel, Index i, std::type_identity_t<Scalar> value) {
  kernel.c[i] = value;
}
template <class Scalar>
void clear_compliance(BlockSaddlePoint<Scalar>& kernel) {
  kernel.c.setZero();
}

}  // namespace kreisel
