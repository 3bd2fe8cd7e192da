// The tails of the cosine and sine series, free of cancellation: the scalar coefficients of every rotation
// formula.
//
//   c_k(s) = sum_j (-s)^j / (2j+k)!,  s = θ²:   c_0 = cos θ, c_1 = sin θ/θ, c_2 = (1 - cos θ)/θ²,
//   c_3 = (θ - sin θ)/θ³, ...;   c_{k-2} = 1/(k-2)! - s c_k;   dc_k/ds = -(c_{k+1} - k c_{k+2})/2.
//
// These are the Stumpff functions of celestial mechanics, [Stiefel, Scheifele 1971] section 11; the
// derivative follows by comparing coefficients. They are analytic in s, so derivatives at θ = 0 need no
// special case.
#pragma once

#include <array>
#include <cmath>

#include "kreisel/core/dual.hpp"

namespace kreisel {
namespace detail {

/// 1/n!; n! is exact in double up to n = 22, beyond that it only scales terms below the last digit.
constexpr double inverse_factorial(int n) {
  double factorial = 1.0;
  for (int i = 2; i <= n; ++i) factorial *= i;
  return 1.0 / factorial;
}

template <int k, int terms>
constexpr std::array<double, terms> tail_coefficients() {
  std::array<double, terms> coefficients{};
  for (int j = 0; j < terms; ++j) {
    coefficients[static_cast<std::size_t>(j)] = (j % 2 == 0 ? 1.0 : -1.0) * inverse_factorial(2 * j + k);
  }
  return coefficients;
}

/// The first `terms` terms of c_k, even and odd powers apart: two short chains run in parallel.
template <int k, int terms>
constexpr double tail_polynomial(double s) {
  static_assert(terms % 2 == 0);
  constexpr std::array<double, terms> a = tail_coefficients<k, terms>();
  const double s2 = s * s;
  double even = a[terms - 2], odd = a[terms - 1];
  for (std::size_t j = terms - 2; j > 0; j -= 2) {
    even = even * s2 + a[j - 2];
    odd = odd * s2 + a[j - 1];
  }
  return even + s * odd;
}

/// Below this s eight terms of c_k, k >= 2, leave less than 2^-55 of the sum: (0.64)^8 · 2!/18! = 9e-18.
inline constexpr double short_series_switch = 0.64;  // θ = 0.8 rad
inline constexpr int short_series_terms = 8;

/// Above this s the difference 1/(k-2)! - s c_k = c_{k-2} is below half its first term, so the recursion
/// upwards does not amplify round-off; below it the terms of the series decrease from the first on.
constexpr double recursion_switch(int k) {
  return k < 3 ? 0.0 : 0.65 * k * (k - 1);
}

/// Terms (an even number) until the first one left out is below 2^-56 of the leading one at the switch.
constexpr int long_series_terms(int k) {
  const double s = recursion_switch(k);
  double ratio = 1.0;
  int terms = 0;
  while (ratio > 0x1p-56 || terms % 2 != 0) {
    ratio *= s / ((2 * terms + k + 1) * (2 * terms + k + 2));
    ++terms;
  }
  return terms;
}

template <int k>
double tail_beyond_short_series(double s) {
  if constexpr (k >= 3) {
    if (s < recursion_switch(k)) return tail_polynomial<k, long_series_terms(k)>(s);
    return (inverse_factorial(k - 2) - tail_beyond_short_series<k - 2>(s)) / s;
  } else if constexpr (k == 2) {
    const double half_sine = std::sin(0.5 * std::sqrt(s));
    return 2.0 * half_sine * half_sine / s;
  } else if constexpr (k == 1) {
    const double angle = std::sqrt(s);
    return std::sin(angle) / angle;
  } else {
    return std::cos(std::sqrt(s));
  }
}

}  // namespace detail

/// c_k(s) for s >= 0 to a few ulp (of 1 for k = 0, 1, which have zeros); see trig_tails_test.
template <int k>
double trig_tail(double s) {
  if (s < detail::short_series_switch) {
    if constexpr (k < 2) {
      return 1.0 - s * detail::tail_polynomial<k + 2, detail::short_series_terms>(s);
    } else {
      return detail::tail_polynomial<k, detail::short_series_terms>(s);
    }
  }
  return detail::tail_beyond_short_series<k>(s);
}

template <int k, class T>
Dual<T> trig_tail(const Dual<T>& s) {
  const T slope = k == 0 ? -0.5 * trig_tail<k + 1>(s.value)
                         : -0.5 * (trig_tail<k + 1>(s.value) - double(k) * trig_tail<k + 2>(s.value));
  return {trig_tail<k>(s.value), slope * s.derivative};
}

/// The four tails that exp and T of a rotation need.
template <class S>
struct Tails {
  S c0, c1, c2, c3;
};

namespace detail {
inline Tails<double> tails_beyond_short_series(double s) {
  const double angle = std::sqrt(s);
  const double sine = std::sin(0.5 * angle), cosine = std::cos(0.5 * angle);
  const double c1 = 2.0 * sine * cosine / angle;
  const double c3 = s < recursion_switch(3) ? tail_polynomial<3, long_series_terms(3)>(s) : (1.0 - c1) / s;
  return {(cosine - sine) * (cosine + sine), c1, 2.0 * sine * sine / s, c3};
}
}  // namespace detail

/// All four at the price of two polynomials below the switch, of one sine and cosine above it.
inline Tails<double> tails(double s) {
  if (s < detail::short_series_switch) {
    const double c2 = detail::tail_polynomial<2, detail::short_series_terms>(s);
    const double c3 = detail::tail_polynomial<3, detail::short_series_terms>(s);
    return {1.0 - s * c2, 1.0 - s * c3, c2, c3};
  }
  return detail::tails_beyond_short_series(s);
}

template <class T>
Tails<Dual<T>> tails(const Dual<T>& s) {
  const Tails<T> c = tails(s.value);
  const T c4 = trig_tail<4>(s.value), c5 = trig_tail<5>(s.value);
  const T half = -0.5 * s.derivative;
  return {{c.c0, half * c.c1},
          {c.c1, half * (c.c2 - c.c3)},
          {c.c2, half * (c.c3 - 2.0 * c4)},
          {c.c3, half * (c4 - 3.0 * c5)}};
}

}  // namespace kreisel
