// The observed order of convergence: the slope of log error over log step, with the window it was read from.
//
// Errors follow C h^p only between two ends: coarse steps do not resolve the motion yet, fine ones end in round-off
// or in the error of the reference. Both are cut off; among the windows that are left, the one whose slope is known
// best (narrowest 95 % confidence interval of least squares) is taken.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace kreisel {

struct ErrorPoint {
  double h = 0.0;      // step, tolerance: whatever the error should follow
  double error = 0.0;  // relative; NaN: the run failed
};

struct FitLimits {
  double floor = 0.0;          // errors at or below are not trusted: three times the reference's own
  double largest = 0.03;       // a relative error beyond is no small one
  std::size_t fewest = 3;      // points of a window
  double smallest_fall = 5.0;  // from the first to the last error of a window; less is no trend
  double lowest_slope = 0.3;   // a step whose refinement gains less belongs to the floor
};

struct OrderFit {
  double order = std::numeric_limits<double>::quiet_NaN();
  double half_width = std::numeric_limits<double>::quiet_NaN();  // of the 95 % confidence interval
  double constant = std::numeric_limits<double>::quiet_NaN();    // error = constant h^order
  std::size_t first = 0, count = 0;                              // the window, in descending h
  std::string why_not;                                           // empty when there is a fit

  bool is_known() const { return why_not.empty(); }
};

/// Points in any order; the window counts them by descending h.
OrderFit fit_order(std::span<const ErrorPoint> points, const FitLimits& limits = {});

/// Descending in h.
std::vector<ErrorPoint> sorted_by_step(std::span<const ErrorPoint> points);

/// Two-sided 95 % quantile of Student's distribution.
double student_quantile(std::size_t degrees_of_freedom);

enum class OrderVerdict { confirmed, higher, lower, not_judged };

/// Against a claimed order: within 0.2 on both sides it is confirmed; otherwise the whole confidence interval has to
/// lie beyond.
OrderVerdict verdict_on(const OrderFit& fit, int claimed);
std::string name_of(OrderVerdict verdict);

}  // namespace kreisel
