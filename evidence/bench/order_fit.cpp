// Finds the window of a fit, its interval, and what both say about a claimed order.
#include "evidence/bench/order_fit.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "evidence/bench/power_law.hpp"

namespace kreisel {
namespace {

/// Half of the 95 % confidence interval of the slope. Errors are never known better than to a few per cent of a decade:
/// without `smallest_scatter` three points that happen to lie on a line would claim an order with six digits.
double half_width_of(const PowerLaw& law, std::span<const ErrorPoint> points) {
  constexpr double smallest_scatter = 0.01;  // in ln(error)
  double squares = 0.0;
  for (const ErrorPoint& p : points) {
    const double r = std::log(p.error) - law.level - law.slope * std::log(p.h);
    squares += r * r;
  }
  const auto n = static_cast<double>(points.size());
  const double scatter = std::max(smallest_scatter, std::sqrt(squares / (n - 2.0)));
  return student_quantile(points.size() - 2) * scatter / std::sqrt(law.spread);
}

PowerLaw power_law_of(std::span<const ErrorPoint> points) {
  std::vector<double> steps, errors;
  for (const ErrorPoint& p : points) {
    steps.push_back(p.h);
    errors.push_back(p.error);
  }
  return power_law(steps, errors);
}

double slope_between(const ErrorPoint& coarse, const ErrorPoint& fine) {
  return std::log(coarse.error / fine.error) / std::log(coarse.h / fine.h);
}

bool is_small(const ErrorPoint& point, const FitLimits& limits) {
  return std::isfinite(point.error) && point.error <= limits.largest;
}

/// Where the errors stop being useful: at the floor of the reference, or where refining no longer helps.
std::size_t end_of_use(std::span<const ErrorPoint> points, std::size_t begin, const FitLimits& limits) {
  std::size_t end = begin;
  while (end < points.size() && is_small(points[end], limits) && points[end].error > limits.floor) {
    const bool gains = end == begin || slope_between(points[end - 1], points[end]) >= limits.lowest_slope;
    if (!gains) break;
    ++end;
  }
  return end;
}

std::string reason(std::span<const ErrorPoint> points, const FitLimits& limits) {
  const auto count = [&](const auto& test) { return std::ranges::count_if(points, test); };
  const auto total = static_cast<std::ptrdiff_t>(points.size());
  const auto few = static_cast<std::ptrdiff_t>(limits.fewest);
  if (total < few) return "too few step sizes";
  if (count([](const ErrorPoint& p) { return !std::isfinite(p.error); }) > total - few)
    return "too many runs failed";
  if (count([&](const ErrorPoint& p) { return !(p.error > limits.floor); }) > total - few)
    return "errors below what the reference can judge";
  if (count([&](const ErrorPoint& p) { return p.error > limits.largest; }) > total - few)
    return "errors too large: the steps do not resolve the motion";
  return "errors do not fall with the step";
}

/// The best window among the useful points that start at `begin`.
void take_best(std::span<const ErrorPoint> points, std::size_t begin, std::size_t end,
               const FitLimits& limits, OrderFit& best) {
  for (std::size_t first = begin; first + limits.fewest <= end; ++first) {
    for (std::size_t last = first + limits.fewest; last <= end; ++last) {
      if (points[first].error < limits.smallest_fall * points[last - 1].error) continue;
      const std::span<const ErrorPoint> window = points.subspan(first, last - first);
      const PowerLaw law = power_law_of(window);
      const double half_width = half_width_of(law, window);
      if (best.count > 0 && half_width >= best.half_width) continue;
      best = {law.slope, half_width, std::exp(law.level), first, last - first, {}};
    }
  }
}

}  // namespace

std::vector<ErrorPoint> sorted_by_step(std::span<const ErrorPoint> points) {
  std::vector<ErrorPoint> sorted(points.begin(), points.end());
  std::ranges::sort(sorted, std::greater{}, &ErrorPoint::h);
  return sorted;
}

OrderFit fit_order(std::span<const ErrorPoint> points, const FitLimits& limits) {
  const std::vector<ErrorPoint> sorted = sorted_by_step(points);
  OrderFit best;
  std::size_t begin = 0;
  while (begin < sorted.size()) {
    while (begin < sorted.size() && !is_small(sorted[begin], limits)) ++begin;
    const std::size_t end = end_of_use(sorted, begin, limits);
    take_best(sorted, begin, end, limits, best);
    if (begin < sorted.size() && !(sorted[begin].error > limits.floor)) break;
    begin = std::max(end, begin + 1);
  }
  if (best.count == 0) best.why_not = reason(sorted, limits);
  return best;
}

double student_quantile(std::size_t degrees_of_freedom) {
  constexpr std::array<double, 12> table{12.706, 4.303, 3.182, 2.776, 2.571, 2.447,
                                         2.365,  2.306, 2.262, 2.228, 2.201, 2.179};
  constexpr double beyond = 2.0;
  if (degrees_of_freedom == 0) return std::numeric_limits<double>::infinity();
  return degrees_of_freedom <= table.size() ? table[degrees_of_freedom - 1] : beyond;
}

OrderVerdict verdict_on(const OrderFit& fit, int claimed) {
  constexpr double deviation = 0.2;  // as in tests/claims
  constexpr double too_wide = 0.5;   // intervals that hold more than one order
  constexpr std::size_t few = 4;     // points that a contradiction has to rest on
  if (!fit.is_known()) return OrderVerdict::not_judged;
  const double difference = fit.order - claimed;
  if (std::abs(difference) <= deviation) return OrderVerdict::confirmed;
  const bool is_vague = fit.count < few || fit.half_width > too_wide;
  if (is_vague || std::abs(difference) - fit.half_width <= deviation) return OrderVerdict::not_judged;
  return difference > 0.0 ? OrderVerdict::higher : OrderVerdict::lower;
}

std::string name_of(OrderVerdict verdict) {
  switch (verdict) {
    case OrderVerdict::confirmed:
      return "confirmed";
    case OrderVerdict::higher:
      return "higher";
    case OrderVerdict::lower:
      return "lower";
    case OrderVerdict::not_judged:
      return "not judged";
  }
  return "";
}

}  // namespace kreisel
