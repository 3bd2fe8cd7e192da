// Truncated power series against what calculus says, and the expansion of the sleigh against digits from elsewhere.
#include "kreisel/core/series.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "kreisel/groups/series_tails.hpp"

namespace kreisel {
namespace {

using S = Series<5>;

S series(std::array<double, 6> coefficients) {
  S x;
  for (int k = 0; k <= 5; ++k) x[k] = coefficients[static_cast<std::size_t>(k)];
  return x;
}

/// Coefficients of f(x(ε)) by a polynomial through values at ε = -4δ … 4δ (f over double): exact up to O(δ⁴).
template <class F>
void expect_expansion_of(const F& f, const S& x, const char* what) {
  const S y = f(x);
  const auto at = [&](double epsilon) {
    double value = 0.0;
    for (int k = 5; k >= 0; --k) value = value * epsilon + x[k];
    return f(value);
  };
  const double d = 0.02;
  const double first = (8.0 * (at(d) - at(-d)) - (at(2 * d) - at(-2 * d))) / (12.0 * d);
  const double second =
      (16.0 * (at(d) + at(-d)) - (at(2 * d) + at(-2 * d)) - 30.0 * at(0.0)) / (24.0 * d * d);
  EXPECT_NEAR(y[0], at(0.0), 1e-15) << what;
  EXPECT_NEAR(y[1], first, 2e-5 * (1.0 + std::abs(first))) << what;
  EXPECT_NEAR(y[2], second, 2e-4 * (1.0 + std::abs(second))) << what;
  double sum = 0.0;  // all six together: what is missing is of order ε⁶
  const double e = 1e-3;
  for (int k = 5; k >= 0; --k) sum = sum * e + y[k];
  EXPECT_NEAR(sum, at(e), 1e-14 * (1.0 + std::abs(sum))) << what;
}

TEST(Series, FunctionsAreExpandedToTheLastCoefficient) {
  using std::sin, std::cos, std::exp, std::log, std::sqrt, std::pow, std::atan2, std::asin, std::acos,
      std::tan;
  const S x = series({0.4, 0.7, -0.3, 0.5, 1.1, -0.8});
  expect_expansion_of([](const auto& y) { return sin(y); }, x, "sin");
  expect_expansion_of([](const auto& y) { return cos(y); }, x, "cos");
  expect_expansion_of([](const auto& y) { return tan(y); }, x, "tan");
  expect_expansion_of([](const auto& y) { return exp(y); }, x, "exp");
  expect_expansion_of([](const auto& y) { return log(y); }, x, "log");
  expect_expansion_of([](const auto& y) { return sqrt(y); }, x, "sqrt");
  expect_expansion_of([](const auto& y) { return pow(y, 2.5); }, x, "pow");
  expect_expansion_of([](const auto& y) { return asin(y); }, x, "asin");
  expect_expansion_of([](const auto& y) { return acos(y); }, x, "acos");
  expect_expansion_of([](const auto& y) { return atan2(y, 1.0 + y * y); }, x, "atan2");
  expect_expansion_of([](const auto& y) { return (y * y - 3.0) / (1.0 + y); }, x, "quotient");
}

TEST(Series, RotationTailsAreExpandedAlsoAtZero) {
  for (const double s : {0.0, 0.3, 4.0}) {
    const S x = series({s, 0.7, -0.3, 0.5, 0.2, 0.1});
    if (s > 0.0) {
      expect_expansion_of([](const auto& y) { return trig_tail<1>(y); }, x, "c1");
      expect_expansion_of([](const auto& y) { return trig_tail<3>(y); }, x, "c3");
    }
    const Tails<S> c = tails(x);  // c0 = 1 - s c2, c1 = 1 - s c3 as series
    const S from_c2 = 1.0 - x * c.c2, from_c3 = 1.0 - x * c.c3;
    for (int k = 0; k <= 5; ++k) {
      EXPECT_NEAR(c.c0[k], from_c2[k], 2e-16) << "s = " << s << ", k = " << k;
      EXPECT_NEAR(c.c1[k], from_c3[k], 2e-16) << "s = " << s << ", k = " << k;
    }
  }
}

TEST(Series, DivisionUndoesMultiplication) {
  const S a = series({1.5, -0.2, 0.3, 0.9, -1.0, 2.0}), b = series({-0.7, 0.4, 0.1, -0.6, 0.8, 0.5});
  const S back = a * b / b;
  for (int k = 0; k <= 5; ++k) EXPECT_NEAR(back[k], a[k], 1e-13);
}

}  // namespace
}  // namespace kreisel
