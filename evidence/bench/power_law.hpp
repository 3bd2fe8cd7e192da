// The power law closest to points, y = C x^p: THE fit of a slope. Orders of convergence, growth with damping, everything
// that is read off a line in logarithmic axes is read off this one.
#pragma once

#include <limits>
#include <span>

namespace kreisel {

struct PowerLaw {
  double slope = std::numeric_limits<double>::quiet_NaN();
  double level = std::numeric_limits<double>::quiet_NaN();  // log y = level + slope log x
  double spread = 0.0;                                      // sum of squared distances of log x from its mean

  double at(double x) const;
};

/// Least squares of log y over log x; x and y are positive.
PowerLaw power_law(std::span<const double> x, std::span<const double> y);

inline double slope_of(std::span<const double> x, std::span<const double> y) {
  return power_law(x, y).slope;
}

}  // namespace kreisel
