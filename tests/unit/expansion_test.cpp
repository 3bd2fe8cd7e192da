// The ε-expansion and the slow start of strongly damped motion, against digits computed elsewhere.
#include "kreisel/integrate/expansion.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "kreisel/equations/differentiated.hpp"
#include "kreisel/integrate/consistent_start.hpp"
#include "kreisel/problems/chaplygin_sleigh.hpp"
#include "kreisel/run/expand.hpp"

namespace kreisel {
namespace {

const Vector q0{{0.1, -0.2, 0.3}};
const Vector v0{{0.7 * std::cos(0.3), 0.7 * std::sin(0.3), 1.1}};

Expansion sleigh_expansion(double epsilon, double t_end) {
  SleighRow law;
  law.epsilon = epsilon;
  const AnySystem system = erase(differentiated(law));
  return expand(*series_system(law), system, q0, v0,
                {.order = 4, .epsilon = epsilon, .t_begin = 0.0, .t_end = t_end, .sample_times = {}});
}

/// Bivariate Taylor series in (t, ε): λ⁰ … λ⁴ and v¹ at the start.
TEST(Expansion, InitialCoefficientsOfTheSleigh) {
  const Expansion e = sleigh_expansion(1e-3, 1.0);
  ASSERT_TRUE(e.is_complete) << e.message;
  const std::array<double, 5> lambda{-0.9256434, 1.0166293, 3.4905296, 3.2819705, -24.526163};
  const std::array<double, 5> accuracy{1e-7, 1e-7, 1e-6, 1e-5, 2e-2};
  for (std::size_t k = 0; k < lambda.size(); ++k)
    EXPECT_NEAR(e.begin.lambda(0, static_cast<Index>(k)), lambda[k], accuracy[k]) << "lambda^" << k;
  EXPECT_NEAR(e.begin.v(0, 1), 0.26688531, 2e-8);
  EXPECT_NEAR(e.begin.v(1, 1), -0.86276766, 2e-8);
  EXPECT_NEAR(e.begin.v(2, 1), 0.45920513, 2e-8);
  EXPECT_LT(e.start_uncertainty, 1e-12);
  EXPECT_LT(e.steps, 12);
}

/// The truncated series misses the motion by O(ε^(K+1)); digits of the motion from collocation in 113 bits.
TEST(Expansion, WhatIsLeftOutIsOfTheNextOrder) {
  for (int order = 0; order <= 3; ++order) {
    std::array<double, 2> error{}, estimate{};
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
      const double epsilon = i == 0 ? 1e-2 : 1e-3;
      const ExpandRecord record =
          expand({.target = "chaplygin_sleigh",
                  .settings = {{"epsilon", i == 0 ? "1e-2" : "1e-3"}, {"start", "slow"}},
                  .order = order});
      ASSERT_TRUE(record.expansion.is_complete);
      EXPECT_EQ(record.epsilon, epsilon);
      for (const ReferenceValue& reference : record.references) {
        for (const ExpandedValue& value : record.values) {
          if (value.name != reference.observable || value.name.starts_with("lambda")) continue;
          error[i] = std::max(error[i], std::abs(value.sum - reference.value));
          estimate[i] = std::max(estimate[i], std::abs(value.next_term));
        }
      }
    }
    EXPECT_NEAR(std::log10(error[0] / error[1]), order + 1, 0.35) << "order " << order;
    EXPECT_NEAR(error[0] / estimate[0], 1.0, 0.2) << "order " << order;
  }
}

TEST(Expansion, ASlowStartMovesTheVelocityByTheSeries) {
  const double epsilon = 1e-3;
  SleighRow law;
  law.epsilon = epsilon;
  const AnySystem system = erase(differentiated(law));
  const Expansion e = sleigh_expansion(epsilon, 1.0);
  for (int order = 0; order <= 4; ++order) {
    StartReport report;
    const State state = consistent_start(
        system, 0.0, q0, v0,
        {.start = {.motion = InitialMotion::smooth, .order = order}, .time_scale = 2e-3, .interval = 2.0},
        report);
    const State series = e.begin.sum(epsilon, order);
    EXPECT_LT((state.v - series.v).cwiseAbs().maxCoeff(), 30.0 * std::pow(epsilon, order + 1) + 1e-13)
        << "order " << order;
    EXPECT_EQ(report.order, order);
    EXPECT_TRUE(report.rows.at(0).smooth);
  }
}

TEST(Expansion, ASmoothStartThatDoesNotExistIsRefused) {
  SleighRow law;
  law.epsilon = 2.0;  // relaxes as slowly as the motion itself
  StartReport report;
  EXPECT_THROW(
      consistent_start(erase(differentiated(law)), 0.0, q0, v0,
                       {.start = {.motion = InitialMotion::smooth}, .time_scale = 2e-3, .interval = 20.0},
                       report),
      StartError);
}

TEST(Expansion, RawStartsAreLeftAlone) {
  SleighRow law;
  law.epsilon = 1e-6;
  const Vector sideways = v0 + Vector{{-0.5 * std::sin(0.3), 0.5 * std::cos(0.3), 0.0}};
  StartReport report;
  const State state = consistent_start(erase(differentiated(law)), 0.0, q0, sideways,
                                       {.start = {.motion = InitialMotion::raw}}, report);
  EXPECT_EQ(state.v, sideways);
  EXPECT_FALSE(report.is_smooth());
  const double grip = 1.0 + 0.25 * std::sin(0.1);
  EXPECT_NEAR(state.lambda[0], grip * 0.5 / 1e-6, 1e-3);
}

TEST(Expansion, ProblemsWithoutDampersAreRefusedWithAReason) {
  EXPECT_THROW(expand({.target = "heavy_top"}), OptionError);
  EXPECT_THROW(expand({.target = "chaplygin_sleigh", .settings = {{"form", "force"}}}), OptionError);
  EXPECT_THROW(expand({.target = "rod_pendulum", .settings = {{"form", "spring_damper"}}}), OptionError);
  EXPECT_THROW(expand({.target = "chaplygin_sleigh", .order = 5}), OptionError);
}

/// Rotations: the same pendulum in the plane, on R³×SO(3) and on SE(3).
TEST(Expansion, TheGroupDoesNotMatter) {
  std::array<double, 3> phi{}, next{};
  const std::array<const char*, 3> groups{"planar", "r3xso3", "se3"};
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const ExpandRecord record = expand(
        {.target = "rod_pendulum", .settings = {{"damping", "1e6"}, {"group", groups[i]}}, .order = 1});
    ASSERT_TRUE(record.expansion.is_complete) << groups[i] << ": " << record.expansion.message;
    for (const ExpandedValue& value : record.values) {
      if (value.name != "phi") continue;
      phi[i] = value.sum;
      next[i] = value.next_term;
    }
  }
  for (std::size_t i = 1; i < groups.size(); ++i) {
    EXPECT_NEAR(phi[i], phi[0], 1e-10) << groups[i];
    EXPECT_NEAR(next[i], next[0], 1e-3 * std::abs(next[0])) << groups[i];
  }
}

}  // namespace
}  // namespace kreisel
