// Orders of implicit Runge-Kutta methods where theory has more to say than one number: heavy top and stiff pendulum, with
// and without projection. Expected slopes: reference on Runge-Kutta methods on groups, section 4, and on stiff implicit
// Runge-Kutta methods, section 2.1.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "evidence/bench/subjects.hpp"
#include "tests/support/chosen_methods.hpp"
#include "tests/support/order_checks.hpp"

namespace kreisel::claims {
namespace {

// Heavy top -------------------------------------------------------------------------------------------

Subject fast_top(const std::string& group = "r3xso3") {
  return heavy_top_subject({.group = group, .constraint = group == "se3" ? "b" : "a", .t_end = 0.25});
}

/// Errors of higher order meet round-off where those of lower order become asymptotic.
const std::vector<double> coarse{2e-3, 1.6e-3, 1.25e-3, 1e-3}, medium{1e-3, 7e-4, 5e-4, 3.5e-4},
    fine{8e-4, 4e-4, 2e-4};

TEST(RungeKuttaOnTheTop, Index3ShowsTheOrdersOfItsStages) {
  const auto measured = [](const char* name, const std::vector<double>& steps) {
    return measure_at(fast_top(), runge_kutta(name, Formulation::index3, as_the_stages_leave_it), steps);
  };
  EXPECT_TRUE(has_slopes(measured("radau_iia_2", fine), {3, 2, 1}));
  EXPECT_TRUE(has_slopes(measured("radau_iia_3", coarse), {.position = 5}));
  EXPECT_TRUE(has_slopes(measured("radau_iia_3", fine), {.velocity = 3, .multiplier = 2}));
  EXPECT_TRUE(has_slopes(measured("lobatto_iiic_3", medium), {4, 2, 1}));
}

TEST(RungeKuttaOnTheTop, ProjectionGivesTheOrderOfThePositionsToEverything) {
  const auto measured = [](const char* name, const std::vector<double>& steps) {
    return measure_at(fast_top(), runge_kutta(name, Formulation::index3), steps);
  };
  EXPECT_TRUE(has_slopes(measured("radau_iia_2", fine), {3, 3, 3}));
  EXPECT_TRUE(has_slopes(measured("radau_iia_3", coarse), {5, 5, 5}));
  EXPECT_TRUE(has_slopes(measured("lobatto_iiic_3", medium), {4, 4, 4}));
}

TEST(RungeKuttaOnTheTop, StabilisedAndAccelerationLevelKeepTheOrderOfTheVelocities) {
  const auto measured = [](const char* name, Formulation formulation, const std::vector<double>& steps) {
    return measure_at(fast_top(), runge_kutta(name, formulation, as_the_stages_leave_it), steps);
  };
  EXPECT_TRUE(has_slopes(measured("radau_iia_3", Formulation::index2, coarse), {5, 5, 3}));
  EXPECT_TRUE(has_slopes(measured("radau_iia_3", Formulation::velocity, coarse), {5, 5, 3}));
  EXPECT_TRUE(has_slopes(measured("radau_iia_3", Formulation::index1, coarse), {5, 5, 5}));
  EXPECT_TRUE(has_slopes(measured("lobatto_iiic_3", Formulation::index2, medium), {4, 4, 2}));
  EXPECT_TRUE(has_slopes(measured("lobatto_iiic_3", Formulation::index1, medium), {4, 4, 4}));
}

TEST(RungeKuttaOnTheTop, GaussKeepsItsOrderOnAccelerationLevel) {
  const auto measured = [](const char* name, const std::vector<double>& steps) {
    return measure_at(fast_top(), runge_kutta(name, Formulation::index1), steps);
  };
  EXPECT_TRUE(has_slopes(measured("gauss_2", medium), {4, 4, 4}));
  EXPECT_TRUE(has_slopes(measured("gauss_3", coarse), {6, 6, 6}));
}

/// Why index 3 is not for Gauss.
TEST(RungeKuttaOnTheTop, GaussLosesItsOrderOnPositionLevel) {
  const RunSeries measured =
      measure_at(fast_top(), runge_kutta("gauss_2", Formulation::index3, as_the_stages_leave_it), medium);
  EXPECT_TRUE(has_slopes(measured, {.position = 2})) << "v and λ do not converge";
  EXPECT_LT(measured.slope(&Errors::v_norm), 0.5) << measured.text();
  EXPECT_LT(measured.slope(&Errors::lambda_norm), -0.5) << measured.text();
}

TEST(RungeKuttaOnTheTop, KeepsItsOrderWhereRotationsMovePositions) {
  const std::vector<double> steps{1e-3, 8e-4, 6.4e-4};
  for (const Formulation formulation : {Formulation::index3, Formulation::index2})
    EXPECT_TRUE(
        has_slopes(measure_at(fast_top("se3"), runge_kutta("radau_iia_3", formulation), steps), {5, 5, 5}));
}

// Stiff pendulum --------------------------------------------------------------------------------------

struct PendulumRow {
  std::string method;
  MethodSettings settings;
  ExpectedOrders orders;
  double coarsest = 0.2;
};

class StiffPendulum : public testing::TestWithParam<PendulumRow> {
 protected:
  static RunSeries measured(double epsilon) {
    MethodSettings settings = as_the_stages_leave_it;
    settings.insert(settings.end(), GetParam().settings.begin(), GetParam().settings.end());
    const double h = GetParam().coarsest;
    return measure_at(stiff_pendulum_subject(epsilon),
                      runge_kutta(GetParam().method, Formulation::index3, settings),
                      {h, h / 2, h / 4, h / 8});
  }
};

TEST_P(StiffPendulum, ShowsTheOrdersOfTheRigidOne) {
  EXPECT_TRUE(has_slopes(measured(0.0), GetParam().orders));
  EXPECT_TRUE(has_slopes(measured(1e-5), GetParam().orders));
}

TEST_P(StiffPendulum, HasTheErrorsOfTheRigidOneToTwoDigits) {
  const RunSeries rigid = measured(0.0), stiff = measured(1e-5);
  for (std::size_t i = 0; i < rigid.runs.size(); ++i) {
    const LargestErrors a = largest_errors(rigid.runs[i]), b = largest_errors(stiff.runs[i]);
    EXPECT_NEAR(b.position / a.position, 1.0, 0.02) << stiff.text() << rigid.text();
    EXPECT_NEAR(b.velocity / a.velocity, 1.0, 0.02) << stiff.text() << rigid.text();
    EXPECT_NEAR(b.multiplier / a.multiplier, 1.0, 0.02) << stiff.text() << rigid.text();
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, StiffPendulum,
                         testing::Values(PendulumRow{"radau_iia_2", {}, {3, 2, 1}, 0.1},
                                         PendulumRow{"radau_iia_3", {}, {5, 3, 2}},
                                         PendulumRow{"lobatto_iiic_3", {}, {4, 2, 1}},
                                         PendulumRow{"lobatto_iiic_4", {}, {6, 3, 2}, 0.4},
                                         PendulumRow{"lobatto_iiidc_3", {{"theta", "0.4"}}, {4, 2, 1}},
                                         PendulumRow{"lobatto_iiidc_3", {{"theta", "0.8"}}, {4, 2, 1}}),
                         [](const auto& tested) {
                           std::string name = tested.param.method;
                           for (const auto& [key, value] : tested.param.settings)
                             name += "_" + key + "_0" + value.substr(2);
                           return name;
                         });

}  // namespace
}  // namespace kreisel::claims
