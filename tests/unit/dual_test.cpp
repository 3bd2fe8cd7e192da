// Derivatives by dual numbers up to the third order.
#include "kreisel/core/dual.hpp"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <Eigen/LU>
#include <cmath>
#include <limits>

namespace {

using kreisel::Dual;
using First = Dual<double>;
using Second = Dual<First>;
using Third = Dual<Second>;

constexpr double ulp = std::numeric_limits<double>::epsilon();

/// The variable x, carrying the unit direction on every level.
Third variable(double x) {
  const First first(x, 1.0);
  const Second second(first, First(1.0));
  return Third(second, Second(1.0));
}

/// f and its first three derivatives at x, read from the three levels.
struct Derivatives {
  double f, f1, f2, f3;
};
template <class Function>
Derivatives derivatives(Function function, double x) {
  const Third y = function(variable(x));
  return {y.value.value.value, y.value.value.derivative, y.value.derivative.derivative,
          y.derivative.derivative.derivative};
}

void expect_near(const Derivatives& measured, const Derivatives& exact) {
  constexpr double allowed = 64.0 * ulp;  // a dozen roundings on each of three levels
  EXPECT_NEAR(measured.f, exact.f, allowed * (1.0 + std::abs(exact.f)));
  EXPECT_NEAR(measured.f1, exact.f1, allowed * (1.0 + std::abs(exact.f1)));
  EXPECT_NEAR(measured.f2, exact.f2, allowed * (1.0 + std::abs(exact.f2)));
  EXPECT_NEAR(measured.f3, exact.f3, allowed * (1.0 + std::abs(exact.f3)));
}

TEST(Dual, ThirdDerivativesOfElementaryFunctionsAreExact) {
  const double x = 0.37, s = std::sin(x), c = std::cos(x), e = std::exp(x), t = std::tan(x);
  expect_near(derivatives([](auto y) { return sin(y); }, x), {s, c, -s, -c});
  expect_near(derivatives([](auto y) { return cos(y); }, x), {c, -s, -c, s});
  expect_near(derivatives([](auto y) { return exp(y); }, x), {e, e, e, e});
  expect_near(derivatives([](auto y) { return log(y); }, x),
              {std::log(x), 1 / x, -1 / (x * x), 2 / (x * x * x)});
  const double d = 1 + t * t;
  expect_near(derivatives([](auto y) { return tan(y); }, x), {t, d, 2 * t * d, 2 * d * d + 4 * t * t * d});
  const double r = std::sqrt(x);
  expect_near(derivatives([](auto y) { return sqrt(y); }, x),
              {r, 0.5 / r, -0.25 / (r * x), 0.375 / (r * x * x)});
}

TEST(Dual, ThirdDerivativesOfInverseFunctionsAreExact) {
  const double x = 0.37, u = 1 - x * x, w = std::sqrt(u);
  const double f1 = 1 / w, f2 = x / (u * w), f3 = (1 + 2 * x * x) / (u * u * w);
  expect_near(derivatives([](auto y) { return asin(y); }, x), {std::asin(x), f1, f2, f3});
  expect_near(derivatives([](auto y) { return acos(y); }, x), {std::acos(x), -f1, -f2, -f3});
  const double p = 1 + x * x;
  expect_near(derivatives([](auto y) { return atan2(y, decltype(y)(1.0)); }, x),
              {std::atan(x), 1 / p, -2 * x / (p * p), (6 * x * x - 2) / (p * p * p)});
}

TEST(Dual, QuotientsAndPowersAgreeWithEachOther) {
  const double x = 1.7;
  const Derivatives cube{x * x * x, 3 * x * x, 6 * x, 6};
  expect_near(derivatives([](auto y) { return y * y * y; }, x), cube);
  expect_near(derivatives([](auto y) { return pow(y, 3); }, x), cube);
  expect_near(derivatives([](auto y) { return pow(y, decltype(y)(3.0)); }, x), cube);
  expect_near(derivatives([](auto y) { return y / (1 / (y * y)); }, x), cube);
  expect_near(derivatives([](auto y) { return 2 * y - y / 2 - (1.5 * y) + 4 - y; }, x), {4 - x, -1, 0, 0});
  expect_near(derivatives([](auto y) { return abs(-y); }, x), {x, 1, 0, 0});
}

TEST(Dual, PowersAtZeroHaveFiniteDerivatives) {
  expect_near(derivatives([](auto y) { return pow(y, 2); }, 0.0), {0, 0, 2, 0});
  expect_near(derivatives([](auto y) { return pow(y, 0); }, 0.0), {1, 0, 0, 0});
}

TEST(Dual, ComparisonsLookAtValuesOnly) {
  EXPECT_TRUE(First(1.0, 5.0) == First(1.0, -5.0));
  EXPECT_TRUE(First(1.0, 5.0) < 2);
  EXPECT_TRUE(0.5 < First(1.0, -5.0));
  EXPECT_TRUE(variable(3.0) >= 3.0);
  EXPECT_FALSE(variable(3.0) != 3.0);
}

TEST(Dual, FinitenessLooksAtEveryLevel) {
  EXPECT_TRUE(is_finite(variable(2.0)));
  EXPECT_FALSE(is_finite(sqrt(variable(0.0))));
  EXPECT_EQ(value_of(sqrt(variable(4.0))), 2.0);
  EXPECT_TRUE(kreisel::is_finite(1.0));
}

TEST(Dual, EigenMixesMatricesOfDualAndDouble) {
  Eigen::Matrix3d a;
  a << 2, 1, 0, 1, 3, 1, 0, 1, 4;
  Eigen::Matrix<First, 3, 1> x(First(1, 1), First(2, 0), First(3, -1));
  const Eigen::Matrix<First, 3, 1> y = a * x;
  const Eigen::Matrix<First, 3, 1> z = 2.0 * (a * x) - x * 2.0 + a.col(0);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(y(i).value, a(i, 0) + 2 * a(i, 1) + 3 * a(i, 2));
    EXPECT_EQ(y(i).derivative, a(i, 0) - a(i, 2));
    EXPECT_EQ(z(i).derivative, 2 * y(i).derivative - 2 * x(i).derivative);
  }
  const First norm = x.norm();
  EXPECT_NEAR(norm.derivative, (1.0 - 3.0) / std::sqrt(14.0), 4 * ulp);
}

