// LU factorisation of G = C + L S⁻¹ U that chooses every pivot from the whole diagonal and leaves out rows that depend on others.
//
// G is positive definite, or nearly symmetric and semidefinite where rows depend on each other: then no entry is larger than the
// diagonal ones of its row and column, and the best pivot stands on the diagonal. Rows and columns are exchanged alike, so
// that a row is left out together with its own unknown.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "kreisel/core/types.hpp"
#include "kreisel/linear/kernel_status.hpp"
#include "kreisel/linear/scalars.hpp"

namespace kreisel {

template <int P, class Scalar = double>
class CompletePivoting {
 public:
  void resize(Index p) {
    factors_.setZero(p, p);
    work_.setZero(p);
    rows_.setZero(p);
    dropped_.reserve(static_cast<std::size_t>(p));
  }
  Index size() const { return factors_.rows(); }
  MatrixOf<Scalar, P, P>& storage() { return factors_; }  // write the matrix here, then factorize()

  /// With the size of each diagonal entry before elimination. False: row weakest_row() is not a number.
  bool factorize(const VectorOf<double, P>& reference) {
    const Index p = size();
    dropped_.clear();
    smallest_pivot_ = std::numeric_limits<double>::infinity();
    smallest_share_ = 1.0;
    for (Index k = 0; k < p; ++k) rows_[k] = k;
    for (Index k = 0; k < p; ++k) {
      exchange(k, healthiest(k, reference));
      const double size_of_it = magnitude(factors_(k, k));
      if (!std::isfinite(size_of_it)) {
        weakest_row_ = rows_[k];
        return false;
      }
      if (size_of_it <= redundancy_threshold * reference[rows_[k]]) {
        drop(k);
      } else {
        smallest_share_ = std::min(smallest_share_, size_of_it / reference[rows_[k]]);
        eliminate(k);
      }
    }
    std::sort(dropped_.begin(), dropped_.end());
    return true;
  }

  void solve_in_place(VectorOf<Scalar, P>& x) const {
    const Index p = size();
    for (Index k = 0; k < p; ++k) work_[k] = x[rows_[k]];
    for (Index k = 0; k < p; ++k)
      for (Index i = k + 1; i < p; ++i) work_[i] -= product(factors_(i, k), work_[k]);
    for (Index k = p - 1; k >= 0; --k) {
      work_[k] = product(work_[k], factors_(k, k));
      for (Index i = 0; i < k; ++i) work_[i] -= product(factors_(i, k), work_[k]);
    }
    for (Index k = 0; k < p; ++k) x[rows_[k]] = work_[k];
  }

  // Of the rows that are kept; the share is that of the diagonal entry before elimination.
  double smallest_pivot() const { return smallest_pivot_; }
  double smallest_share() const { return smallest_share_; }
  Index weakest_row() const { return weakest_row_; }
  const std::vector<Index>& dropped() const { return dropped_; }  // ascending

 private:
  Index healthiest(Index k, const VectorOf<double, P>& reference) const {
    Index best = k;
    for (Index i = k + 1; i < size(); ++i) {
      const double one = magnitude(factors_(i, i)) * reference[rows_[best]];
      if (one > magnitude(factors_(best, best)) * reference[rows_[i]]) best = i;
    }
    return best;
  }

  void exchange(Index k, Index i) {
    if (i == k) return;
    std::swap(rows_[k], rows_[i]);
    for (Index j = 0; j < size(); ++j) std::swap(factors_(k, j), factors_(i, j));
    for (Index j = 0; j < size(); ++j) std::swap(factors_(j, k), factors_(j, i));
  }

  void eliminate(Index k) {
    const Scalar reciprocal = reciprocal_of(factors_(k, k));
    smallest_pivot_ = std::min(smallest_pivot_, magnitude(factors_(k, k)));
    factors_(k, k) = reciprocal;
    for (Index i = k + 1; i < size(); ++i) factors_(i, k) = product(factors_(i, k), reciprocal);
    for (Index j = k + 1; j < size(); ++j)
      for (Index i = k + 1; i < size(); ++i) factors_(i, j) -= product(factors_(i, k), factors_(k, j));
  }

  /// Its unknown becomes zero and acts on nothing.
  void drop(Index k) {
    dropped_.push_back(rows_[k]);
    for (Index i = k; i < size(); ++i) factors_(i, k) = Scalar(0.0);
  }

  MatrixOf<Scalar, P, P> factors_;
  mutable VectorOf<Scalar, P> work_;
  VectorOf<Index, P> rows_;  // where row and column k came from
  std::vector<Index> dropped_;
  double smallest_pivot_ = INFINITY, smallest_share_ = 1.0;
  Index weakest_row_ = -1;
};

}  // namespace kreisel
