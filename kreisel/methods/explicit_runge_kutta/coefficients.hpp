// What an explicit Runge-Kutta formula consists of, ready for the stepper: rows without their zeros, the error
// formula, the rows of dense output.
//
// Slopes are numbered 0 … stages-1 within the step; slope `stages` is the one at the end of the step, which the next
// step begins with; more follow for dense output only. [Hairer, Nørsett, Wanner 1993] II.1, II.5, II.6.
#pragma once

#include <array>

#include "kreisel/methods/implicit_runge_kutta/parameters.hpp"

namespace kreisel {

inline constexpr int most_slopes = 16;

/// Σ factor[i]·slope[index[i]], i < count.
struct SlopeSum {
  int count = 0;
  std::array<int, most_slopes> index{};
  std::array<double, most_slopes> factor{};

  void add(int slope, double weight) {
    if (weight == 0.0) return;
    index[static_cast<std::size_t>(count)] = slope;
    factor[static_cast<std::size_t>(count)] = weight;
    ++count;
  }
};

struct ExplicitCoefficients {
  int stages =
      0;  // evaluations per step: the first slope is known, the one at the end is the next step's first
  int slopes = 0;                // with those of dense output
  int order = 0;                 // of the solution
  int error_power = 0;           // the error formula behaves like h to this power; 0: none
  bool error_needs_end = false;  // its formula uses the slope at the end
  std::array<double, most_slopes> c{};
  std::array<SlopeSum, most_slopes> rows;  // of stage values; row `stages` is the solution itself
  SlopeSum error, second_error;  // second one: [Hairer, Nørsett, Wanner 1993] II.10, estimates combined
  int dense_count = 0;
  std::array<SlopeSum, 4> dense;  // beyond the cubic Hermite polynomial

  /// Sizes of the error formula and of the true local error for y' = y, h = 1: how one tells of the other.
  double estimate_constant = 0.0, error_constant = 0.0;

  bool estimates_error() const { return error_power > 0; }
  const SlopeSum& row(int stage) const { return rows[static_cast<std::size_t>(stage)]; }
  double node(int stage) const { return c[static_cast<std::size_t>(stage)]; }
};

ExplicitCoefficients explicit_coefficients(ExplicitFormula formula);

}  // namespace kreisel
