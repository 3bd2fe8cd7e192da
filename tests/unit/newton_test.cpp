// Newton on one equation: how it converges and every way it does not.
#include "kreisel/linear/newton.hpp"

#include <gtest/gtest.h>

namespace kreisel {
namespace {

/// x² = 2 by simplified Newton; the tolerance is 1e-12 in x.
struct Root {
  double x = 1.5, slope = 0.0, residual = 0.0;
  double noise = 0.0, spoil = 0.0;
  int factorizations = 0;

  bool evaluate() {
    residual = x * x - 2.0 + spoil;
    return std::isfinite(residual);
  }
  bool factorize() {
    ++factorizations;
    slope = 2.0 * x;
    return slope != 0.0;
  }
  double correct() {
    const double step = residual / slope;
    x -= step;
    return std::abs(step) / 1e-12;
  }
  double round_off() const { return noise; }
};

TEST(Newton, ConvergesWithOneMatrix) {
  Root root;
  NewtonMemory memory;
  const NewtonReport report = newton(root, {}, memory);
  EXPECT_EQ(report.status, NewtonStatus::converged);
  EXPECT_NEAR(root.x, std::sqrt(2.0), 1e-12);
  EXPECT_EQ(root.factorizations, 1);
}

TEST(Newton, RefreshesASlowMatrix) {
  Root root;
  root.x = 20.0;  // the slope there is far too steep near the root
  NewtonMemory memory;
  const NewtonReport report = newton(root, {.max_iterations = 30}, memory);
  EXPECT_EQ(report.status, NewtonStatus::converged);
  EXPECT_GT(root.factorizations, 1);
}

TEST(Newton, StopsAtTheIterationLimit) {
  Root root;
  root.x = 1e6;
  NewtonMemory memory;
  const NewtonReport report = newton(root, {.max_iterations = 4}, memory);
  EXPECT_EQ(report.status, NewtonStatus::iteration_limit);
  EXPECT_EQ(report.iterations, 4);
  EXPECT_FALSE(memory.has_matrix);
}

TEST(Newton, ReportsNan) {
  Root root;
  root.spoil = NAN;
  NewtonMemory memory;
  EXPECT_EQ(newton(root, {}, memory).status, NewtonStatus::non_finite);
}

TEST(Newton, ReportsASingularMatrix) {
  Root root;
  root.x = 0.0;
  NewtonMemory memory;
  EXPECT_EQ(newton(root, {}, memory).status, NewtonStatus::singular_matrix);
}

TEST(Newton, DivergenceIsNotConvergence) {
  Root root;
  root.spoil = 100.0;  // x² + 98 = 0 has no root
  NewtonMemory memory;
  EXPECT_FALSE(newton(root, {.max_iterations = 50}, memory).is_solved());
}

/// Increments that never fall below the noise of the arithmetic.
struct Noisy {
  int calls = 0;
  bool evaluate() { return true; }
  bool factorize() { return true; }
  double correct() { return ++calls == 1 ? 100.0 : 5.0; }
  double round_off() const { return 8.0; }
};

TEST(Newton, StagnationAtRoundOffIsItsOwnStatus) {
  Noisy noisy;
  NewtonMemory memory;
  memory.rate = 0.9;
  const NewtonReport report = newton(noisy, {.refresh_rate = 1e-3}, memory);
  EXPECT_TRUE(report.is_solved());
  EXPECT_LE(report.iterations, 3);
}

TEST(NewtonMemory, WaitsLongerAfterEveryTrialThatDidNotPay) {
  NewtonMemory memory;
  int trials = 0;
  for (int step = 0; step < 1000; ++step) {
    const bool old = memory.has_matrix;
    trials += old;
    memory.learn(old ? 5 : 2, !old, old);
  }
  EXPECT_GT(trials, 2);
  EXPECT_LT(trials, 10);
}

TEST(NewtonMemory, KeepsAMatrixThatPays) {
  NewtonMemory memory;
  memory.learn(2, false, false);
  EXPECT_TRUE(memory.has_matrix);
  memory.learn(3, true, true);
  EXPECT_TRUE(memory.has_matrix);
}

}  // namespace
}  // namespace kreisel
