// Arithmetic of small dense blocks whose sizes are mostly known when it is compiled: no pivoting, no branches, no calls.
//
// Square blocks are stored column by column. Of an n×m block beside a pivot, either columns lie side by side (the pivot is a
// body) or rows do (it is a strip): block_program.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include "kreisel/core/types.hpp"
#include "kreisel/linear/lanes.hpp"
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

/// P = LU in place, reciprocals on the diagonal; accept(k, pivot) gives the reciprocal of the k-th pivot.
template <int N, class Scalar, class Accept>
[[gnu::flatten]] void factorize(Extent<N> n, Scalar* p, Accept&& accept) {
  if constexpr (N == Dynamic) {
    for (Index k = 0; k < n; ++k) {
      Scalar* column = p + k * n;
      column[k] = accept(k, column[k]);
      for (Index i = k + 1; i < n; ++i) column[i] = product(column[i], column[k]);
      for (Index j = k + 1; j < n; ++j)
        for (Index i = k + 1; i < n; ++i) p[i + j * n] -= product(column[i], p[k + j * n]);
    }
  } else {
    Lanes<N, Scalar> column[N];
    unrolled<N>([&](auto j) { column[j] = Lanes<N, Scalar>::load(p + j * N); });
    unrolled<N>([&](auto k) {
      const Scalar reciprocal = accept(k, column[k].at(k));
      Lanes<N, Scalar> below = column[k], factors = column[k];
      below.template scale<k, N>(Spread<Scalar>(reciprocal));
      factors.template replace<k + 1, N>(below);
      factors.set(k, reciprocal);
      factors.store(p + k * N);
      below.set(k, Scalar(0.0));
      unrolled<N - k - 1>([&](auto after) {
        auto& other = column[k + 1 + after];
        other.template subtract<k + 1, N>(other.spread(k), below);
      });
    });
  }
}

/// x <- P⁻¹x for columns of X side by side; M at a time.
template <int N, int M, class Scalar>
[[gnu::flatten]] void solve_columns(Extent<N> n, Extent<M> m, const Scalar* p, Scalar* x) {
  if constexpr (N == Dynamic || M == Dynamic) {
    for (Index j = 0; j < m; ++j, x += n) {
      for (Index k = 0; k < n; ++k)
        for (Index i = k + 1; i < n; ++i) x[i] -= product(p[i + k * n], x[k]);
      for (Index k = n - 1; k >= 0; --k) {
        x[k] = product(x[k], p[k + k * n]);
        for (Index i = 0; i < k; ++i) x[i] -= product(p[i + k * n], x[k]);
      }
    }
  } else {
    using Column = Lanes<N, Scalar>;
    Column column[M];
    unrolled<M>([&](auto j) { column[j] = Column::load(x + j * N); });
    unrolled<N - 1>([&](auto k) {
      const Column below = Column::template load_some<k + 1, N>(p + k * N);
      unrolled<M>([&](auto j) { column[j].template subtract<k + 1, N>(column[j].spread(k), below); });
    });
    unrolled<N>([&](auto step) {
      constexpr int k = N - 1 - step;
      const Spread<Scalar> reciprocal(p[k + k * N]);
      const Column above = Column::template load_some<0, k>(p + k * N);
      unrolled<M>([&](auto j) {
        const Spread<Scalar> solution = column[j].spread(k) * reciprocal;
        column[j].set(k, solution);
        column[j].template subtract<0, k>(solution, above);
      });
    });
    unrolled<M>([&](auto j) { column[j].store(x + j * N); });
  }
}

/// X <- P⁻¹X with the rows of X side by side.
template <int N, int M, class Scalar>
[[gnu::flatten]] void solve_rows(Extent<N> n, Extent<M> m, const Scalar* p, Scalar* x) {
  if constexpr (N == Dynamic || M == Dynamic) {
    const auto subtract = [&](Index i, Index k) {
      for (Index j = 0; j < m; ++j) x[i * m + j] -= product(p[i + k * n], x[k * m + j]);
    };
    for (Index k = 0; k < n; ++k)
      for (Index i = k + 1; i < n; ++i) subtract(i, k);
    for (Index k = n - 1; k >= 0; --k) {
      for (Index j = 0; j < m; ++j) x[k * m + j] = product(x[k * m + j], p[k + k * n]);
      for (Index i = 0; i < k; ++i) subtract(i, k);
    }
  } else {
    Lanes<M, Scalar> row[N];
    unrolled<N>([&](auto i) { row[i] = Lanes<M, Scalar>::load(x + i * M); });
    unrolled<N>(
        [&](auto i) { unrolled<i>([&](auto k) { row[i].subtract(Spread<Scalar>(p[i + k * N]), row[k]); }); });
    unrolled<N>([&](auto step) {
      constexpr int i = N - 1 - step;
      unrolled<step>([&](auto before) {
        constexpr int k = N - 1 - before;
        row[i].subtract(Spread<Scalar>(p[i + k * N]), row[k]);
      });
      row[i].scale(Spread<Scalar>(p[i + i * N]));
      row[i].store(x + i * M);
    });
  }
}

