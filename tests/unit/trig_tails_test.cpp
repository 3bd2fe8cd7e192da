// Tails of sine and cosine against their series, with derivatives.
#include "kreisel/groups/trig_tails.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace {

using kreisel::Dual;
using kreisel::trig_tail;

constexpr double ulp = std::numeric_limits<double>::epsilon();

/// The series itself; in 64 bits of mantissa its cancellation stays below a double's last digit up to θ = 2π.
long double series(int k, long double s) {
  long double term = 1.0L;
  for (int i = 2; i <= k; ++i) term /= i;
  long double sum = 0.0L;
  for (int j = 0; std::abs(term) > 1e-25L * std::abs(sum) || j < 3; ++j) {
    sum += term;
    term *= -s / ((2 * j + k + 1.0L) * (2 * j + k + 2.0L));
  }
  return sum;
}

/// Error of c_k at s in ulps of c_k, for k < 2 (which have zeros) of 1.
template <int k>
double error_in_ulps(double s) {
  const long double exact = series(k, s);
  const long double scale = k < 2 ? 1.0L : std::abs(exact);
  return static_cast<double>(std::abs(trig_tail<k>(s) - exact) / scale) / ulp;
}

constexpr double allowed_ulps = 4.0;
constexpr double largest = 16.0;  // θ = 4 rad; towards 2π the zero of c_2 makes relative errors meaningless

template <int k>
double worst_error() {
  double worst = 0.0;
  constexpr int samples = 20000;
  for (int i = 0; i <= samples; ++i) worst = std::max(worst, error_in_ulps<k>(largest * i / samples));
  for (double s = 1.0; s > 1e-30; s *= 0.7) worst = std::max(worst, error_in_ulps<k>(s));
  return worst;
}

template <int k>
double worst_error_around(double centre) {
  double worst = 0.0;
  for (int i = -500; i <= 500; ++i) worst = std::max(worst, error_in_ulps<k>(centre * (1.0 + 1e-6 * i)));
  return worst;
}

template <class Function>
void for_each_k(Function function) {
  [&]<int... k>(std::integer_sequence<int, k...>) {
    (function.template operator()<k>(), ...);
  }
  (std::make_integer_sequence<int, 12>{});
}

TEST(TrigTails, AgreeWithTheSeriesToAFewUlp) {
  for_each_k([]<int k>() {
    const double worst = worst_error<k>();
    ::testing::Test::RecordProperty("worst_ulps_of_c" + std::to_string(k), std::to_string(worst));
    EXPECT_LE(worst, allowed_ulps) << "c_" << k;
  });
}

TEST(TrigTails, AgreeWithTheSeriesOnBothSidesOfTheirSwitches) {
  for_each_k([]<int k>() {
    EXPECT_LE(worst_error_around<k>(kreisel::detail::short_series_switch), allowed_ulps) << "c_" << k;
    if (k >= 3) {
      EXPECT_LE(worst_error_around<k>(kreisel::detail::recursion_switch(k)), allowed_ulps) << "c_" << k;
    }
  });
}

TEST(TrigTails, FourAtOnceAgreeWithTheSeries) {
  double worst = 0.0;
  for (double s = 0.0; s <= largest; s += 0.001) {
    const auto c = kreisel::tails(s);
    const double measured[] = {c.c0, c.c1, c.c2, c.c3};
    for (int k = 0; k < 4; ++k) {
      const long double exact = series(k, s), scale = k < 2 ? 1.0L : std::abs(exact);
      worst = std::max(worst, static_cast<double>(std::abs(measured[k] - exact) / scale) / ulp);
    }
  }
  RecordProperty("worst_ulps", std::to_string(worst));
  EXPECT_LE(worst, allowed_ulps);
}

TEST(TrigTails, DerivativesInSAreExactOnThreeLevels) {
  using Third = Dual<Dual<Dual<double>>>;
  const auto derivative = [](int k, long double s) {
    return -0.5L * (series(k + 1, s) - k * series(k + 2, s));
  };
  const auto second = [&](int k, long double s) {
    return -0.5L * (derivative(k + 1, s) - k * derivative(k + 2, s));
  };
  const auto third = [&](int k, long double s) { return -0.5L * (second(k + 1, s) - k * second(k + 2, s)); };
  for (const double s : {0.0, 1e-12, 0.3, 0.6399999, 0.6400001, 3.0, 8.0, 20.0}) {
    const Third x{{{s, 1.0}, {1.0, 0.0}}, {{1.0, 0.0}, {0.0, 0.0}}};
    for_each_k([&]<int k>() {
      if constexpr (k <= 5) {
        const Third y = trig_tail<k>(x);
        // The differences c_{k+1} - k c_{k+2} lose at most a factor k + 1 per level.
        const auto allowed = [](int level) { return 8.0 * std::pow(k + 2.0, level) * ulp; };
        const double scale = static_cast<double>(series(k, 0.0L));
        EXPECT_NEAR(y.value.value.derivative, static_cast<double>(derivative(k, s)), allowed(1) * scale);
        EXPECT_NEAR(y.value.derivative.derivative, static_cast<double>(second(k, s)), allowed(2) * scale);
        EXPECT_NEAR(y.derivative.derivative.derivative, static_cast<double>(third(k, s)), allowed(3) * scale);
      }
    });
  }
}

TEST(TrigTails, FourAtOnceCarryTheSameDerivatives) {
  for (const double s : {0.0, 0.3, 0.7, 5.0, 20.0}) {
    const Dual<double> x{s, 1.0};
    const auto c = kreisel::tails(x);
    EXPECT_NEAR(c.c0.derivative, trig_tail<0>(x).derivative, 4 * ulp);
    EXPECT_NEAR(c.c1.derivative, trig_tail<1>(x).derivative, 4 * ulp);
    EXPECT_NEAR(c.c2.derivative, trig_tail<2>(x).derivative, 4 * ulp);
    EXPECT_NEAR(c.c3.derivative, trig_tail<3>(x).derivative, 4 * ulp);
  }
}

TEST(TrigTails, NonFiniteArgumentsGiveNonFiniteTails) {
  EXPECT_TRUE(std::isnan(trig_tail<0>(std::numeric_limits<double>::quiet_NaN())));
  EXPECT_TRUE(std::isnan(kreisel::tails(std::numeric_limits<double>::quiet_NaN()).c3));
}

}  // namespace
