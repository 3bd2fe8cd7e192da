// The loading platform of a truck on a rough road, in modal coordinates: docs/problems/truck-platform.md.
#pragma once

#include <array>
#include <cmath>

#include "kreisel/core/dual.hpp"
#include "kreisel/core/types.hpp"

namespace kreisel {

/// u(t) = (1/100) (Σ c_l cos 2πlkτ + Σ s_l sin 2πlkτ) exp(-(τ - 7)²/10), τ = speed·t; a road of our own.
struct RoadExcitation {
  static constexpr double base = 0.2;  // k [Hz]
  static constexpr std::array<double, 11> cosines{1.0,   0.8, -0.6,  0.5, -0.4, 0.3,
                                                  -0.25, 0.2, -0.15, 0.1, -0.05};
  static constexpr std::array<double, 11> sines{0.0, 0.9,  0.7,  -0.5, 0.45, -0.35,
                                                0.3, -0.2, 0.15, -0.1, 0.05};
  double speed = 1.0;

  template <class S>
  S operator()(const S& t) const {
    using std::cos, std::exp, std::sin;
    constexpr double turn = 2.0 * 3.14159265358979323846;
    const S time = speed * t;
    S sum(0.0);
    for (std::size_t l = 0; l < cosines.size(); ++l) {
      const S angle = turn * static_cast<double>(l) * base * time;
      sum += cosines[l] * cos(angle) + sines[l] * sin(angle);
    }
    const S distance = time - 7.0;
    return 0.01 * sum * exp(-0.1 * distance * distance);
  }
  /// u, u', u'', u'''.
  VectorOf<double, 4> derivatives(double t) const {
    using First = Dual<double>;
    using Second = Dual<First>;
    using Third = Dual<Second>;
    const First inner{t, 1.0};
    const Second middle{inner, First(1.0)};
    const Third u = (*this)(Third{middle, Second(1.0)});
    return {u.value.value.value, u.value.value.derivative, u.value.derivative.derivative,
            u.derivative.derivative.derivative};
  }
};

}  // namespace kreisel
