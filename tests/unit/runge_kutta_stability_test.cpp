// Stability functions of the Runge-Kutta families against published ones.
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include <gtest/gtest.h>

#include "tests/support/runge_kutta_cases.hpp"

namespace kreisel {
namespace {

using enum ImplicitFamily;
using Complex = std::complex<double>;

constexpr std::array<Complex, 7> samples{
    {{-0.3, 0.2}, {0.5, 1.0}, {-2.0, 0.0}, {0.0, 3.0}, {-4.0, 7.0}, {0.0, 25.0}, {-60.0, 10.0}}};

void expect_stability(const Tableau& t, const std::function<Complex(Complex)>& stated, double tolerance) {
  for (const Complex z : samples) {
    const Complex r = stated(z);
    EXPECT_LE(std::abs(stability_function(t, z) - r), tolerance * std::max(1.0, std::abs(r))) << t.name << z;
  }
}

/// P_kj(z), numerator of the Padé approximation (k, j) of exp; the denominator is P_jk(-z).
/// [Hairer, Wanner 1996] (IV.3.30).
Complex pade_polynomial(int k, int j, Complex z) {
  Complex sum = 1.0, term = 1.0;
  for (int i = 1; i <= k; ++i) {
    term *= z * static_cast<double>(k - i + 1) / static_cast<double>(i * (k + j - i + 1));
    sum += term;
  }
  return sum;
}

std::function<Complex(Complex)> pade(int k, int j) {
  return [=](Complex z) { return pade_polynomial(k, j, z) / pade_polynomial(j, k, -z); };
}

// [Hairer, Wanner 1996] table IV.5.13.
TEST(RungeKuttaStability, FunctionsOfTheClassicalFamiliesArePadeApproximations) {
  constexpr double tolerance = 1e-12;
  for (int s = 2; s <= 7; ++s) {
    expect_stability(implicit_tableau(gauss, s), pade(s, s), tolerance);
    expect_stability(implicit_tableau(radau_ia, s), pade(s - 1, s), tolerance);
    expect_stability(implicit_tableau(radau_iia, s), pade(s - 1, s), tolerance);
    expect_stability(implicit_tableau(lobatto_iiia, s), pade(s - 1, s - 1), tolerance);
    expect_stability(implicit_tableau(lobatto_iiib, s), pade(s - 1, s - 1), tolerance);
    expect_stability(implicit_tableau(lobatto_iiic, s), pade(s - 2, s), tolerance);
  }
}

// [Schaub 2004] chapter 3, three stages.
TEST(RungeKuttaStability, FunctionsOfTheBlendsAreThePublishedOnes) {
  constexpr double tolerance = 1e-13;
  for (const double x : {0.0, 0.2, 0.6, 0.9, 1.0}) {
    const double d = 4 - 4 * x + x * x;
    const auto ac = [=](Complex z) {
      return 2.0 * (12.0 + 3 * (1 + x) * z + x * z * z) /
             (24.0 + (6 * x - 18) * z + (6 - 4 * x) * z * z + (x - 1) * z * z * z);
    };
    const auto dc = [=](Complex z) {
      return (48.0 + 12 * (1 + x) * z + 6 * x * z * z + x * z * z * z) /
             (48.0 + 12 * (x - 3) * z + (12 - 6 * x) * z * z + (x - 2) * z * z * z);
    };
    const auto abc = [=](Complex z) {
      return (192.0 + 48 * (1 + x) * z + (16 * x + 2 * x * x) * z * z + x * x * z * z * z) /
             (192.0 + 48 * (x - 3) * z + (48 - 32 * x + 2 * x * x) * z * z + (8 * x - 8 - x * x) * z * z * z);
    };
    const auto abd = [=](Complex z) {
      const Complex even = 192.0 + (24 - 8 * x + 2 * x * x) * z * z, odd = 96.0 * z + d * z * z * z;
      return (even + odd) / (even - odd);
    };
    expect_stability(implicit_tableau(lobatto_iiiac, 3, x), ac, tolerance);
    expect_stability(implicit_tableau(lobatto_iiidc, 3, x), dc, tolerance);
    expect_stability(implicit_tableau(lobatto_iiiabc, 3, x), abc, tolerance);
    expect_stability(implicit_tableau(lobatto_iiiabd, 3, x), abd, tolerance);
  }
}

TEST(RungeKuttaStability, SpecialBlendsHaveTheFunctionsOfRadauAndGauss) {
  constexpr double tolerance = 1e-12;
  for (int s = 2; s <= 7; ++s) {
    const double m = 2 * s - 1;
    const double radau = s / m, symmetric = 2 - 2 / m * std::sqrt(m * (s - 1));
    expect_stability(implicit_tableau(lobatto_iiiac, s, radau), pade(s - 1, s), tolerance);
    expect_stability(implicit_tableau(lobatto_iiiabd, s, symmetric), pade(s, s), tolerance);
    const Complex z(-4.0, 7.0);
    const Complex near = stability_function(implicit_tableau(lobatto_iiiac, s, radau + 1e-3), z);
    EXPECT_GT(std::abs(near - pade(s - 1, s)(z)), 1e-9) << s;
  }
}

double stated_at_infinity(const RungeKuttaCase& method) {
  const double x = method.theta, sign = method.stages % 2 == 0 ? 1.0 : -1.0;
  switch (method.pure()) {
    case gauss:
    case lobatto_iiid:
    case lobatto_iiiab:
    case lobatto_iiiabd:
      return sign;
    case lobatto_iiia:
    case lobatto_iiib:
      return -sign;
    case lobatto_iiidc:
      return sign * x / (2 - x);
    case lobatto_iiiabc:
      return sign * x * x / (x * x - 8 * x + 8);
    default:
      return 0.0;
  }
}

TEST(RungeKuttaStability, LimitAtInfinityIsTheStatedOne) {
  for (const RungeKuttaCase& method : generated_methods(12))
    EXPECT_NEAR(stability_at_infinity(method.tableau), stated_at_infinity(method), 1e-10) << method.text();
  for (const Tableau& t : diagonally_implicit_methods())
    EXPECT_NEAR(stability_at_infinity(t), 0.0, 1e-14) << t.name;
  EXPECT_EQ(stability_at_infinity(explicit_tableau(ExplicitFormula::rk4)),
            std::numeric_limits<double>::infinity());
}

Tableau one_stage(double a, double b) {
  Tableau t;
  t.a = Matrix::Constant(1, 1, a);
  t.b = Vector::Constant(1, b);
  t.c = Vector::Constant(1, a);
  return t;
}

/// As sdirk_3 with another root γ of its cubic: order 3, R(∞) = 0, poles in the right half-plane.
Tableau with_smaller_gamma() {
  constexpr double g = 0.15898389998867657;
  Tableau t = implicit_tableau(sdirk, 3);
  t.b << -(6 * g * g - 16 * g + 1) / 4, (6 * g * g - 20 * g + 5) / 4, g;
  t.c << g, (1 + g) / 2, 1;
  t.a << g, 0, 0, (1 - g) / 2, g, 0, t.b.transpose();
  return t;
}

TEST(RungeKuttaStability, ImplicitMethodsAreAStableAndExplicitOnesAreNot) {
  for (const RungeKuttaCase& method : generated_methods(7))
    EXPECT_TRUE(is_a_stable(method.tableau)) << method.text();
  for (const Tableau& t : diagonally_implicit_methods()) EXPECT_TRUE(is_a_stable(t)) << t.name;
  for (const auto formula : {ExplicitFormula::rk4, ExplicitFormula::dopri5, ExplicitFormula::dop853})
    EXPECT_FALSE(is_a_stable(explicit_tableau(formula)));
  EXPECT_TRUE(is_a_stable(one_stage(0.5, 1.0)));
  EXPECT_FALSE(is_a_stable(one_stage(0.4999, 1.0)));  // |R(∞)| > 1
  EXPECT_EQ(order_by_trees(with_smaller_gamma(), 8), 3);
  EXPECT_EQ(stability_at_infinity(with_smaller_gamma()), 0.0);
  EXPECT_FALSE(is_a_stable(with_smaller_gamma()));   // |R| > 1 on a part of the imaginary axis
  EXPECT_FALSE(is_a_stable(one_stage(-1.0, -2.0)));  // R = (1-z)/(1+z): |R| = 1 on the axis, but a pole at -1
}

bool is_stated_symplectic(const RungeKuttaCase& method) {
  const ImplicitFamily family = method.pure();
  if (method.theta == 1.0 && family == lobatto_iiiabc) return true;
  if (family == lobatto_iiiab) return method.theta == 0.5;
  return family == gauss || family == lobatto_iiid || family == lobatto_iiiabd;
}

TEST(RungeKuttaStability, AlgebraicallyStableAreThoseStatedAndNoOthers) {
  for (const RungeKuttaCase& method : generated_methods(7)) {
    const ImplicitFamily family = method.pure();
    const bool is_stated = is_stated_symplectic(method) || family == radau_ia || family == radau_iia ||
                           family == lobatto_iiic || family == lobatto_iiidc || family == lobatto_iiiabc;
    EXPECT_EQ(is_algebraically_stable(method.tableau), is_stated) << method.text();
    EXPECT_EQ(is_symplectic(method.tableau), is_stated_symplectic(method)) << method.text();
  }
}

TEST(RungeKuttaStability, SymmetricAreThoseStatedAndNoOthers) {
  for (const RungeKuttaCase& method : generated_methods(7)) {
    const ImplicitFamily family = method.pure();
    const bool is_stated = is_stated_symplectic(method) || family == lobatto_iiia || family == lobatto_iiib ||
                           family == lobatto_iiiab;
    EXPECT_EQ(is_symmetric(method.tableau), is_stated) << method.text();
  }
}

// IIIB with two stages has equal stages: it is the midpoint rule, though its matrix b_i a_ij + ... is not zero.
TEST(RungeKuttaStability, SymplecticOrderIsOneMoreForBlendsWithLobattoIiic) {
  constexpr int highest = 8;
  for (const RungeKuttaCase& method : generated_methods(4)) {
    const ImplicitFamily family = method.pure();
    const bool is_midpoint = family == lobatto_iiib && method.stages == 2;
    const bool is_better = family == lobatto_iiic || family == lobatto_iiidc || family == lobatto_iiiabc;
    const int order = method.tableau.order + (is_better ? 1 : 0);
    EXPECT_EQ(symplectic_order(method.tableau, highest),
              is_stated_symplectic(method) || is_midpoint ? highest : order)
        << method.text();
  }
}

/// First two coefficients of f(χ)/χ^power as a series in χ², from values at three χ.
std::pair<double, double> leading_coefficients(const std::function<double(double)>& f, int power) {
  constexpr std::array<double, 3> chi{0.2, 0.3, 0.4};
  std::array<double, 3> x{}, y{};
  for (std::size_t i = 0; i < 3; ++i) {
    x[i] = chi[i] * chi[i];
    y[i] = f(chi[i]) / std::pow(chi[i], power);
  }
  const double first = (y[1] - y[0]) / (x[1] - x[0]), last = (y[2] - y[1]) / (x[2] - x[1]);
  const double second = (last - first) / (x[2] - x[0]);
  return {y[0] - first * x[0] + second * x[0] * x[1], first - second * (x[0] + x[1])};
}

struct Series {
  double first, second;
};

void expect_series(std::pair<double, double> found, Series stated, const std::string& name) {
  EXPECT_NEAR(found.first, stated.first, 5e-9) << name;
  EXPECT_NEAR(found.second, stated.second, 1e-7) << name;
}

/// R(iχ) = exp((-d_a + i d_p)χ): d_a = dissipation χ⁵ + ..., d_p - 1 = dispersion χ⁴ + ...
void expect_accuracy(const Tableau& t, Series dissipation, Series dispersion) {
  const auto r = [&](double chi) { return stability_function(t, Complex(0.0, chi)); };
  expect_series(leading_coefficients([&](double chi) { return -std::log(std::abs(r(chi))) / chi; }, 5),
                dissipation, t.name + " dissipation");
  expect_series(leading_coefficients([&](double chi) { return std::arg(r(chi)) / chi - 1.0; }, 4), dispersion,
                t.name + " dispersion");
}

// [Schaub 2004] chapter 3; the coefficients themselves are between 1e-5 and 1e-3.
TEST(RungeKuttaStability, DissipationAndDispersionOfTheBlendsAreThePublishedOnes) {
  for (const double x : {0.0, 0.3, 0.6, 0.8, 1.0}) {
    const double y = 1 - x, x2 = x * x, x3 = x2 * x;
    expect_accuracy(implicit_tableau(lobatto_iiiac, 3, x),
                    {y * y / 1152, -y * y * (3 * x2 - 2 * x + 3) / 55296},
                    {1.0 / 480 - x / 288, x3 / 4608 - 7 * x2 / 13824 + x / 1536 - 1.0 / 3584});
    expect_accuracy(implicit_tableau(lobatto_iiidc, 3, x), {y / 1152, -y * y * y / 18432},
                    {1.0 / 480, -x2 / 4608 + x / 2304 - 1.0 / 3584});
    const double abd = x2 / 1152 - x / 288 + 1.0 / 480;
    expect_accuracy(implicit_tableau(lobatto_iiiabd, 3, x), {0.0, 0.0},
                    {abd, x2 * x2 / 110592 - x3 / 13824 + x2 / 6912 - 1.0 / 16128});
    const Tableau abc = implicit_tableau(lobatto_iiiabc, 3, x);
    const auto r = [&](double chi) { return stability_function(abc, Complex(0.0, chi)); };
    const auto d_a = [&](double chi) { return -std::log(std::abs(r(chi))) / chi; };
    const auto d_p = [&](double chi) { return std::arg(r(chi)) / chi - 1.0; };
    EXPECT_NEAR(leading_coefficients(d_a, 5).first, (2 - x) * (2 - x) * y / 4608, 5e-9) << x;
    EXPECT_NEAR(leading_coefficients(d_p, 4).first, abd, 5e-9) << x;
  }
}

double radius(double chi, double theta) {
  return std::abs(stability_function(implicit_tableau(lobatto_iiidc, 3, theta), Complex(0.0, chi)));
}

TEST(RungeKuttaStability, StrongestDampingThetaMinimisesTheSpectralRadius) {
  for (const double chi : {0.5, 2.0, 2.7, 3.5, 5.0, 7.0, 10.0, 50.0, 1000.0}) {
    const double best = strongest_damping_theta(chi), smallest = radius(chi, best);
    for (int i = 0; i <= 100; ++i) EXPECT_LE(smallest, radius(chi, 0.01 * i) * (1 + 1e-12)) << chi;
    // Two-sided, so that the best θ is right itself and not only no worse than others.
    EXPECT_LT(smallest, radius(chi, best == 0.0 ? 1e-4 : 1.001 * best)) << chi;
    if (best == 0.0) continue;
    EXPECT_LT(smallest, radius(chi, 0.999 * best)) << chi;
  }
}

TEST(RungeKuttaStability, StrongestDampingThetaHasThePublishedValues) {
  EXPECT_EQ(strongest_damping_theta(0.0), 0.0);
  EXPECT_EQ(strongest_damping_theta(2.692016115), 0.0);
  EXPECT_GT(strongest_damping_theta(2.692016117), 0.0);
  EXPECT_LT(strongest_damping_theta(2.692016117), 1e-8);
  EXPECT_EQ(strongest_damping_theta(-5.0), strongest_damping_theta(5.0));
  EXPECT_LT(strongest_damping_theta(1e100), 1e-15);
  double largest = 0.0;
  for (int i = 2000; i < 20000; ++i) largest = std::max(largest, strongest_damping_theta(1e-3 * i));
  EXPECT_NEAR(largest, 0.4126401258, 1e-7);
  EXPECT_NEAR(radius(5.0, 0.0), 0.294, 5e-4);
  EXPECT_NEAR(radius(5.0, strongest_damping_theta(5.0)), 0.182, 5e-4);
  EXPECT_NEAR(radius(10.0, 0.0), 0.0645, 5e-5);
  EXPECT_NEAR(radius(10.0, strongest_damping_theta(10.0)), 0.0149, 5e-5);
  EXPECT_NEAR(radius(50.0, 0.0), 2.4e-3, 5e-5);
  EXPECT_NEAR(radius(50.0, strongest_damping_theta(50.0)), 9.7e-5, 5e-7);
}

}  // namespace
}  // namespace kreisel
