// Columns of a few numbers held in registers, two doubles at a time: pairs of real numbers, or one complex number each.
//
// Every processor with double precision vectors has these pairs, and compilers map them to scalars elsewhere. A column with
// an odd number of real numbers is filled up with zero. Pairs always begin at even positions, because a load that straddles
// two pairs just stored has to wait for both.
#pragma once

#include <cstring>
#include <type_traits>
#include <utility>

#include "kreisel/core/types.hpp"
#include "kreisel/linear/scalars.hpp"

namespace kreisel {

/// visit(k) for k = 0 … N-1, k a constant: loops that must not remain loops.
template <int N, class Visit>
[[gnu::always_inline]] inline void unrolled(Visit&& visit) {
  [&]<int... K>(std::integer_sequence<int, K...>) __attribute__((always_inline)) {
    (visit(std::integral_constant<int, K>{}), ...);
  }
  (std::make_integer_sequence<int, N>{});
}

using Pair = double __attribute__((vector_size(16)));

/// The first number of one pair beside the second of another.
[[gnu::always_inline]] inline Pair joined(const Pair& low, const Pair& high) {
  return __builtin_shufflevector(low, high, 0, 3);
}

/// A number times which columns are subtracted.
template <class Scalar>
struct Spread;

template <int N, class Scalar>
struct Lanes;

template <>
struct Spread<double> {
  [[gnu::always_inline]] explicit Spread(double x) : both{x, x} {}
  [[gnu::always_inline]] explicit Spread(const Pair& x) : both(x) {}
  [[gnu::always_inline]] double value() const { return both[0]; }
  [[gnu::always_inline]] Spread operator*(const Spread& other) const { return Spread(both * other.both); }
  Pair both;
};

template <int N>
struct Lanes<N, double> {
  static constexpr int count = (N + 1) / 2;
  static constexpr int lane_of(int k) { return k / 2; }
  Pair lane[count];

  [[gnu::always_inline]] static Lanes load(const double* x) {
    Lanes result;
    unrolled<N / 2>([&](auto i) { std::memcpy(&result.lane[i], x + 2 * i, sizeof(Pair)); });
    if constexpr (N % 2 != 0) result.lane[count - 1] = Pair{x[N - 1], 0.0};
    return result;
  }
  [[gnu::always_inline]] void store(double* x) const {
    unrolled<N / 2>([&](auto i) { std::memcpy(x + 2 * i, &lane[i], sizeof(Pair)); });
    if constexpr (N % 2 != 0) x[N - 1] = lane[count - 1][0];
  }

  [[gnu::always_inline]] double at(int k) const { return lane[k / 2][k % 2]; }
  [[gnu::always_inline]] void set(int k, double x) { set(k, Spread<double>(x)); }
  [[gnu::always_inline]] void set(int k, const Spread<double>& x) {
    Pair& own = lane[k / 2];
    own = k % 2 == 0 ? joined(x.both, own) : joined(own, x.both);
  }
  [[gnu::always_inline]] Spread<double> spread(int k) const {
    const Pair& own = lane[k / 2];
    return Spread<double>(k % 2 == 0 ? __builtin_shufflevector(own, own, 0, 0)
                                     : __builtin_shufflevector(own, own, 1, 1));
  }

  /// Only the entries First … Last - 1, zeros elsewhere in the lanes that hold them; other lanes stay unset.
  template <int First, int Last>
  [[gnu::always_inline]] static Lanes load_some(const double* x) {
    Lanes result;
    each_lane<First, Last>([&](auto i) {
      constexpr bool has_low = 2 * i >= First, has_high = 2 * i + 1 < Last;
      if constexpr (has_low && has_high)
        std::memcpy(&result.lane[i], x + 2 * i, sizeof(Pair));
      else if constexpr (has_low)
        result.lane[i] = Pair{x[2 * i], 0.0};
      else
        result.lane[i] = Pair{0.0, x[2 * i + 1]};
    });
    return result;
  }
  /// this -= f y in the lanes that hold the entries First … Last - 1.
  template <int First = 0, int Last = N>
  [[gnu::always_inline]] void subtract(const Spread<double>& f, const Lanes& y) {
    each_lane<First, Last>([&](auto i) { lane[i] -= f.both * y.lane[i]; });
  }
  /// this *= f in the lanes that hold the entries First … Last - 1.
  template <int First = 0, int Last = N>
  [[gnu::always_inline]] void scale(const Spread<double>& f) {
    each_lane<First, Last>([&](auto i) { lane[i] *= f.both; });
  }
  /// The entries First … Last - 1 of another column.
  template <int First, int Last>
  [[gnu::always_inline]] void replace(const Lanes& other) {
    each_lane<First, Last>([&](auto i) {
      constexpr bool has_low = 2 * i >= First, has_high = 2 * i + 1 < Last || Last == N;
      lane[i] = joined((has_low ? other : *this).lane[i], (has_high ? other : *this).lane[i]);
    });
  }

