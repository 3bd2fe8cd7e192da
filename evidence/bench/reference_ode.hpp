// Exact motions to compare with: an ordinary differential equation in 64-bit mantissas, by extrapolation of the explicit
// midpoint rule. No method or group of the library takes part.
//
// [Gragg 1965]: the midpoint rule with n substeps has an error expansion in even powers of 1/n, so n = 2, 4, 6, 8 give
// order 8.
#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <utility>

#include "kreisel/core/types.hpp"
#include "kreisel/equations/state.hpp"

namespace kreisel {

using Extended = long double;
using Extended3 = VectorOf<Extended, 3>;
using Extended33 = MatrixOf<Extended, 3, 3>;

/// The exact state at times that never decrease from call to call.
using ExactMotion = std::function<State(double t)>;

/// `Ode` has: size, rate(t, y), state(t, y).
template <class Ode>
class Extrapolated {
 public:
  using Y = VectorOf<Extended, Ode::size>;

  Extrapolated(Ode ode, const Y& initial, double longest_step)
      : ode_(std::move(ode)), y_(initial), longest_step_(longest_step) {}

  State operator()(double t) {
    const Extended distance = t - t_;
    const auto count = static_cast<int>(std::ceil(distance / longest_step_ - Extended(1e-9)));
    const Extended begin = t_;
    for (int i = 0; i < count; ++i) {
      const Extended from = begin + i * distance / count;
      y_ = step(from, begin + (i + 1) * distance / count - from);
    }
    t_ = t;
    return ode_.state(t_, y_);
  }

 private:
  static constexpr std::size_t levels = 4;

  Y midpoint_rule(Extended t, Extended h, int n) const {
    const Extended s = h / n;
    Y before = y_, now = y_ + s * ode_.rate(t, y_);
    for (int i = 1; i < n; ++i) {
      const Y next = before + 2 * s * ode_.rate(t + i * s, now);
      before = now;
      now = next;
    }
    return now;
  }

  /// Aitken-Neville in 1/n²; a short step needs one column less.
  Y step(Extended t, Extended h) const {
    const std::size_t columns = h > longest_step_ / 8 ? levels : levels - 1;
    std::array<Y, levels> table;
    for (std::size_t k = 0; k < columns; ++k) {
      Y newest = midpoint_rule(t, h, static_cast<int>(2 * (k + 1)));
      for (std::size_t j = 0; j < k; ++j) {
        const Extended ratio = Extended(k + 1) / Extended(k - j);
        const Y better = newest + (newest - table[j]) / (ratio * ratio - 1);
        table[j] = newest;
        newest = better;
      }
      table[k] = newest;
    }
    return table[columns - 1];
  }

  Ode ode_;
  Extended t_ = 0;
  Y y_;
  Extended longest_step_;
};

}  // namespace kreisel
