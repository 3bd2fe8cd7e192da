// Explicit extrapolation with step-size control in 64-bit mantissas: references that share nothing with the
// methods under test.
//
// Gragg's modified midpoint rule with n = 2, 4, …, 2k substeps has an error expansion in 1/n²; Aitken-Neville
// gives order 2k [Hairer, Nørsett, Wanner 1993] II.9. All of it for the increment of y, which is small: round-off of a
// large y would be multiplied by the table, and a chaotic motion shows it.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "evidence/bench/reference_ode.hpp"
#include "kreisel/core/types.hpp"

namespace kreisel::reference {

using ExtendedVector = VectorOf<Extended, Dynamic>;
using RightHandSide = std::function<ExtendedVector(Extended t, const ExtendedVector& y)>;

class Extrapolation {
 public:
  /// The error of a step stays below tolerance·(1 + |y_i|) in every component.
  Extrapolation(RightHandSide right_hand_side, Extended t, ExtendedVector y, Extended tolerance = 1e-17L)
      : rate_(std::move(right_hand_side)), t_(t), y_(std::move(y)), tolerance_(tolerance) {}

  /// y at a time not before the last one asked for.
  const ExtendedVector& advance_to(Extended t_end) {
    while (t_ < t_end) {
      const bool is_last = t_ + h_ * (1 + 1e-6L) >= t_end;
      const Extended h = is_last ? t_end - t_ : h_;
      if (!(h > 1e-15L * std::max(std::abs(t_end), h_first)))
        throw std::runtime_error("reference: step too small");
      const Extended error = try_step(h);
      const bool is_accepted = error <= 1;
      const Extended factor = growth(error);
      if (is_accepted) {
        t_ = is_last ? t_end : t_ + h;
        add_increment();
      }
      // A step cut short by t_end says little about the next one.
      if (!is_accepted || !is_last || factor < 1) h_ = h * factor;
    }
    return y_;
  }

 private:
  static constexpr int levels = 8;  // order 16
  static constexpr Extended h_first = 1e-4L;

  static Extended growth(Extended error) {
    if (!std::isfinite(error)) return 0.1L;
    return std::clamp(0.8L * std::pow(std::max(error, 1e-20L), -1.0L / (2 * levels - 1)), 0.1L, 3.0L);
  }

  /// y_ += best_, with what rounding loses kept for the next step.
  void add_increment() {
    const ExtendedVector increment = best_ + lost_, sum = y_ + increment;
    lost_ = increment - (sum - y_);
    y_ = sum;
  }

  ExtendedVector modified_midpoint(Extended h, int n, const ExtendedVector& first_rate) const {
    const Extended s = h / n;
    ExtendedVector before = ExtendedVector::Zero(y_.size()), now = s * first_rate;
    for (int i = 1; i < n; ++i) {
      ExtendedVector next = before + 2 * s * rate_(t_ + i * s, y_ + now);
      before = std::move(now);
      now = std::move(next);
    }
    return now;
  }

  /// Leaves the increment of y in best_ and returns its error relative to the tolerance.
  Extended try_step(Extended h) {
    const ExtendedVector first_rate = rate_(t_, y_);
    std::vector<ExtendedVector> last, row;  // rows of the Aitken-Neville table
    for (int k = 0; k < levels; ++k) {
      row.assign(1, modified_midpoint(h, 2 * (k + 1), first_rate));
      for (int j = 0; j < k; ++j) {
        const auto i = static_cast<std::size_t>(j);
        const Extended ratio = Extended(k + 1) / (k - j);
        row.push_back(row[i] + (row[i] - last[i]) / (ratio * ratio - 1));
      }
      std::swap(last, row);
    }
    best_ = last[levels - 1];
    return error_between(best_, last[levels - 2]);
  }

  Extended error_between(const ExtendedVector& a, const ExtendedVector& b) const {
    Extended worst = 0;
    for (Index i = 0; i < a.size(); ++i) {
      const Extended error = std::abs(a(i) - b(i)) / (tolerance_ * (1 + std::abs(y_(i) + a(i))));
      worst = error <= worst ? worst : error;
    }
    return worst;
  }

  RightHandSide rate_;
  Extended t_;
  ExtendedVector y_;
  Extended tolerance_;
  Extended h_ = h_first;
  ExtendedVector best_, lost_ = ExtendedVector::Zero(y_.size());
};

}  // namespace kreisel::reference
