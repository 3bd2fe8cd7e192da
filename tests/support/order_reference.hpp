// References for measured orders: an ODE in 64-bit mantissas, extrapolated from the explicit midpoint rule.
//
// No code of kreisel's methods or groups takes part: the families under test are implicit, in double
// precision, on Lie groups. [Gragg 1965]: the midpoint rule with n substeps has an error expansion in even
// powers of 1/n, so n = 2, 4, ..., 2k give order 2k. Of fixed size and fixed step: a run of 1e5 steps asks for
// 1e5 states.
#pragma once

#include <array>
#include <functional>
#include <utility>

#include "kreisel/core/types.hpp"
#include "kreisel/equations/state.hpp"

namespace kreisel::claims {

using Extended = long double;

/// The exact state at times that never decrease from call to call.
using Reference = std::function<State(double t)>;

/// Reads off a State at (t, y) from y' = rate(t, y). `Ode` has: size, rate(t, y), state(t, y).
template <class Ode>
class Extrapolated {
 public:
  using Y = VectorOf<Extended, Ode::size>;

  Extrapolated(Ode ode, const Y& initial, double longest_step)
      : ode_(std::move(ode)), y_(initial), longest_step_(longest_step) {}

  State operator()(double t) {
    const Extended distance = t - t_;
    const auto count = static_cast<int>(std::ceil(distance / longest_step_ - Extended(1e-9)));
    const Extended t_begin = t_;
    for (int i = 0; i < count; ++i) {
      const Extended from = t_begin + i * distance / count, to = t_begin + (i + 1) * distance / count;
      y_ = step(from, to - from);
    }
    t_ = t;
    return ode_.state(t_, y_);
  }

 private:
  static constexpr int most_levels = 4;           // order 8
  static constexpr Extended short_step = 0.125L;  // of the longest; order 6 is as accurate from here on

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

  /// Aitken-Neville in 1/n².
  Y step(Extended t, Extended h) const {
    const int levels = h > short_step * longest_step_ ? most_levels : most_levels - 1;
    std::array<Y, most_levels> table;
    for (int k = 0; k < levels; ++k) {
      const int n = 2 * (k + 1);
      Y newest = midpoint_rule(t, h, n);
      for (int j = 0; j < k; ++j) {
        const Extended ratio = Extended(n) / (2 * (k - j));
        Y better = newest + (newest - table[static_cast<std::size_t>(j)]) / (ratio * ratio - 1);
        table[static_cast<std::size_t>(j)] = newest;
        newest = better;
      }
      table[static_cast<std::size_t>(k)] = newest;
    }
    return table[static_cast<std::size_t>(levels) - 1];
  }

  Ode ode_;
  Extended t_ = 0;
  Y y_;
  Extended longest_step_;
};

}  // namespace kreisel::claims
