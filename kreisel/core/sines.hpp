// Sines and cosines of several angles at once: plain arithmetic without
// branches, which compilers turn into vector instructions. The same bits on
// every machine, unlike libm.
//
// x = k π/2 + r with π/2 in three parts of 33 bits [Cody, Waite 1980],
// polynomials of FreeBSD's msun for |r| <= π/4. Errors stay below 2e-16; sines
// of |x| < π/4 keep their relative precision.
#pragma once

#include <cmath>
#include <type_traits>

#include "kreisel/core/types.hpp"

namespace kreisel {

template <class S, int N>
struct SinesOf {
  VectorOf<S, N> sine, cosine;
};

namespace detail {

/// Up to here k has 17 bits, so that k times a part of π/2 is exact.
inline constexpr double reduction_limit = 1e5;

inline double to_integer(double x) {
  constexpr double shift = 6755399441055744.0;  // 1.5·2^52: the sum has no digits behind the point
  return (x + shift) - shift;
}

/// Of one angle, |r| <= π/4.
inline void small_sine_and_cosine(double r, double& sine, double& cosine) {
  const double z = r * r;
  const double sine_tail =
      -1.66666666666666324348e-01 +
      z * (8.33333333332248946124e-03 +
           z * (-1.98412698298579493134e-04 +
                z * (2.75573137070700676789e-06 +
                     z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10))));
  const double cosine_tail =
      4.16666666666666019037e-02 +
      z * (-1.38888888888741095749e-03 +
           z * (2.48015872894767294178e-05 +
                z * (-2.75573143513906633035e-07 +
                     z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11))));
  sine = r + r * z * sine_tail;
  cosine = 1.0 - (0.5 * z - z * z * cosine_tail);
}

/// Of one angle, |x| <= reduction_limit.
inline void sine_and_cosine(double x, double& sine, double& cosine) {
  const double k = to_integer(x * 6.36619772367581382433e-01);
  const double r = ((x - k * 1.57079632673412561417e+00) - k * 6.07710050630396597660e-11) -
                   k * 2.02226624879595063154e-21;
  double s, c;
  small_sine_and_cosine(r, s, c);
  const double quadrant = k - 4.0 * to_integer(0.25 * k);  // -2 to 2
  const double of_cosine = 1.0 - std::abs(quadrant);       // cos and sin of quadrant·π/2
  const double of_sine = quadrant * (2.0 - std::abs(quadrant));
  sine = of_cosine * s + of_sine * c;
  cosine = of_cosine * c - of_sine * s;
}

}  // namespace detail

template <class S, int N>
SinesOf<S, N> sines(const VectorOf<S, N>& angles) {
  using std::cos, std::sin;
  SinesOf<S, N> out;
  if constexpr (std::is_same_v<S, double>) {
    const double largest = angles.cwiseAbs().maxCoeff();
    if (largest <= 0.78) {
      for (int i = 0; i < N; ++i) detail::small_sine_and_cosine(angles[i], out.sine[i], out.cosine[i]);
      return out;
    }
    if (largest <= detail::reduction_limit) {
      for (int i = 0; i < N; ++i) detail::sine_and_cosine(angles[i], out.sine[i], out.cosine[i]);
      return out;
    }
  }
  for (int i = 0; i < N; ++i) out.sine[i] = sin(angles[i]), out.cosine[i] = cos(angles[i]);
  return out;
}

}  // namespace kreisel
