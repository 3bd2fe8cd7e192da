// Φ = q - t³ [Arnold, Brüls, Cardona 2015] Example 2: nothing but the error recursion of the rows is left, and
// it is known exactly: E_n = (T₊⁻¹T₀)ⁿ E_0, E_0 = (C_q h, 0, e) with C_q = 1 - 6β - 3Δα and e the error of a_0:
// 0 for a_0 = v'(Δα h), 6 Δα h for the plain start. Its second entry is the error of λ.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "kreisel/integrate/consistent_start.hpp"
#include "kreisel/problems/all.hpp"
#include "kreisel/solve/stepper_for.hpp"
#include "tests/support/chosen_methods.hpp"

namespace kreisel::claims {
namespace {

/// T₊⁻¹T₀ of [Arnold, Brüls, Cardona 2015] eq. (47).
Matrix3 recursion(const GeneralizedAlphaParameters& p) {
  const double am = p.alpha_m, af = p.alpha_f, b = p.beta, g = p.gamma;
  Matrix3 t;
  t << 1.0 - g / b, 0.0, 1.0 - g / (2.0 * b),                                                          //
      (1.0 - am) / (b * (1.0 - af)), -af / (1.0 - af), (1.0 - am - 2.0 * b) / (2.0 * b * (1.0 - af)),  //
      -1.0 / b, 0.0, 1.0 - 1.0 / (2.0 * b);
  return t;
}

std::unique_ptr<Stepper> started(const MeasuredMethod& method) {
  const ProblemEntry& entry = find_problem("driven_point");
  const ProblemInstance problem = entry.make(Parameters(entry.parameters));
  StartReport report;
  auto stepper = stepper_for(problem.system, method.coefficients, method.options);
  stepper->start(consistent_start(problem.system, 0.0, problem.q0, problem.v0, {}, report));
  return stepper;
}

constexpr double h = 0.01;
constexpr int step_count = 100;

void expect_recursion(double rho, StartValues start) {
  const auto parameters = GeneralizedAlphaParameters::chung_hulbert(rho);
  const double delta = parameters.delta_alpha();
  Vector3 predicted((1.0 - 6.0 * parameters.beta - 3.0 * delta) * h, 0.0,
                    start == StartValues::plain ? 6.0 * delta * h : 0.0);
  const auto stepper = started(damped_alpha(rho, Formulation::index3, start));
  double worst_multiplier = 0.0, worst_position = 0.0;
  for (int n = 1; n <= step_count; ++n) {
    const double t = n * h;
    ASSERT_EQ(stepper->attempt(h).status, StepStatus::completed);
    stepper->accept(t);
    predicted = recursion(parameters) * predicted;
    const double error = -6.0 * t - stepper->state().lambda(0);
    worst_multiplier = std::max(worst_multiplier, std::abs(error - predicted(1)));
    worst_position = std::max(worst_position, std::abs(stepper->state().q(0) - t * t * t));
  }
  EXPECT_LT(worst_multiplier, 1e-9) << "rho " << rho;
  EXPECT_LT(worst_position, 1e-14) << "rho " << rho;
}

TEST(DrivenPoint, MultiplierErrorsFollowTheRecursionOfTheTheory) {
  for (const double rho : {0.9, 0.6, 0.0}) {
    expect_recursion(rho, StartValues::plain);
    expect_recursion(rho, StartValues::a_only);
  }
}

TEST(DrivenPoint, MultipliersAreExactAfterAPerturbedStart) {
  const auto stepper = started(damped_alpha(0.9, Formulation::index3));
  double worst = 0.0;
  for (int n = 1; n <= step_count; ++n) {
    ASSERT_EQ(stepper->attempt(h).status, StepStatus::completed);
    stepper->accept(n * h);
    worst = std::max(worst, std::abs(stepper->state().lambda(0) + 6.0 * n * h));
  }
  EXPECT_LT(worst, 1e-9);
}

}  // namespace
}  // namespace kreisel::claims
