// Backward differentiation of higher order with compliant and velocity rows: the heavy top on R³×SO(3), its tip held by
// springs, spring-dampers and dampers. Stiff rows are joints, damped ones keep the order, and undamped springs inside
// the unstable part of the imaginary axis do not.
#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

#include "tests/support/chosen_methods.hpp"
#include "tests/support/compliant_top.hpp"
#include "tests/support/order_checks.hpp"

namespace kreisel::claims {
namespace {

const std::vector<double> steps{1e-3, 5e-4, 2.5e-4};
constexpr Formulation both_formulations[]{Formulation::index3, Formulation::index2};

RunSeries measured(int k, Formulation formulation, const TipRow& row) {
  return measure_at(compliant_top_subject(row), multistep({.order = k, .formulation = formulation}), steps);
}

void expect_order_in_both_formulations(int k, const TipRow& row) {
  for (const Formulation formulation : both_formulations)
    EXPECT_TRUE(has_slopes(measured(k, formulation, row), all_of_order(k)));
}

TEST(MultistepRows, StiffSpringsKeepTheOrderOfTheJoint) {
  for (const int k : {2, 3, 4}) expect_order_in_both_formulations(k, {.compliance = 1e-12, .t_end = 0.25});
}

TEST(MultistepRows, StiffSpringsHaveTheErrorsOfTheJoint) {
  for (const int k : {2, 3, 4}) {
    const MeasuredMethod method = multistep({.order = k});
    const auto errors = [&](double compliance) {
      return completed_errors(compliant_top_subject({.compliance = compliance}), method,
                              constant_steps(1e-3, 0.1));
    };
    const Errors joint = errors(0.0), spring = errors(1e-12);
    EXPECT_NEAR(spring.q_algebra, joint.q_algebra, 1e-3 * joint.q_algebra);
    EXPECT_NEAR(spring.lambda_norm, joint.lambda_norm, 1e-3 * joint.lambda_norm);
  }
}

TEST(MultistepRows, StiffSpringsWithDampersKeepTheOrder) {
  for (const int k : {2, 3, 4})
    expect_order_in_both_formulations(k, {.compliance = 1e-8, .relaxation = 5.4e-4, .t_end = 0.04});
}

TEST(MultistepRows, SpringsWithDampersKeepTheOrder) {
  for (const int k : {2, 3, 4})
    expect_order_in_both_formulations(
        k, {.compliance = 1e-6, .relaxation = 5e-3, .time_scale = 5e-3, .t_end = 0.1});
}

TEST(MultistepRows, RigidVelocityRowsAndStrongDampersKeepTheOrder) {
  for (const double compliance : {0.0, 1e-12})
    for (const int k : {3, 4})
      expect_order_in_both_formulations(k,
                                        {.kind = RowKind::velocity, .compliance = compliance, .t_end = 0.25});
}

TEST(MultistepRows, DampersKeepTheOrder) {
  for (const int k : {2, 3})
    expect_order_in_both_formulations(
        k, {.kind = RowKind::velocity, .compliance = 1e-4, .time_scale = 1e-2, .t_end = 0.1});
}

/// Springs whose ωh lies between 1.3 and 10 at h = 5e-4. A-stable up to order 2; order 3 lets vibrations grow up to
/// ωh = 1.93, order 4 up to 4.71.
class UndampedSprings : public testing::Test {
 protected:
  static constexpr double h = 5e-4;
  static Subject top(double compliance) {
    return compliant_top_subject({.compliance = compliance, .t_end = 0.1});
  }
  static double multiplier_error(double compliance, int k, Formulation formulation) {
    const MeasuredMethod method = multistep({.order = k, .formulation = formulation});
    return completed_errors(top(compliance), method, constant_steps(h, 0.1)).lambda_norm;
  }
};

TEST_F(UndampedSprings, KeepOrderTwo) {
  EXPECT_TRUE(has_slopes(measure_at(top(1e-8), multistep({.order = 2}), steps), all_of_order(2)));
}

TEST_F(UndampedSprings, VibrateMoreAndMoreWithOrderThree) {
  for (const Formulation formulation : both_formulations)
    EXPECT_GT(multiplier_error(1e-8, 3, formulation), 10.0 * multiplier_error(1e-12, 3, formulation));
}

TEST_F(UndampedSprings, VibrateUntilNewtonFailsWithOrderFour) {
  for (const Formulation formulation : both_formulations)
    EXPECT_THROW(multiplier_error(1e-8, 4, formulation), std::runtime_error);
}

}  // namespace
}  // namespace kreisel::claims
