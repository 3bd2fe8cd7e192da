// LU factorisation with row pivoting for small dense blocks: on the stack when the size is fixed,
// in storage allocated once when it is not.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include "kreisel/core/types.hpp"

namespace kreisel {

template <int N>
class DenseLu {
 public:
  static constexpr int fixed_size = N;
  using MatrixN = MatrixOf<double, N, N>;

  void resize(Index n) {
    factors_.setZero(n, n);
    pivots_.setZero(n);
  }
  Index size() const { return factors_.rows(); }
  MatrixN& storage() { return factors_; }  // write the matrix here, then factorize()
  const MatrixN& storage() const { return factors_; }

  /// Overwrites the stored matrix by its factors. False: a pivot is zero or not finite, see weakest_row().
  bool factorize() {
    const Index n = size();
    weakest_row_ = -1;
    for (Index k = 0; k < n; ++k) {
      const Index p = pivot_row(k);
      pivots_[k] = static_cast<int>(p);
      if (p != k)
        for (Index j = 0; j < n; ++j) std::swap(factors_(k, j), factors_(p, j));
      const double pivot = factors_(k, k);
      if (!(std::abs(pivot) > 0.0) || !std::isfinite(pivot)) {
        weakest_row_ = k;
        return false;
      }
      const double reciprocal = 1.0 / pivot;
      factors_(k, k) = reciprocal;
      for (Index i = k + 1; i < n; ++i) factors_(i, k) *= reciprocal;
      for (Index j = k + 1; j < n; ++j) {
        const double upper = factors_(k, j);
        for (Index i = k + 1; i < n; ++i) factors_(i, j) -= factors_(i, k) * upper;
      }
    }
    return true;
  }

  /// x <- A⁻¹ x for every column of x.
  template <class Columns>
  void solve_in_place(Columns&& x) const {
    for (Index c = 0; c < x.cols(); ++c) solve_column(x.col(c));
  }

  double smallest_pivot() const {
    double smallest = INFINITY;
    for (Index k = 0; k < size(); ++k) smallest = std::min(smallest, pivot(k));
    return smallest;
  }
  double pivot(Index k) const { return 1.0 / std::abs(factors_(k, k)); }
  Index weakest_row() const { return weakest_row_; }

  /// Which row of the matrix supplied the k-th pivot.
  Index original_row(Index k) const {
    Index row = k;
    for (Index j = std::min(k, size() - 1); j >= 0; --j)
      if (pivots_[j] == row) {
        row = j;
      } else if (j == row) {
        row = pivots_[j];
      }
    return row;
  }

 private:
  Index pivot_row(Index k) const {
    Index best = k;
    double largest = std::abs(factors_(k, k));
    for (Index i = k + 1; i < size(); ++i) {
      const double candidate = std::abs(factors_(i, k));
      if (candidate > largest) {
        largest = candidate;
        best = i;
      }
    }
    return best;
  }

  template <class Column>
  void solve_column(Column&& x) const {
    const Index n = size();
    for (Index k = 0; k < n; ++k)
      if (pivots_[k] != k) std::swap(x[k], x[pivots_[k]]);
    for (Index k = 0; k < n; ++k)
      for (Index i = k + 1; i < n; ++i) x[i] -= factors_(i, k) * x[k];
    for (Index k = n - 1; k >= 0; --k) {
      x[k] *= factors_(k, k);
      for (Index i = 0; i < k; ++i) x[i] -= factors_(i, k) * x[k];
    }
  }

  MatrixN factors_;
  Eigen::Matrix<int, N, 1> pivots_;
  Index weakest_row_ = -1;
};

}  // namespace kreisel
