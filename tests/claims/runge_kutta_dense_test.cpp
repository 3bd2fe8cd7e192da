// Between the points of implicit Runge-Kutta methods: the order of the steps, rows that hold, points that are joined.
// Rows of every kind in the stabilised formulation.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "evidence/bench/subjects.hpp"
#include "kreisel/solve/stepper_for.hpp"
#include "tests/support/chosen_methods.hpp"
#include "tests/support/compliant_top.hpp"
#include "tests/support/driven_top.hpp"
#include "tests/support/order_checks.hpp"

namespace kreisel::claims {
namespace {

/// Errors in the middle of every step.
Errors errors_between(const MeasuredMethod& method, double h) {
  const Subject subject = driven_top_subject({});
  const AnySystem system = subject.system;
  const ExactMotion exact = subject.reference();
  State state = subject.start;
  Errors errors;
  completed_errors(subject, method, constant_steps(h, subject.t_end),
                   [&](const Stepper& stepper, const State&, long) {
                     stepper.interpolate(0.5, state);
                     raise_errors(system.group(), exact(state.t), state, errors);
                   });
  return errors;
}

RunSeries measured_between(const MeasuredMethod& method, double fewest_steps) {
  RunSeries measured{"dense output of " + method.name, {}, {}};
  for (const double more : {1.0, 1.4, 2.0, 2.8}) {
    measured.steps.push_back(1.0 / std::round(more * fewest_steps));
    measured.runs.push_back(errors_between(method, measured.steps.back()));
  }
  return measured;
}

struct Between {
  std::string method;
  Formulation formulation;
  ExpectedOrders orders;
  double fewest_steps;
  bool begins_with_a_stage = false;  // that is not the point itself: two formulas for one point
};

class RungeKuttaDenseOutput : public testing::TestWithParam<Between> {};

TEST_P(RungeKuttaDenseOutput, HasTheOrderOfTheSteps) {
  EXPECT_TRUE(has_slopes(
      measured_between(runge_kutta(GetParam().method, GetParam().formulation), GetParam().fewest_steps),
      GetParam().orders));
}

TEST_P(RungeKuttaDenseOutput, JoinsThePointsAndKeepsTheRows) {
  const Subject subject = heavy_top_subject({.constraint = "a", .t_end = 0.25});
  const AnySystem system = subject.system;
  State before = subject.start, state = subject.start;
  Vector rate(3);
  const MeasuredMethod method = runge_kutta(GetParam().method, GetParam().formulation);
  completed_errors(subject, method, constant_steps(1e-3, subject.t_end),
                   [&](const Stepper& stepper, const State&, long) {
                     const StateView now = stepper.state();
                     stepper.interpolate(1.0, state);
                     EXPECT_DOUBLE_EQ(state.t, now.t);
                     EXPECT_LT((state.q - now.q).norm() + 1e-3 * (state.v - now.v).norm(), 1e-13);
                     EXPECT_LT((state.lambda - now.lambda).norm(), 1e-10);
                     stepper.interpolate(0.0, state);
                     const double off = (state.q - before.q).norm() + 1e-3 * (state.v - before.v).norm();
                     EXPECT_LT(off, GetParam().begins_with_a_stage ? 1e-6 : 1e-12);
                     stepper.interpolate(0.4, state);
                     system.rate(state.t, state.q, state.v, rate);
                     EXPECT_LT(rate.norm(), 1e-12);
                     before.q = now.q;
                     before.v = now.v;
                   });
}

INSTANTIATE_TEST_SUITE_P(
    Methods, RungeKuttaDenseOutput,
    testing::Values(Between{"radau_iia_2", Formulation::index3, {3, 3, 3}, 160},
                    Between{"radau_iia_3", Formulation::index3, {5, 5, 5}, 60},
                    Between{"radau_iia_5", Formulation::index3, {.position = 9, .velocity = 9}, 26},
                    Between{"lobatto_iiic_3", Formulation::index3, {4, 4, 4}, 100, true},
                    Between{"lobatto_iiic_4", Formulation::index3, {6, 6, 6}, 60, true},
                    Between{"gauss_2", Formulation::index1, {4, 4, 4}, 100},
                    Between{"gauss_3", Formulation::index1, {6, 6, 6}, 60},
                    Between{"sdirk_4", Formulation::index1, {4, 4, 4}, 100},
                    Between{"esdirk_3", Formulation::index1, {3, 3, 3}, 160}),
    [](const auto& tested) { return tested.param.method; });

// Rows ------------------------------------------------------------------------------------------------

/// Stiff springs, spring-dampers, dampers and joints, all of them in the stabilised formulation.
TEST(RungeKuttaRows, OfEveryKindRunStabilised) {
  const MeasuredMethod method = runge_kutta("radau_iia_3", Formulation::index2);
  const std::vector<double> steps{2e-3, 1.6e-3, 1.25e-3, 1e-3};
  for (const TipRow& row : {TipRow{.t_end = 0.1}, TipRow{.compliance = 1e-14, .t_end = 0.1},
                            TipRow{.kind = RowKind::velocity, .t_end = 0.1},
                            TipRow{.kind = RowKind::velocity, .compliance = 1e-14, .t_end = 0.1}})
    EXPECT_TRUE(has_slopes(measure_at(compliant_top_subject(row), method, steps), {.position = 5}));
}

}  // namespace
}  // namespace kreisel::claims
