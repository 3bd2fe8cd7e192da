// The kernel every implicit step comes down to:
//
//   [ S   U ] [ x ]   [ r ]      S: n×n, block diagonal with the given block sizes, mass dominated
//   [ L  -C ] [ y ] = [ s ]      U = Bᵀ (and the stabilising columns), L = B (and rates), C = compliance
//
// Solved by eliminating x block by block and factorising  G = C + L S⁻¹ U,  of the size of the rows only.
// Callers scale: x is a velocity, y an impulse (hλ), so that the condition number does not depend on h.
#pragma once

#include <algorithm>
#include <array>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "kreisel/core/types.hpp"
#include "kreisel/linear/complete_pivoting.hpp"
#include "kreisel/linear/dense_lu.hpp"
#include "kreisel/linear/kernel_status.hpp"
#include "kreisel/linear/small_inverse.hpp"

namespace kreisel {

template <int N, int P, class Blocks, class Scalar = double>
class SaddlePoint;

template <int N, int P, int... BlockSizes, class Scalar>
class SaddlePoint<N, P, std::integer_sequence<int, BlockSizes...>, Scalar> {
 public:
  using VectorN = VectorOf<Scalar, N>;
  using VectorP = VectorOf<Scalar, P>;

  MatrixOf<Scalar, N, N> s;  // only the diagonal blocks are read
  MatrixOf<Scalar, N, P> u;
  MatrixOf<Scalar, P, N> l;
  MatrixOf<Scalar, P, P> c;
  bool drops_redundant_rows = false;  // y = 0 for rows that depend on others, instead of singular_row

  void resize(Index n, Index p) {
    s.setZero(n, n);
    u.setZero(n, p);
    l.setZero(p, n);
    c.setZero(p, p);
    solved_u_.setZero(n, p);
    reference_.setZero(p);
    schur_.resize(p);
    for_each_block([n](auto& lu, auto, Index) { lu.resize(size_of(lu, n)); });
  }

  KernelStatus factorize() {
    solved_u_ = u;
    bool regular = true;
    for_each_block([&](auto& lu, auto offset, Index size) {
      if (!regular) return;
      lu.storage() = block(s, lu, offset, size);
      regular = lu.factorize();
      if (!regular) {
        guilty_ = offset + lu.weakest_row();
        return;
      }
      lu.solve_in_place(rows_of(solved_u_, lu, offset, size));
    });
    if (!regular) return KernelStatus::singular_body;
    return factorize_schur();
  }

  /// (r, s) -> (x, y) in place.
  void solve(VectorN& r, VectorP& right_rows) const {
    for_each_block(
        [&](const auto& lu, auto offset, Index size) { lu.solve_in_place(rows_of(r, lu, offset, size)); });
    if (right_rows.size() == 0) return;
    right_rows = l.lazyProduct(r) - right_rows;
    if (drops_redundant_rows)
      dropping_.solve_in_place(right_rows);
    else
      schur_.solve_in_place(right_rows);
    r.noalias() -= solved_u_.lazyProduct(right_rows);
  }

  /// After singular_body: the coordinate, after singular_row: the row without a pivot of its own.
  Index guilty() const { return guilty_; }

  /// (L S⁻¹ U)_ii: how easily row i is moved by its own multiplier.
  double row_mobility(Index i) const { return magnitude(mobility(l.row(i), i)); }
  /// b S⁻¹U_i for any row b.
  template <class RowVector>
  Scalar mobility(const RowVector& b, Index i) const {
    return b.dot(solved_u_.col(i));
  }

  /// b_i S⁻¹U_j for any matrix b of rows.
  template <class Rows>
  Scalar mobility(const Rows& b, Index i, Index j) const {
    return mobility(b.row(i), j);
  }

  /// Largest entry of G⁻¹'s diagonal, roughly: how much y moves per unit of row residual.
  double row_sensitivity() const {
    if (u.cols() == 0) return 0.0;
    return 1.0 / (drops_redundant_rows ? dropping_.smallest_pivot() : schur_.smallest_pivot());
  }

  /// How far the kept rows are from depending on each other: 1 not at all, 0 the last bit.
  double row_share() const {
    if (drops_redundant_rows) return dropping_.smallest_share();
    double share = 1.0;
    for (Index k = 0; k < schur_.size(); ++k)
      share = std::min(share, schur_.pivot(k) / reference_[schur_.original_row(k)]);
    return share;
  }

