// Coefficients of the Runge-Kutta families: published digits, simplifying assumptions, order conditions of trees.
#include "kreisel/methods/implicit_runge_kutta/tableau.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include <gtest/gtest.h>

#include "kreisel/core/error.hpp"
#include "kreisel/core/random.hpp"
#include "tests/support/runge_kutta_cases.hpp"

namespace kreisel {
namespace {

using enum ImplicitFamily;

constexpr double exact = 1e-15;

Vector column(std::initializer_list<double> entries) {
  Vector result(static_cast<Index>(entries.size()));
  std::copy(entries.begin(), entries.end(), result.begin());
  return result;
}

/// Row by row.
Matrix square(std::initializer_list<double> entries) {
  const Index n = std::lround(std::sqrt(entries.size()));
  return column(entries).reshaped(n, n).transpose();
}

double distance(const Matrix& x, const Matrix& y) {
  return (x - y).cwiseAbs().maxCoeff();
}

void expect_matrix(ImplicitFamily family, int stages, std::initializer_list<double> entries) {
  const Tableau t = implicit_tableau(family, stages);
  EXPECT_LE(distance(t.a, square(entries)), exact) << t.name;
}

void expect_nodes(ImplicitFamily family, int stages, const Vector& c, const Vector& b) {
  const Tableau t = implicit_tableau(family, stages);
  EXPECT_LE(distance(t.c, c), exact) << t.name;
  EXPECT_LE(distance(t.b, b), exact) << t.name;
}

// [Hairer, Wanner 1996] tables IV.5.1 to IV.5.6.
TEST(RungeKuttaTableau, GaussAndRadauCoefficientsAreThePublishedOnes) {
  const double r3 = std::sqrt(3.0), r6 = std::sqrt(6.0), r15 = std::sqrt(15.0);
  expect_nodes(gauss, 1, column({0.5}), column({1.0}));
  expect_nodes(gauss, 2, column({0.5 - r3 / 6, 0.5 + r3 / 6}), column({0.5, 0.5}));
  expect_matrix(gauss, 2, {0.25, 0.25 - r3 / 6, 0.25 + r3 / 6, 0.25});
  expect_nodes(gauss, 3, column({0.5 - r15 / 10, 0.5, 0.5 + r15 / 10}),
               column({5.0 / 18, 4.0 / 9, 5.0 / 18}));
  expect_matrix(gauss, 3,
                {5.0 / 36, 2.0 / 9 - r15 / 15, 5.0 / 36 - r15 / 30, 5.0 / 36 + r15 / 24, 2.0 / 9,
                 5.0 / 36 - r15 / 24, 5.0 / 36 + r15 / 30, 2.0 / 9 + r15 / 15, 5.0 / 36});
  expect_nodes(radau_ia, 2, column({0.0, 2.0 / 3}), column({0.25, 0.75}));
  expect_matrix(radau_ia, 2, {0.25, -0.25, 0.25, 5.0 / 12});
  expect_nodes(radau_ia, 3, column({0.0, (6 - r6) / 10, (6 + r6) / 10}),
               column({1.0 / 9, (16 + r6) / 36, (16 - r6) / 36}));
  expect_matrix(radau_ia, 3,
                {1.0 / 9, (-1 - r6) / 18, (-1 + r6) / 18, 1.0 / 9, (88 + 7 * r6) / 360, (88 - 43 * r6) / 360,
                 1.0 / 9, (88 + 43 * r6) / 360, (88 - 7 * r6) / 360});
  expect_matrix(radau_iia, 2, {5.0 / 12, -1.0 / 12, 0.75, 0.25});
  expect_nodes(radau_iia, 3, column({(4 - r6) / 10, (4 + r6) / 10, 1.0}),
               column({(16 - r6) / 36, (16 + r6) / 36, 1.0 / 9}));
  expect_matrix(radau_iia, 3,
                {(88 - 7 * r6) / 360, (296 - 169 * r6) / 1800, (-2 + 3 * r6) / 225, (296 + 169 * r6) / 1800,
                 (88 + 7 * r6) / 360, (-2 - 3 * r6) / 225, (16 - r6) / 36, (16 + r6) / 36, 1.0 / 9});
  expect_nodes(radau_iia, 4, column({.088587959512703947, .40946686444073471, .78765946176084706, 1.0}),
               column({.22046221117676838, .38819346884317188, .32884431998005974, 0.0625}));
}

TEST(RungeKuttaTableau, LobattoCoefficientsWithTwoAndThreeStagesAreThePublishedOnes) {
  expect_nodes(lobatto_iiia, 2, column({0.0, 1.0}), column({0.5, 0.5}));
  expect_matrix(lobatto_iiia, 2, {0.0, 0.0, 0.5, 0.5});
  expect_matrix(lobatto_iiib, 2, {0.5, 0.0, 0.5, 0.0});
  expect_matrix(lobatto_iiic, 2, {0.5, -0.5, 0.5, 0.5});
  expect_matrix(lobatto_iiid, 2, {0.25, -0.25, 0.75, 0.25});
  expect_nodes(lobatto_iiib, 3, column({0.0, 0.5, 1.0}), column({1.0 / 6, 2.0 / 3, 1.0 / 6}));
  expect_matrix(lobatto_iiia, 3, {0, 0, 0, 5.0 / 24, 1.0 / 3, -1.0 / 24, 1.0 / 6, 2.0 / 3, 1.0 / 6});
  expect_matrix(lobatto_iiib, 3, {1.0 / 6, -1.0 / 6, 0, 1.0 / 6, 1.0 / 3, 0, 1.0 / 6, 5.0 / 6, 0});
  expect_matrix(lobatto_iiic, 3,
                {1.0 / 6, -1.0 / 3, 1.0 / 6, 1.0 / 6, 5.0 / 12, -1.0 / 12, 1.0 / 6, 2.0 / 3, 1.0 / 6});
  expect_matrix(lobatto_iiid, 3,
                {1.0 / 12, -1.0 / 6, 1.0 / 12, 5.0 / 24, 1.0 / 3, -1.0 / 24, 1.0 / 12, 5.0 / 6, 1.0 / 12});
}

TEST(RungeKuttaTableau, LobattoCoefficientsWithFourStagesAreTheExactOnes) {
  const double r = std::sqrt(5.0), u = 1.0 / 12;
  expect_nodes(lobatto_iiic, 4, column({0.0, (5 - r) / 10, (5 + r) / 10, 1.0}), column({u, 5 * u, 5 * u, u}));
  expect_matrix(lobatto_iiia, 4,
                {0, 0, 0, 0,                                                           //
                 (11 + r) / 120, (25 - r) / 120, (25 - 13 * r) / 120, (-1 + r) / 120,  //
                 (11 - r) / 120, (25 + 13 * r) / 120, (25 + r) / 120, (-1 - r) / 120, u, 5 * u, 5 * u, u});
  expect_matrix(lobatto_iiib, 4,
                {u, (-1 - r) / 24, (-1 + r) / 24, 0, u, (25 + r) / 120, (25 - 13 * r) / 120, 0,  //
                 u, (25 + 13 * r) / 120, (25 - r) / 120, 0, u, (11 - r) / 24, (11 + r) / 24, 0});
  expect_matrix(lobatto_iiic, 4,
                {u, -r * u, r * u, -u, u, 0.25, (10 - 7 * r) / 60, r / 60,  //
                 u, (10 + 7 * r) / 60, 0.25, -r / 60, u, 5 * u, 5 * u, u});
  expect_matrix(lobatto_iiid, 4,
                {u / 2, -r / 24, r / 24, -u / 2, (10 + r) / 120, 5.0 / 24, (25 - 14 * r) / 120, r / 120,  //
                 (10 - r) / 120, (25 + 14 * r) / 120, 5.0 / 24, -r / 120,                                 //
                 0.125, (10 - r) / 24, (10 + r) / 24, u / 2});
}

TEST(RungeKuttaTableau, BlendsWithThreeStagesAreThePublishedOnes) {
  for (const double x : {0.0, 0.25, 0.4, 0.7, 1.0}) {
    const double y = 1 - x, z = 2 - x;
    const std::array<double, 3> mid{(4 + x) / 24, (5 - x) / 12, -z / 24};
    const Matrix ac = square({y / 6, -y / 3, y / 6, mid[0], mid[1], mid[2], 1.0 / 6, 2.0 / 3, 1.0 / 6});
    const Matrix dc = square({z / 12, -z / 6, z / 12, mid[0], mid[1], mid[2], z / 12, (4 + x) / 6, z / 12});
    EXPECT_LE(distance(implicit_tableau(lobatto_iiiac, 3, x).a, ac), exact) << x;
    EXPECT_LE(distance(implicit_tableau(lobatto_iiidc, 3, x).a, dc), exact) << x;
    const Matrix mean = (implicit_tableau(lobatto_iiia, 3).a + implicit_tableau(lobatto_iiib, 3).a) / 2;
    const auto blend = [&](ImplicitFamily with) -> Matrix {
      return x * mean + y * implicit_tableau(with, 3).a;
    };
    EXPECT_LE(distance(implicit_tableau(lobatto_iiiabc, 3, x).a, blend(lobatto_iiic)), exact) << x;
    EXPECT_LE(distance(implicit_tableau(lobatto_iiiabd, 3, x).a, blend(lobatto_iiid)), exact) << x;
  }
}

/// ξ, η, ζ of [Schaub 2004] chapter 3; a blend has the smaller ones of its parents.
SimplifyingAssumptions stated_assumptions(const RungeKuttaCase& method) {
  const int s = method.stages;
  switch (method.pure()) {
    case gauss:
      return {2 * s, s, s};
    case radau_ia:
      return {2 * s - 1, s - 1, s};
    case radau_iia:
      return {2 * s - 1, s, s - 1};
    case lobatto_iiia:
      return {2 * s - 2, s, s - 2};
    case lobatto_iiib:
      return {2 * s - 2, s - 2, s};
    case lobatto_iiic:
    case lobatto_iiid:
    case lobatto_iiidc:
      return {2 * s - 2, s - 1, s - 1};
    case lobatto_iiiac:
      return {2 * s - 2, s - 1, s - 2};
    default:
      return {2 * s - 2, s - 2, s - 2};
  }
}

TEST(RungeKuttaTableau, SimplifyingAssumptionsHoldAsStatedAndNoFurther) {
  for (const RungeKuttaCase& method : generated_methods(12)) {
    const SimplifyingAssumptions found = simplifying_assumptions(method.tableau);
    const SimplifyingAssumptions stated = stated_assumptions(method);
    EXPECT_EQ(found.quadrature, stated.quadrature) << method.text();
    EXPECT_EQ(found.stage, stated.stage) << method.text();
    EXPECT_EQ(found.adjoint, stated.adjoint) << method.text();
  }
}

// Beyond order 8 the assumptions above decide: B(p) holds, B(p+1) does not.
TEST(RungeKuttaTableau, TreesGiveTheOrderAndNoMore) {
  constexpr int highest = 8;
  for (const RungeKuttaCase& method : generated_methods(7)) {
    const Tableau& t = method.tableau;
    EXPECT_EQ(t.order, stated_assumptions(method).quadrature) << method.text();
    EXPECT_EQ(order_by_trees(t, highest), std::min(t.order, highest)) << method.text();
  }
}

Tableau embedded_formula(Tableau t) {
  t.b = t.embedded;
  return t;
}

TEST(RungeKuttaTableau, TabulatedMethodsHaveTheOrderTheyState) {
  std::vector<Tableau> methods = diagonally_implicit_methods();
  for (const auto formula : {ExplicitFormula::rk4, ExplicitFormula::dopri5, ExplicitFormula::dop853})
    methods.push_back(explicit_tableau(formula));
  for (const Tableau& t : methods) {
    const double tolerance = 1e-15 * std::max(1.0, t.a.cwiseAbs().maxCoeff());
    EXPECT_EQ(order_by_trees(t, 9, tolerance), t.order) << t.name;
    EXPECT_GE(simplifying_assumptions(t).stage, 1) << t.name;
    if (t.embedded.size() == 0) continue;
    EXPECT_EQ(order_by_trees(embedded_formula(t), 9, tolerance), t.embedded_order) << t.name;
  }
  EXPECT_EQ(explicit_tableau(ExplicitFormula::rk4).order, 4);
  EXPECT_EQ(explicit_tableau(ExplicitFormula::dopri5).order, 5);
  EXPECT_EQ(explicit_tableau(ExplicitFormula::dopri5).embedded_order, 4);
  EXPECT_EQ(explicit_tableau(ExplicitFormula::dop853).order, 8);
}

/// g(u) of the 1, 1, 2, 4 and 9 trees with one to five nodes as columns; γ(u) beside them.
std::pair<Matrix, Vector> trees_to_order_five(const Matrix& a) {
  const Vector one = Vector::Ones(a.rows()), c = a * one, c2 = c.cwiseProduct(c), c3 = c2.cwiseProduct(c);
  const Vector ac = a * c, ac2 = a * c2, aac = a * ac, c_ac = c.cwiseProduct(ac);
  Matrix g(a.rows(), 17);
  g << one, c, c2, ac, c3, c_ac, ac2, aac, a * aac, a * ac2, a * c_ac, a * c3, c.cwiseProduct(aac),
      ac.cwiseProduct(ac), c.cwiseProduct(ac2), c2.cwiseProduct(ac), c3.cwiseProduct(c);
  return {g, column({1, 2, 3, 6, 4, 8, 12, 24, 120, 60, 40, 20, 30, 20, 15, 10, 5})};
}

// With more stages than trees the weights can satisfy any set of conditions: all of them, or all but one.
TEST(RungeKuttaTableau, EveryTreeUpToOrderFiveIsChecked) {
  Random random(7);
  Tableau t;
  t.a = Matrix::NullaryExpr(24, 24, [&] { return random.uniform(-0.25, 0.25); });
  const auto [g, density] = trees_to_order_five(t.a);
  const Eigen::CompleteOrthogonalDecomposition<Matrix> solver(g.transpose());
  constexpr double tolerance = 1e-9;  // the conditions are solved to 1e-11
  t.b = solver.solve(density.cwiseInverse());
  EXPECT_EQ(order_by_trees(t, 8, tolerance), 5);
  constexpr std::array<int, 17> order{1, 2, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5};
  for (std::size_t i = 0; i < order.size(); ++i) {
    Vector conditions = density.cwiseInverse();
    conditions(static_cast<Index>(i)) += 1e-6;
    t.b = solver.solve(conditions);
    EXPECT_EQ(order_by_trees(t, 8, tolerance), order[i] - 1) << "tree " << i;
  }
}

TEST(RungeKuttaTableau, DiagonallyImplicitMethodsShareOneDiagonalEntry) {
  for (const Tableau& t : diagonally_implicit_methods()) {
    const bool has_explicit_stage = t.name.starts_with("esdirk");
    EXPECT_EQ(t.name.back() - '0', t.order);
    EXPECT_GT(t.embedded_order, 0) << t.name;
    EXPECT_TRUE(t.is_diagonally_implicit() && !t.is_explicit() && t.is_stiffly_accurate()) << t.name;
    EXPECT_EQ(t.has_explicit_first_stage(), has_explicit_stage) << t.name;
    const Vector diagonal = t.a.diagonal().tail(t.stages() - (has_explicit_stage ? 1 : 0));
    EXPECT_EQ(diagonal.minCoeff(), diagonal.maxCoeff()) << t.name;
  }
}

TEST(RungeKuttaTableau, ZerosAndSharedRowsAreExact) {
  for (const RungeKuttaCase& method : generated_methods(12)) {
    const Tableau& t = method.tableau;
    const ImplicitFamily family = method.pure();
    const bool one_stage_euler = method.stages == 1 && family != gauss;
    EXPECT_EQ(t.is_stiffly_accurate(), one_stage_euler || family == radau_iia || family == lobatto_iiia ||
                                           family == lobatto_iiic || family == lobatto_iiiac)
        << method.text();
    EXPECT_EQ(t.has_explicit_first_stage(), family == lobatto_iiia) << method.text();
    EXPECT_EQ(t.a.rightCols(1).isZero(0.0), family == lobatto_iiib) << method.text();
    EXPECT_FALSE(t.is_explicit()) << method.text();
    EXPECT_TRUE(std::is_sorted(t.c.begin(), t.c.end()) && t.c.minCoeff() >= 0.0 && t.c.maxCoeff() <= 1.0);
  }
  EXPECT_TRUE(explicit_tableau(ExplicitFormula::dop853).is_explicit());
}

TEST(RungeKuttaTableau, RefusesStagesAndBlendsThatDoNotExist) {
  EXPECT_THROW(implicit_tableau(gauss, 0), OptionError);
  EXPECT_THROW(implicit_tableau(radau_iia, 13), OptionError);
  EXPECT_THROW(implicit_tableau(lobatto_iiic, 1), OptionError);
  EXPECT_THROW(implicit_tableau(sdirk, 1), OptionError);
  EXPECT_THROW(implicit_tableau(esdirk, 5), OptionError);
  for (const double theta : {-0.01, 1.01, std::numeric_limits<double>::quiet_NaN()})
    EXPECT_THROW(implicit_tableau(lobatto_iiidc, 3, theta), OptionError) << theta;
  EXPECT_NO_THROW(implicit_tableau(lobatto_iiic, 3, -1.0));  // not a blend: θ is not read
  try {
    implicit_tableau(lobatto_iiia, 1);
  } catch (const OptionError& error) {
    EXPECT_EQ(error.fact(), "there is no lobatto_iiia with stages=1");
    EXPECT_EQ(error.hint(), "choose 2 to 12");
  }
}

// γΦ of the nine trees with five nodes, in the order of [Schaub 2004] chapter 3.
TEST(RungeKuttaTableau, LobattoIiidcMissesOrderFiveByTheSameAmountForEveryTheta) {
  for (const double theta : {0.0, 0.4, 0.8, 1.0}) {
    const Tableau t = implicit_tableau(lobatto_iiidc, 3, theta);
    const auto [g, density] = trees_to_order_five(t.a);
    const Vector elementary = (g.transpose() * t.b).cwiseProduct(density).tail(9);
    const Vector stated =
        column({5.0 / 4, 5.0 / 4, 5.0 / 6, 5.0 / 6, 15.0 / 16, 25.0 / 24, 15.0 / 16, 25.0 / 24, 25.0 / 24});
    EXPECT_LE(distance(elementary, stated), 1e-14) << theta;
  }
}

/// A Radau IIA or Gauss method with one digit changed.
Tableau broken(Tableau t, Index i, Index j) {
  t.a(i, j) -= 1e-6;
  return t;
}

TEST(RungeKuttaTableau, ChecksRejectATableauWithAWrongDigit) {
  const Tableau radau = implicit_tableau(radau_iia, 3), wrong = broken(radau, 2, 1);
  EXPECT_EQ(order_by_trees(wrong, 8), 1);
  EXPECT_EQ(simplifying_assumptions(wrong).stage, 0);
  EXPECT_EQ(simplifying_assumptions(wrong).adjoint, 0);
  EXPECT_FALSE(wrong.is_stiffly_accurate());
  EXPECT_GT(std::abs(stability_at_infinity(wrong)), 1e-7);
  Tableau light = radau;
  light.b(1) -= 1e-6;
  EXPECT_EQ(simplifying_assumptions(light).quadrature, 0);
  EXPECT_EQ(order_by_trees(light, 8), 0);
  const Tableau midpoint = broken(implicit_tableau(gauss, 3), 0, 0);
  EXPECT_FALSE(is_symplectic(midpoint));
  EXPECT_FALSE(is_symmetric(midpoint));
  EXPECT_FALSE(is_algebraically_stable(midpoint));
  EXPECT_FALSE(is_a_stable(midpoint));
  EXPECT_EQ(symplectic_order(midpoint, 8), 1);
  // Row sums and B(5) hold still: only trees and assumptions of higher order see it.
  Tableau balanced = radau;
  balanced.a(0, 0) += 1e-6;
  balanced.a(0, 2) -= 1e-6;
  EXPECT_EQ(order_by_trees(balanced, 8), 2);
  EXPECT_EQ(simplifying_assumptions(balanced).stage, 1);
  EXPECT_EQ(simplifying_assumptions(balanced).quadrature, 5);
}

}  // namespace
}  // namespace kreisel