  [[gnu::always_inline]] static double dot(const Lanes& x, const Lanes& y) {
    const Pair sum = products(x, y);
    return sum[0] + sum[1];
  }
  [[gnu::always_inline]] static Pair products(const Lanes& x, const Lanes& y) {
    Pair sum = x.lane[0] * y.lane[0];
    unrolled<count - 1>([&](auto i) { sum += x.lane[i + 1] * y.lane[i + 1]; });
    return sum;
  }
  /// t[b] -= dot(x, y + b N) for b < M.
  template <int M>
  [[gnu::always_inline]] static void subtract_dots(const Lanes& x, const double* y, double* t) {
    unrolled<M / 2>([&](auto half) {
      constexpr int b = 2 * half;
      const Pair first = products(x, load(y + b * N)), second = products(x, load(y + (b + 1) * N));
      Pair result;
      std::memcpy(&result, t + b, sizeof(Pair));
      result -= Pair{first[0], second[0]} + Pair{first[1], second[1]};
      std::memcpy(t + b, &result, sizeof(Pair));
    });
    if constexpr (M % 2 != 0) t[M - 1] -= dot(x, load(y + (M - 1) * N));
  }

 private:
  template <int First, int Last, class Visit>
  [[gnu::always_inline]] static void each_lane(Visit&& visit) {
    unrolled<(Last + 1) / 2 - First / 2>(
        [&](auto i) { visit(std::integral_constant<int, First / 2 + i>{}); });
  }
};

template <>
struct Spread<Complex> {
  [[gnu::always_inline]] explicit Spread(const Complex& x)
      : real{x.real(), x.real()}, imaginary{-x.imag(), x.imag()} {}
  [[gnu::always_inline]] Complex value() const { return {real[0], imaginary[1]}; }
  [[gnu::always_inline]] Spread operator*(const Spread& other) const {
    return Spread(product(value(), other.value()));
  }
  Pair real, imaginary;
};

template <int N>
struct Lanes<N, Complex> {
  static constexpr int count = N;
  Pair lane[count];

  [[gnu::always_inline]] static Pair swapped(const Pair& x) { return __builtin_shufflevector(x, x, 1, 0); }

  [[gnu::always_inline]] static Lanes load(const Complex* x) { return load_some<0, N>(x); }
  [[gnu::always_inline]] void store(Complex* x) const {
    unrolled<N>([&](auto i) { std::memcpy(static_cast<void*>(x + i), &lane[i], sizeof(Pair)); });
  }

  [[gnu::always_inline]] Complex at(int k) const { return {lane[k][0], lane[k][1]}; }
  [[gnu::always_inline]] void set(int k, const Complex& x) { lane[k] = Pair{x.real(), x.imag()}; }
  [[gnu::always_inline]] void set(int k, const Spread<Complex>& x) { lane[k] = joined(x.real, x.imaginary); }
  [[gnu::always_inline]] Spread<Complex> spread(int k) const { return Spread<Complex>(at(k)); }

  template <int First, int Last>
  [[gnu::always_inline]] static Lanes load_some(const Complex* x) {
    Lanes result;
    unrolled<Last - First>(
        [&](auto i) { std::memcpy(&result.lane[First + i], x + First + i, sizeof(Pair)); });
    return result;
  }
  template <int First = 0, int Last = N>
  [[gnu::always_inline]] void subtract(const Spread<Complex>& f, const Lanes& y) {
    unrolled<Last - First>([&](auto i) {
      const Pair& other = y.lane[First + i];
      lane[First + i] -= f.real * other + f.imaginary * swapped(other);
    });
  }
  template <int First = 0, int Last = N>
  [[gnu::always_inline]] void scale(const Spread<Complex>& f) {
    unrolled<Last - First>([&](auto i) {
      Pair& own = lane[First + i];
      own = f.real * own + f.imaginary * swapped(own);
    });
  }
  template <int First, int Last>
  [[gnu::always_inline]] void replace(const Lanes& other) {
    unrolled<Last - First>([&](auto i) { lane[First + i] = other.lane[First + i]; });
  }

  [[gnu::always_inline]] static Complex dot(const Lanes& x, const Lanes& y) {
    Pair straight = x.lane[0] * y.lane[0], crossed = x.lane[0] * swapped(y.lane[0]);
    unrolled<count - 1>([&](auto i) {
      straight += x.lane[i + 1] * y.lane[i + 1];
      crossed += x.lane[i + 1] * swapped(y.lane[i + 1]);
    });
    return {straight[0] - straight[1], crossed[0] + crossed[1]};
  }
  template <int M>
  [[gnu::always_inline]] static void subtract_dots(const Lanes& x, const Complex* y, Complex* t) {
    unrolled<M>([&](auto b) { t[b] -= dot(x, load(y + b * N)); });
  }
};

}  // namespace kreisel
