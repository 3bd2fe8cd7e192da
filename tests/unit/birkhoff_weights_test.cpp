// Polynomials from values, slopes and curvatures: exact for what they can be, small at 0, one at 1.
#include "kreisel/methods/shared/birkhoff_weights.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace kreisel {
namespace {

/// y = x + x³ - 2 x⁷: of degree 7, which five inner points give back.
double value(double x) {
  return x + std::pow(x, 3) - 2.0 * std::pow(x, 7);
}
double slope(double x) {
  return 1.0 + 3.0 * x * x - 14.0 * std::pow(x, 6);
}
double bend(double x) {
  return 6.0 * x - 84.0 * std::pow(x, 5);
}

double sum(const BirkhoffWeights& polynomial, double x, const std::vector<double>& data) {
  Vector weights = Vector::Zero(20);
  polynomial.at(x, weights);
  double y = 0.0;
  for (std::size_t k = 0; k < data.size(); ++k) y += weights[static_cast<Index>(k)] * data[k];
  return y;
}

TEST(BirkhoffWeights, GivePolynomialsBack) {
  for (const Index count : {5, 6, 7, 9, 10}) {
    const InnerPoints& inner = inner_points(count);
    std::vector<double> curvatures{slope(0.0), bend(0.0), bend(1.0)}, slopes{slope(0.0), slope(1.0)};
    for (const double x : inner.nodes) {
      curvatures.push_back(bend(x));
      slopes.push_back(slope(x));
    }
    for (const double x : {0.1, 0.37, 0.5, 0.93, 1.0}) {
      EXPECT_NEAR(sum(inner.position, x, curvatures), value(x), 1e-12) << count << ", " << x;
      EXPECT_NEAR(sum(inner.velocity, x, slopes), value(x), 1e-12) << count << ", " << x;
    }
    EXPECT_EQ(sum(inner.position, 0.0, curvatures), 0.0);
    EXPECT_EQ(sum(inner.velocity, 0.0, slopes), 0.0);
    double at_end = 0.0;
    for (std::size_t k = 0; k < slopes.size(); ++k)
      at_end += inner.velocity.slope_at_end()[static_cast<Index>(k)] * slopes[k];
    EXPECT_NEAR(at_end, slope(1.0), 1e-12);
  }
}

}  // namespace
}  // namespace kreisel