  /// Rows left out as redundant by the last factorisation, ascending; none unless drops_redundant_rows.
  const std::vector<Index>& dropped() const { return dropping_.dropped(); }

  /// The whole matrix with the mass scaling of its rows and columns: for condition numbers and tests.
  Matrix scaled_matrix() const;

 private:
  static constexpr int block_count = sizeof...(BlockSizes);

  template <class Lu>
  static Index size_of(const Lu&, Index n) {
    constexpr int fixed = Lu::fixed_size;
    return fixed == Dynamic ? n : fixed;
  }

  template <class Visit>
  void for_each_block(Visit&& visit) {
    visit_blocks(blocks_, s.rows(), visit);
  }
  template <class Visit>
  void for_each_block(Visit&& visit) const {
    visit_blocks(blocks_, s.rows(), visit);
  }
  template <class Tuple, class Visit>
  static void visit_blocks(Tuple& blocks, Index n, Visit& visit) {
    Index offset = 0;
    std::apply([&](auto&... lu) { ((visit(lu, offset, size_of(lu, n)), offset += size_of(lu, n)), ...); },
               blocks);
  }

  template <class M, class Lu>
  static auto block(const M& m, const Lu&, Index offset, Index size) {
    constexpr int fixed = Lu::fixed_size;
    return m.template block<fixed, fixed>(offset, offset, size, size);
  }
  template <class M, class Lu>
  static auto rows_of(M& m, const Lu&, Index offset, Index size) {
    constexpr int fixed = Lu::fixed_size;
    return m.template middleRows<fixed>(offset, size);
  }

  KernelStatus factorize_schur() {
    const Index p = u.cols();
    if (p == 0) return KernelStatus::regular;
    schur_.storage() = c;
    schur_.storage().noalias() += l.lazyProduct(solved_u_);
    reference_ = schur_.storage().diagonal().cwiseAbs();
    if (drops_redundant_rows) return factorize_dropping();
    const bool regular = schur_.factorize();
    if (!regular) {
      guilty_ = schur_.original_row(schur_.weakest_row());
      return KernelStatus::singular_row;
    }
    if (schur_.smallest_pivot() > singular_pivot * reference_.maxCoeff()) return KernelStatus::regular;
    return check_every_pivot();
  }

  KernelStatus factorize_dropping() {
    if (dropping_.size() != schur_.size()) dropping_.resize(schur_.size());
    dropping_.storage() = schur_.storage();
    if (dropping_.factorize(reference_)) return KernelStatus::regular;
    guilty_ = dropping_.weakest_row();
    return KernelStatus::singular_row;
  }

  KernelStatus check_every_pivot() {
    for (Index k = 0; k < schur_.size(); ++k) {
      const Index row = schur_.original_row(k);
      if (!(schur_.pivot(k) > singular_pivot * reference_[row])) {
        guilty_ = row;
        return KernelStatus::singular_row;
      }
    }
    return KernelStatus::regular;
  }

  std::tuple<BlockSolver<BlockSizes, Scalar>...> blocks_;
  DenseLu<P, Scalar> schur_;
  CompletePivoting<P, Scalar> dropping_;
  MatrixOf<Scalar, N, P> solved_u_;
  VectorOf<double, P> reference_;
  Index guilty_ = -1;
};

template <int N, int P, int... BlockSizes, class Scalar>
Matrix SaddlePoint<N, P, std::integer_sequence<int, BlockSizes...>, Scalar>::scaled_matrix() const {
  const Index n = s.rows(), p = u.cols();
  Matrix whole(n + p, n + p);
  whole << Matrix(s), Matrix(u), Matrix(l), -Matrix(c);
  Vector scale(n + p);
  for (Index i = 0; i < n; ++i) scale[i] = 1.0 / std::sqrt(std::abs(s(i, i)));
  for (Index i = 0; i < p; ++i) scale[n + i] = 1.0 / std::sqrt(reference_[i]);
  return scale.asDiagonal() * whole * scale.asDiagonal();
}

template <int N, int P, class Blocks, class Scalar>
void set_compliance(SaddlePoint<N, P, Blocks, Scalar>& kernel, Index i, std::type_identity_t<Scalar> value) {
  kernel.c(i, i) = value;
}
template <int N, int P, class Blocks, class Scalar>
void clear_compliance(SaddlePoint<N, P, Blocks, Scalar>& kernel) {
  kernel.c.setZero();
}

}  // namespace kreisel
