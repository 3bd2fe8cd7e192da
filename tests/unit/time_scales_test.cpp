// Frequencies and decay rates of systems in closed form.
#include "kreisel/check/time_scales.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "kreisel/equations/differentiated.hpp"
#include "kreisel/integrate/consistent_start.hpp"
#include "kreisel/problems/all.hpp"
#include "tests/support/linear_point.hpp"

namespace kreisel {
namespace {

State started(const AnySystem& system, const Vector& q, const Vector& v) {
  StartReport report;
  return consistent_start(system, 0.0, q, v, {}, report);
}

template <int Rows>
TimeScales scales_of(const LinearPoint<Rows>& law, double interval = 10.0) {
  const AnySystem system = erase(differentiated(law));
  return time_scales(system, started(system, Vector::Zero(3), Vector::Zero(3)), interval);
}

TEST(TimeScales, ModesOfAnOscillatorAreItsEigenvalues) {
  LinearPoint<0> law;
  law.masses = {2.0, 1.0, 1.0};
  law.stiffness.diagonal() << 2.0 * 900.0, 25.0, 0.0;  // 30 rad/s; 5 rad/s damped; free
  law.damping.diagonal() << 0.0, 2.0, 4.0;
  const TimeScales scales = scales_of(law);
  ASSERT_EQ(scales.modes.size(), 3U);
  EXPECT_NEAR(scales.modes[0].frequency, 30.0, 1e-10);
  EXPECT_NEAR(scales.modes[0].decay, 0.0, 1e-10);
  EXPECT_NEAR(scales.modes[1].frequency, std::sqrt(24.0), 1e-10);
  EXPECT_NEAR(scales.modes[1].decay, 1.0, 1e-10);
  EXPECT_NEAR(scales.modes[2].decay, 4.0, 1e-10);
  EXPECT_NEAR(scales.fastest_vibration(), 30.0, 1e-10);
  EXPECT_NEAR(scales.fastest_decay(), 4.0, 1e-10);
}

TEST(TimeScales, RigidRowsTakeTheirDirectionsAway) {
  LinearPoint<2> law;
  law.stiffness.diagonal() << 1e6, 100.0, 4.0;
  law.b << 1, 0, 0, 2, 0, 0;  // one of them is redundant
  law.all_rows = rigid_rows({"a", "b"});
  const AnySystem system = erase(differentiated(law));
  State state{0.0, Vector::Zero(3), Vector::Zero(3), Vector::Zero(3), Vector::Zero(2)};
  const TimeScales scales = time_scales(system, state, 10.0);
  ASSERT_EQ(scales.modes.size(), 2U);
  EXPECT_NEAR(scales.modes[0].frequency, 10.0, 1e-9);
  EXPECT_NEAR(scales.modes[1].frequency, 2.0, 1e-9);
}

TEST(TimeScales, CompliantRowsVibrateAsFastAsTheirSprings) {
  LinearPoint<3> law;
  law.masses = {1.0, 4.0, 1.0};
  law.stiffness.diagonal() << 0.0, 0.0, 1.0;
  law.b << 1, 0, 0, 0, 1, 0, 0, 0, 1;
  law.all_rows = {{.name = "stiff", .compliance = 1e-8},
                  {.name = "damper", .kind = RowKind::velocity, .compliance = 1e-3},
                  {.name = "soft", .compliance = 1.0, .relaxation = 0.5}};
  const TimeScales scales = scales_of(law);
  ASSERT_EQ(scales.rows.size(), 3U);
  EXPECT_NEAR(scales.rows[0].frequency, 1e4, 1e-6);
  EXPECT_EQ(scales.rows[0].stiffness, StiffnessClass::stiff);
  EXPECT_NEAR(scales.rows[1].decay, 250.0, 1e-9);
  EXPECT_EQ(scales.rows[1].stiffness, StiffnessClass::stiff);
  EXPECT_NEAR(scales.rows[2].frequency, 1.0, 1e-12);
  EXPECT_NEAR(scales.rows[2].damping_ratio, 0.25, 1e-12);
  EXPECT_EQ(scales.rows[2].stiffness, StiffnessClass::part_of_motion);
  EXPECT_NEAR(scales.fastest_vibration(), 1e4, 1e-6);
  EXPECT_NEAR(scales.fastest_decay(), 250.0, 1e-6);
}

TEST(TimeScales, ASpringThatIsTheMotionIsNotStiff) {
  LinearPoint<1> law;
  law.b << 1, 0, 0;
  law.all_rows = {{.name = "spring", .compliance = 1e-2}};  // 10 rad/s, 160 periods in the interval
  const TimeScales scales = scales_of(law, 100.0);
  EXPECT_EQ(scales.rows.at(0).stiffness, StiffnessClass::part_of_motion);
  EXPECT_NEAR(scales.motion_rate, 10.0, 1e-9);
}

TEST(TimeScales, WhatRigidRowsForbidIsNotTheMobilityOfASpring) {
  LinearPoint<2> law;
  law.b << 1, 1, 0, 0, 1, 0;
  law.all_rows = {{.name = "spring", .compliance = 1e-4}, {.name = "guide"}};
  EXPECT_NEAR(scales_of(law).rows.at(0).frequency, 100.0, 1e-9);  // free along x only
}

TEST(TimeScales, APendulumSwingsWithItsFrequency) {
  const ProblemEntry& entry = find_problem("pendulum");
  const ProblemInstance pendulum = entry.make(Parameters(entry.parameters));
  const AnySystem system = pendulum.system;
  const State state = started(system, Vector{{0.0, -1.0}}, Vector::Zero(2));
  const TimeScales scales = time_scales(system, state, 2.0);
  ASSERT_EQ(scales.modes.size(), 1U);
  EXPECT_NEAR(scales.modes[0].frequency, std::sqrt(9.81), 1e-9);
  EXPECT_NEAR(scales.modes[0].decay, 0.0, 1e-9);
}

/// A free body turning steadily about its shortest axis: the other two precess with Ω sqrt((C-A)(C-B)/(AB)).
TEST(TimeScales, AFreeBodyPrecessesWithEulersFrequency) {
  const ProblemEntry& entry = find_problem("free_body");
  const ProblemInstance body = entry.make(Parameters(entry.parameters));
  const AnySystem system = body.system;
  Vector v = Vector::Zero(system.group().dimension());
  v[v.size() - 1] = 7.0;
  const TimeScales scales = time_scales(system, started(system, body.q0, v), 2.0);
  const double expected = 7.0 * std::sqrt((3.0 - 1.0) * (3.0 - 2.0) / (1.0 * 2.0));
  bool is_found = false;
  for (const Mode& mode : scales.modes)
    is_found = is_found || (std::abs(mode.frequency - expected) < 1e-8 && std::abs(mode.decay) < 1e-8);
  EXPECT_TRUE(is_found);
}

TEST(TimeScales, AFastTopTurnsAsFastOnEveryGroup) {
  const ProblemEntry& entry = find_problem("heavy_top");
  for (const char* group : {"r3xso3", "r3xs3", "se3", "s3_semi_r3", "so3", "s3"}) {
    Parameters parameters(entry.parameters);
    parameters.set("group", group);
    const ProblemInstance top = entry.make(parameters);
    const AnySystem system = top.system;
    EXPECT_NEAR(time_scales(system, started(system, top.q0, top.v0), 1.0).motion_rate, 150.1, 0.1) << group;
  }
}

TEST(TimeScales, ADamperThatHoldsEverythingIsStiffForTheInterval) {
  LinearPoint<1> law;
  law.b << 1, 0, 0;
  law.all_rows = {{.name = "damper", .kind = RowKind::velocity, .compliance = 1e-3}};
  const TimeScales scales = scales_of(law, 2.0);
  EXPECT_NEAR(scales.motion_rate, std::numbers::pi, 1e-12);
  EXPECT_EQ(scales.rows.at(0).stiffness, StiffnessClass::stiff);
}

TEST(TimeScales, MotionThatFallsOverGrows) {
  const ProblemEntry& entry = find_problem("pendulum");
  const ProblemInstance pendulum = entry.make(Parameters(entry.parameters));
  const AnySystem system = pendulum.system;
  const State state = started(system, Vector{{0.0, 1.0}}, Vector::Zero(2));
  const TimeScales scales = time_scales(system, state, 2.0);
  ASSERT_EQ(scales.modes.size(), 2U);  // one that grows, one that decays
  const double largest = std::max(scales.modes[0].decay, scales.modes[1].decay);
  const double smallest = std::min(scales.modes[0].decay, scales.modes[1].decay);
  EXPECT_NEAR(largest, std::sqrt(9.81), 1e-9);
  EXPECT_NEAR(smallest, -std::sqrt(9.81), 1e-9);
}

}  // namespace
}  // namespace kreisel
