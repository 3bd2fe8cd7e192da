// The fit of an order: known orders, windows, verdicts.
#include "evidence/bench/order_fit.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace {

using kreisel::ErrorPoint;
using kreisel::fit_order;
using kreisel::FitLimits;
using kreisel::OrderFit;
using kreisel::OrderVerdict;
using kreisel::verdict_on;

/// constant h^order for h = 0.1/2^j, plus a floor.
std::vector<ErrorPoint> errors(double order, int count, double floor = 0.0, double constant = 1.0) {
  std::vector<ErrorPoint> points;
  for (int j = 0; j < count; ++j) {
    const double h = 0.1 / std::exp2(j);
    points.push_back({h, constant * std::pow(h, order) + floor});
  }
  return points;
}

TEST(OrderFit, FindsAKnownOrderExactly) {
  for (const double order : {1.0, 2.0, 3.5, 5.0}) {
    const OrderFit fit = fit_order(errors(order, 8, 0.0, 0.2));
    ASSERT_TRUE(fit.is_known()) << fit.why_not;
    EXPECT_NEAR(fit.order, order, 1e-9);
    EXPECT_NEAR(fit.constant, 0.2, 1e-6);
    EXPECT_LT(fit.half_width, 0.05);
  }
}

TEST(OrderFit, LeavesTheRoundOffFloorOut) {
  const OrderFit fit = fit_order(errors(4.0, 12, 1e-12));
  ASSERT_TRUE(fit.is_known()) << fit.why_not;
  EXPECT_NEAR(fit.order, 4.0, 0.1);
  EXPECT_LT(fit.first + fit.count, 12U);
}

TEST(OrderFit, LeavesTheCoarseStepsOut) {
  std::vector<ErrorPoint> points = errors(2.0, 9);
  points[0].error = 0.9;
  points[1].error = 0.5;
  const OrderFit fit = fit_order(points);
  ASSERT_TRUE(fit.is_known()) << fit.why_not;
  EXPECT_GE(fit.first, 2U);
  EXPECT_NEAR(fit.order, 2.0, 1e-9);
}

TEST(OrderFit, DoesNotLookBelowTheErrorOfTheReference) {
  FitLimits limits;
  limits.floor = 1e-5;
  const std::vector<ErrorPoint> points = errors(3.0, 10);
  const OrderFit fit = fit_order(points, limits);
  ASSERT_TRUE(fit.is_known()) << fit.why_not;
  EXPECT_GT(points[fit.first + fit.count - 1].error, limits.floor);
}

TEST(OrderFit, SaysWhyThereIsNone) {
  EXPECT_EQ(fit_order(errors(2.0, 2)).why_not, "too few step sizes");
  EXPECT_EQ(fit_order(errors(0.0, 6, 0.0, 0.5)).why_not,
            "errors too large: the steps do not resolve the motion");
  EXPECT_EQ(fit_order(errors(0.0, 6, 0.0, 1e-3)).why_not, "errors do not fall with the step");
  EXPECT_EQ(fit_order(errors(2.0, 6), {.floor = 1.0}).why_not, "errors below what the reference can judge");
  std::vector<ErrorPoint> failed = errors(2.0, 4);
  for (std::size_t i = 0; i < 2; ++i) failed[i].error = std::nan("");
  EXPECT_EQ(fit_order(failed).why_not, "too many runs failed");
}

TEST(OrderFit, DoesNotDependOnTheOrderOfThePoints) {
  std::vector<ErrorPoint> points = errors(3.0, 8, 1e-9);
  const OrderFit fit = fit_order(points);
  std::swap(points[0], points[5]);
  std::swap(points[2], points[7]);
  EXPECT_EQ(fit_order(points).order, fit.order);
}

TEST(OrderFit, ScatterWidensTheInterval) {
  std::vector<ErrorPoint> points = errors(2.0, 6);
  const double calm = fit_order(points).half_width;
  for (std::size_t i = 0; i < points.size(); i += 2) points[i].error *= 1.3;
  EXPECT_GT(fit_order(points).half_width, 3.0 * calm);
}

TEST(OrderFit, JudgesFromBothSides) {
  EXPECT_EQ(verdict_on(fit_order(errors(2.0, 8)), 2), OrderVerdict::confirmed);
  EXPECT_EQ(verdict_on(fit_order(errors(3.0, 8)), 2), OrderVerdict::higher);
  EXPECT_EQ(verdict_on(fit_order(errors(2.0, 8)), 3), OrderVerdict::lower);
  EXPECT_EQ(verdict_on(fit_order(errors(2.0, 2)), 2), OrderVerdict::not_judged);
  EXPECT_EQ(verdict_on(fit_order(errors(2.0, 3, 0.0, 0.5)), 3), OrderVerdict::not_judged)
      << "three points are too few";
}

}  // namespace
