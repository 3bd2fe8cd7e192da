// Ranges, ticks and their texts.
#include "evidence/studies/axis_scale.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace kreisel {

AxisScale::AxisScale(std::span<const double> values, bool is_log, double from, double to)
    : is_log_(is_log),
      low_(std::numeric_limits<double>::infinity()),
      high_(-std::numeric_limits<double>::infinity()),
      from_(from),
      to_(to) {
  for (const double value : values) {
    if (!can_show(value)) continue;
    low_ = std::min(low_, value);
    high_ = std::max(high_, value);
  }
  if (!(low_ <= high_)) {
    low_ = is_log ? 0.1 : -1.0;
    high_ = is_log ? 10.0 : 1.0;
  } else if (is_log) {
    const double factor = high_ / low_ < 3.0 ? 2.0 : std::pow(high_ / low_, 0.04);
    low_ /= factor;
    high_ *= factor;
  } else if (low_ == high_) {
    low_ -= std::max(1e-12, 0.05 * std::abs(low_));
    high_ += std::max(1e-12, 0.05 * std::abs(high_));
  }
}

bool AxisScale::can_show(double value) const {
  return std::isfinite(value) && (!is_log_ || value > 0.0);
}

double AxisScale::inner(double value) const {
  return is_log_ ? std::log10(value) : value;
}

double AxisScale::operator()(double value) const {
  return from_ + (to_ - from_) * (inner(value) - inner(low_)) / (inner(high_) - inner(low_));
}

std::vector<Tick> AxisScale::ticks(int wanted) const {
  return is_log_ ? log_ticks(wanted) : linear_ticks(wanted);
}

std::vector<Tick> AxisScale::linear_ticks(int wanted) const {
  constexpr double rounding = 1e-9;
  const double raw = (high_ - low_) / std::max(1, wanted);
  const double power = std::pow(10.0, std::floor(std::log10(raw)));
  double step = 10.0 * power;
  for (const double factor : {5.0, 2.0, 1.0})
    if (factor * power >= raw * (1.0 - 1e-3)) step = factor * power;
  std::vector<Tick> ticks;
  for (double i = std::ceil(low_ / step - rounding); i * step <= high_ + rounding * step; i += 1.0)
    ticks.push_back({i * step, fmt::format("{:g}", i == 0.0 ? 0.0 : i * step)});
  return ticks;
}

std::vector<Tick> AxisScale::log_ticks(int wanted) const {
  const int first = static_cast<int>(std::floor(std::log10(low_)));
  const int last = static_cast<int>(std::ceil(std::log10(high_)));
  const int whole =
      static_cast<int>(std::floor(std::log10(high_))) - static_cast<int>(std::ceil(std::log10(low_)));
  const int stride = std::max(1, (whole + wanted) / std::max(1, wanted));
  const bool is_short = whole < 1;  // fewer than two powers of ten: 2 and 5 get names too
  std::vector<Tick> ticks;
  for (int power = first; power <= last; ++power) {
    for (int digit = 1; digit < 10; ++digit) {
      const double value = digit * std::pow(10.0, power);
      if (value < low_ || value > high_) continue;
      if (is_short && (digit == 1 || digit == 2 || digit == 5)) {
        ticks.push_back({value, fmt::format("{:g}", value)});
      } else if (digit == 1 && power % stride == 0) {
        ticks.push_back({value, "10", std::to_string(power)});
      } else if (digit == 1 || stride == 1) {
        ticks.push_back({value});
      }
    }
  }
  return ticks;
}

}  // namespace kreisel