/// T -= XᵀY, the rows of T (as many as X has columns) side by side, with the columns of X and Y side by side.
template <int N, int M, class Scalar>
[[gnu::flatten]] void update_by_columns(Extent<N> n, Extent<M> m, Index rows, const Scalar* x,
                                        const Scalar* y, Scalar* t) {
  for (Index a = 0; a < rows; ++a, x += n, t += m) {
    if constexpr (N == Dynamic || M == Dynamic) {
      for (Index b = 0; b < m; ++b)
        for (Index k = 0; k < n; ++k) t[b] -= product(x[k], y[b * n + k]);
    } else {
      Lanes<N, Scalar>::template subtract_dots<M>(Lanes<N, Scalar>::load(x), y, t);
    }
  }
}

/// The same with the rows of X and Y side by side.
template <int N, int M, class Scalar>
[[gnu::flatten]] void update_by_rows(Extent<N> n, Extent<M> m, Index rows, const Scalar* x, const Scalar* y,
                                     Scalar* t) {
  if constexpr (N == Dynamic || M == Dynamic) {
    for (Index a = 0; a < rows; ++a, ++x, t += m)
      for (Index k = 0; k < n; ++k)
        for (Index b = 0; b < m; ++b) t[b] -= product(x[k * rows], y[k * m + b]);
  } else {
    Lanes<M, Scalar> other[N];
    unrolled<N>([&](auto k) { other[k] = Lanes<M, Scalar>::load(y + k * M); });
    for (Index a = 0; a < rows; ++a, ++x, t += m) {
      auto row = Lanes<M, Scalar>::load(t);
      unrolled<N>([&](auto k) { row.subtract(Spread<Scalar>(x[k * rows]), other[k]); });
      row.store(t);
    }
  }
}

/// P = -C.
template <int N, class Scalar>
[[gnu::flatten]] void set_diagonal(Extent<N> n, const Scalar* c, Scalar* p) {
  if constexpr (N == Dynamic) {
    for (Index k = 0; k < n * n; ++k) p[k] = Scalar(0.0);
  } else {
    unrolled<N>([&](auto k) { Lanes<N, Scalar>{}.store(p + k * N); });
  }
  for (Index k = 0; k < n; ++k) p[k + k * n] = -c[k];
}

/// n rows of m numbers, `stride` apart, become side by side.
template <int N, int M, class Scalar>
[[gnu::flatten]] void copy_rows(Extent<N> n, Extent<M> m, const Scalar* from, Index stride, Scalar* to) {
  if constexpr (N == Dynamic || M == Dynamic) {
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < m; ++j) to[i * m + j] = from[i * stride + j];
  } else {
    unrolled<N>([&](auto i) { Lanes<M, Scalar>::load(from + i * stride).store(to + i * M); });
  }
}

/// visit(Extent) with the size as a constant where it is one of the usual ones.
template <class Visit>
inline void with_extent(int size, Visit&& visit) {
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

/// Both sizes as constants, or neither: by a table, because this is done for every block.
template <class Visit>
inline void with_extents(int first, int second, Visit&& visit) {
  constexpr int usual = 6;
  static constexpr auto table = []<int... K>(std::integer_sequence<int, K...>) {
    using Call = void (*)(Visit&);
    return std::array<Call, sizeof...(K)>{
        [](Visit& v) { v(Extent<K / usual + 1>{}, Extent<K % usual + 1>{}); }...};
  }
  (std::make_integer_sequence<int, usual * usual>{});
  if (first >= 1 && first <= usual && second >= 1 && second <= usual)
    table[static_cast<std::size_t>((first - 1) * usual + second - 1)](visit);
  else
    visit(Extent<Dynamic>(first), Extent<Dynamic>(second));
}

}  // namespace kreisel::block_kernels
