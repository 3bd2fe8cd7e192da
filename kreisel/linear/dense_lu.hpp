// LU factorisation with row pivoting for small dense blocks, real or complex: on the stack when
// the size is fixed, in storage allocated once when it is not.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

#include "kreisel/core/types.hpp"
#include "kreisel/linear/scalars.hpp"

namespace kreisel {

template <int N, class Scalar = double>
class DenseLu {
 public:
  static constexpr int fixed_size = N;
  using MatrixN = MatrixOf<Scalar, N, N>;

  void resize(Index n) {
    factors_.setZero(n, n);
    pivots_.setZero(n);
    rows_.setZero(n);
  }
  Index size() const { return factors_.rows(); }
  MatrixN& storage() { return factors_; }  // write the matrix here, then factorize()
  const MatrixN& storage() const { return factors_; }

  /// Overwrites the stored matrix by its factors. False: a pivot is zero or not finite, see weakest_row().
  bool factorize() {
    weakest_row_ = -1;
    for (Index k = 0; k < size(); ++k) rows_[k] = static_cast<int>(k);
    if constexpr (is_unrolled) {
      if (!each_step([this](auto k) { return eliminate(k); })) return false;
    } else {
      for (Index k = 0; k < size(); ++k)
        if (!eliminate(k)) return false;
    }
    double largest_reciprocal = 0.0;
    for (Index k = 0; k < size(); ++k)
      largest_reciprocal = std::max(largest_reciprocal, magnitude(factors_(k, k)));
    smallest_pivot_ = 1.0 / largest_reciprocal;
    return true;
  }

  /// x <- A⁻¹ x for every column of x.
  template <class Columns>
  void solve_in_place(Columns&& x) const {
    for (Index c = 0; c < x.cols(); ++c) solve_column(x.col(c));
  }

  double smallest_pivot() const { return smallest_pivot_; }
  double pivot(Index k) const { return 1.0 / magnitude(factors_(k, k)); }
  Index weakest_row() const { return weakest_row_; }

  /// Which row of the matrix supplied the k-th pivot.
  Index original_row(Index k) const { return rows_[k]; }

 private:
  // Small enough for code without loops: the steps get their number as a constant.
  static constexpr bool is_unrolled = N != Dynamic && N <= 12;

  template <class Step>
  static bool each_step(Step step) {
    return [&]<int... K>(std::integer_sequence<int, K...>) {
      return (step(std::integral_constant<Index, K>{}) && ...);
    }
    (std::make_integer_sequence<int, N>{});
  }

  template <class Step>
  bool eliminate(Step step) {
    const Index n = size(), k = step, p = pivot_row(step);
    pivots_[k] = static_cast<int>(p);
    if (p != k) {
      std::swap(rows_[k], rows_[p]);
      for (Index j = 0; j < n; ++j) std::swap(factors_(k, j), factors_(p, j));
    }
    const Scalar reciprocal = reciprocal_of(factors_(k, k));
    const double size_of_it = magnitude(reciprocal);
    if (!(size_of_it <= std::numeric_limits<double>::max()) || size_of_it == 0.0) {
      weakest_row_ = k;
      return false;
    }
    factors_(k, k) = reciprocal;
    for (Index i = k + 1; i < n; ++i) factors_(i, k) = product(factors_(i, k), reciprocal);
    for (Index j = k + 1; j < n; ++j) subtract(k + 1, n, factors_(k, j), k, &factors_(0, j));
    return true;
  }

  template <class Step>
  Index pivot_row(Step step) const {
    const Index k = step;
    Index best = k;
    double largest = magnitude(factors_(k, k));
    for (Index i = k + 1; i < size(); ++i) {
      const double candidate = magnitude(factors_(i, k));
      if (candidate > largest) {
        largest = candidate;
        best = i;
      }
    }
    return best;
  }

  /// Rows first to last of x lose `times` the same rows of column k.
  void subtract(Index first, Index last, Scalar times, Index k, Scalar* x) const {
    const Scalar* column = &factors_(0, k);
    for (Index i = first; i < last; ++i) x[i] -= product(column[i], times);
  }

  template <class Column>
  void solve_column(Column&& x) const {
    const Index n = size();
    if constexpr (is_unrolled) {
      VectorOf<Scalar, N> y;
      for (Index k = 0; k < N; ++k) y[k] = x[rows_[k]];
      each_step([&](auto k) { return forward(k, y.data()); });
      each_step([&](auto step) { return backward(N - 1 - step, y.data()); });
      x = y;
    } else {
      for (Index k = 0; k < n; ++k)
        if (pivots_[k] != k) std::swap(x[k], x[pivots_[k]]);
      for (Index k = 0; k < n; ++k) forward(k, &x[0]);
      for (Index k = n - 1; k >= 0; --k) backward(k, &x[0]);
    }
  }
  bool forward(Index k, Scalar* x) const {
    subtract(k + 1, size(), x[k], k, x);
    return true;
  }
  bool backward(Index k, Scalar* x) const {
    x[k] = product(x[k], factors_(k, k));
    subtract(0, k, x[k], k, x);
    return true;
  }

  MatrixN factors_;
  Eigen::Matrix<int, N, 1> pivots_;  // which row step k exchanged with row k
  Eigen::Matrix<int, N, 1> rows_;    // where row k came from
  double smallest_pivot_ = INFINITY;
  Index weakest_row_ = -1;
};

}  // namespace kreisel
