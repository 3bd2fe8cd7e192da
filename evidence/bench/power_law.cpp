// Least squares about the means, so that close steps lose no digits.
#include "evidence/bench/power_law.hpp"

#include <cmath>

namespace kreisel {

double PowerLaw::at(double x) const {
  return std::exp(level + slope * std::log(x));
}

PowerLaw power_law(std::span<const double> x, std::span<const double> y) {
  const auto n = static_cast<double>(x.size());
  double x_mean = 0.0, y_mean = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    x_mean += std::log(x[i]) / n;
    y_mean += std::log(y[i]) / n;
  }
  double xx = 0.0, xy = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double off = std::log(x[i]) - x_mean;
    xx += off * off;
    xy += off * (std::log(y[i]) - y_mean);
  }
  const double slope = xy / xx;
  return {slope, y_mean - slope * x_mean, xx};
}

}  // namespace kreisel