TEST(Dual, EigenMixesDynamicProductsWithAVector) {
  const Eigen::MatrixXd a = Eigen::MatrixXd::Constant(20, 20, 0.5);
  const Eigen::Matrix<First, Eigen::Dynamic, 1> x =
      Eigen::Matrix<First, Eigen::Dynamic, 1>::Constant(20, First(1, 2));
  const Eigen::Matrix<First, Eigen::Dynamic, 1> y = a * x;
  EXPECT_EQ(y(19).value, 10.0);
  EXPECT_EQ(y(19).derivative, 20.0);
}

TEST(Dual, EigenFactorisesAndMultipliesDynamicMatricesOfDual) {
  // d/dt A(t)^-1 = -A^-1 A' A^-1 with A = 4I + t·ones.
  constexpr int size = 20;
  using DualMatrix = Eigen::Matrix<First, Eigen::Dynamic, Eigen::Dynamic>;
  const DualMatrix a = (4.0 * Eigen::MatrixXd::Identity(size, size)).cast<First>() +
                       DualMatrix::Constant(size, size, First(0, 1));
  const DualMatrix inverse = a.partialPivLu().inverse();
  const DualMatrix product = inverse * DualMatrix::Identity(size, size);
  EXPECT_NEAR(product(3, 3).value, 0.25, ulp);
  EXPECT_NEAR(product(3, 7).derivative, -1.0 / 16.0, ulp);
}

}  // namespace
