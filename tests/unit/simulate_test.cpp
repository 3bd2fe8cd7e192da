// A model built in code and run in one call.
#include "kreisel/run/simulate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "kreisel/core/error.hpp"
#include "tests/support/four_bar.hpp"

namespace kreisel {
namespace {

TEST(Simulate, ABodyAtRestPullsItsHingeWithItsWeight) {
  Model model = four_bar();
  model.bodies.resize(1);
  model.joints.resize(1);
  model.bodies[0].position = {0.0, 0.0, -0.5};
  model.bodies[0].rotation.quaternion << std::sqrt(0.5), 0.0, std::sqrt(0.5), 0.0;
  const Simulation motion = simulate(model, {.samples = {.count = 10}});
  ASSERT_TRUE(motion.is_complete()) << motion.record.message;
  ASSERT_EQ(motion.t.size(), 11);
  EXPECT_EQ(motion.t[10], 2.0);
  for (Index i = 0; i < motion.t.size(); ++i) {
    EXPECT_NEAR(motion.column("base_left.fz")[i], 9.81, 1e-9);
    EXPECT_NEAR(motion.column("base_left.fx")[i], 0.0, 1e-9);
    EXPECT_NEAR(motion.column("crank.z")[i], -0.5, 1e-12);
  }
  EXPECT_THROW(motion.column("crank.height"), UnknownName);
}

/// Standing upright with a push the parallelogram falls; its energy is constant whatever rows are redundant.
TEST(Simulate, RedundantJointsMoveAsTheyShouldAndSayThatForcesAreNotUnique) {
  Model model = four_bar();
  model.duration = 1.0;
  const double rate = 1.0;  // about -y for all that turns
  for (const std::size_t crank : {std::size_t(0), std::size_t(2)}) {
    model.bodies[crank].angular_velocity = {0.0, rate, 0.0};
    model.bodies[crank].velocity = {0.5 * rate, 0.0, 0.0};
  }
  model.bodies[1].velocity = {rate, 0.0, 0.0};
  const Simulation motion = simulate(model, {.steps = {.rtol = 1e-8}});
  ASSERT_TRUE(motion.is_complete()) << motion.record.message;
  EXPECT_EQ(motion.record.rank.redundant_rows(), 3);
  const Vector energy = motion.column("energy.total");
  EXPECT_LT((energy.array() - energy[0]).abs().maxCoeff(), 1e-5);
  EXPECT_GT((motion.column("coupler.z").array() - 1.0).abs().maxCoeff(), 0.1);
  // The linkage is plane: of least norm, no joint pushes out of the plane.
  for (const char* joint : {"base_left", "knee_left", "knee_right", "base_right"})
    EXPECT_LT(motion.column(std::string(joint) + ".fy").cwiseAbs().maxCoeff(), 1e-6) << joint;
  EXPECT_LT(motion.record.audit.max_position_residual, 1e-9);
}

}  // namespace
}  // namespace kreisel
