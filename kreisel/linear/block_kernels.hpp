// Arithmetic of small dense blocks whose sizes are mostly known when it is compiled: no pivoting, no branches, no calls.
//
// Square blocks are stored column by column. Of an n×m block beside a pivot, either columns lie side by side (the pivot is a
// body) or rows do (it is a strip): block_program.hpp.
#pragma once

#include <algorithm>
#include <utility>

#include "kreisel/core/types.hpp"
#include "kreisel/linear/kernel_status.hpp"
#include "kreisel/linear/scalars.hpp"

namespace kreisel::block_kernels {

/// A size known at compile time, or not (Dynamic).
template <int N>
struct Extent {
  static constexpr int fixed = N;
  constexpr Extent() = default;
  constexpr explicit Extent(Index) {}
  constexpr operator Index() const { return N; }  // NOLINT(google-explicit-constructor): it is a number
};
template <>
struct Extent<Dynamic> {
  static constexpr int fixed = Dynamic;
  constexpr explicit Extent(Index n) : size(n) {}
  constexpr operator Index() const { return size; }  // NOLINT(google-explicit-constructor): it is a number
  Index size;
};

/// visit(k) for k = 0 … n-1, the loop unrolled where the size is known.
template <int N, class Visit>
void each(Extent<N> n, Visit&& visit) {
  if constexpr (N == Dynamic) {
    for (Index k = 0; k < n; ++k) visit(Extent<Dynamic>(k));
  } else {
    [&]<int... K>(std::integer_sequence<int, K...>) {
      (visit(Extent<K>{}), ...);
    }
    (std::make_integer_sequence<int, N>{});
  }
}

/// a - b.
template <int A, int B>
auto minus(Extent<A> a, Extent<B> b) {
  if constexpr (A == Dynamic || B == Dynamic)
    return Extent<Dynamic>(Index{a} - Index{b});
  else
    return Extent<A - B>{};
}

template <int M, class Scalar>
auto vector(Extent<M> m, Scalar* x) {
  return Eigen::Map<VectorOf<Scalar, M>>(x, m);
}
template <int M, class Scalar>
auto vector(Extent<M> m, const Scalar* x) {
  return Eigen::Map<const VectorOf<Scalar, M>>(x, m);
}

/// y -= f x.
template <int M, class Scalar>
void subtract(Extent<M> m, Scalar f, const Scalar* x, Scalar* y) {
  if constexpr (M != 0) vector(m, y) -= f * vector(m, x);
}
template <int M, class Scalar>
Scalar dot(Extent<M> m, const Scalar* x, const Scalar* y) {
  return vector(m, x).cwiseProduct(vector(m, y)).sum();
}

/// P = LU in place, reciprocals on the diagonal; accept(k, pivot) gives the reciprocal of the k-th pivot.
template <int N, class Scalar, class Accept>
void factorize(Extent<N> n, Scalar* p, Accept&& accept) {
  each(n, [&](auto k) {
    Scalar* column = p + k * n;
    const Scalar reciprocal = accept(k, column[k]);
    column[k] = reciprocal;
    const auto rest = minus(minus(n, k), Extent<1>{});
    if constexpr (decltype(rest)::fixed != 0) {
      const Index next = k + 1;
      vector(rest, column + next) *= reciprocal;
      for (Index j = next; j < n; ++j) subtract(rest, p[k + j * n], column + next, p + next + j * n);
    }
  });
}

/// x <- P⁻¹x for one column.
template <int N, class Scalar>
void solve_column(Extent<N> n, const Scalar* p, Scalar* x) {
  each(n, [&](auto k) { subtract(minus(minus(n, k), Extent<1>{}), x[k], p + k + 1 + k * n, x + k + 1); });
  each(n, [&](auto step) {
    const auto k = minus(minus(n, step), Extent<1>{});
    x[k] = product(x[k], p[k + k * n]);
    subtract(k, x[k], p + k * n, x);
  });
}

/// X <- P⁻¹X with the columns of X side by side.
template <int N, int M, class Scalar>
void solve_columns(Extent<N> n, Extent<M> m, const Scalar* p, Scalar* x) {
  for (Index j = 0; j < m; ++j) solve_column(n, p, x + j * n);
}

/// X <- P⁻¹X with the rows of X side by side.
template <int N, int M, class Scalar>
void solve_rows(Extent<N> n, Extent<M> m, const Scalar* p, Scalar* x) {
  for (Index k = 0; k < n; ++k)
    for (Index i = k + 1; i < n; ++i) subtract(m, p[i + k * n], x + k * m, x + i * m);
  for (Index k = n - 1; k >= 0; --k) {
    vector(m, x + k * m) *= p[k + k * n];
    for (Index i = 0; i < k; ++i) subtract(m, p[i + k * n], x + k * m, x + i * m);
  }
}

/// T -= XᵀY, the rows of T (as many as X has columns) side by side, with the columns of X and Y side by side.
template <int N, int M, int R, class Scalar>
void update_by_columns(Extent<N> n, Extent<M> m, Extent<R> rows, const Scalar* x, const Scalar* y,
                       Scalar* t) {
  for (Index a = 0; a < rows; ++a)
    for (Index b = 0; b < m; ++b) t[a * m + b] -= dot(n, x + a * n, y + b * n);
}

/// The same with the rows of X and Y side by side.
template <int N, int M, int R, class Scalar>
void update_by_rows(Extent<N> n, Extent<M> m, Extent<R> rows, const Scalar* x, const Scalar* y, Scalar* t) {
  for (Index a = 0; a < rows; ++a)
    for (Index k = 0; k < n; ++k) subtract(m, x[k * rows + a], y + k * m, t + a * m);
}

/// visit(Extent) with the size as a constant where it is one of the usual ones.
template <class Visit>
void with_extent(int size, Visit&& visit) {
  switch (size) {
    case 1:
      return visit(Extent<1>{});
    case 2:
      return visit(Extent<2>{});
    case 3:
      return visit(Extent<3>{});
    case 4:
      return visit(Extent<4>{});
    case 5:
      return visit(Extent<5>{});
    case 6:
      return visit(Extent<6>{});
    default:
      return visit(Extent<Dynamic>(size));
  }
}

/// Both sizes as constants, or neither.
template <class Visit>
void with_extents(int first, int second, Visit&& visit) {
  with_extent(first, [&](auto n) {
    with_extent(second, [&](auto m) {
      constexpr bool both = decltype(n)::fixed != Dynamic && decltype(m)::fixed != Dynamic;
      if constexpr (both)
        visit(n, m);
      else
        visit(Extent<Dynamic>(n), Extent<Dynamic>(m));
    });
  });
}

}  // namespace kreisel::block_kernels
