// What `check` says about a model: freedom, redundant rows, assembly, frequencies.
#include "kreisel/check/model_check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "kreisel/core/error.hpp"
#include "tests/support/four_bar.hpp"

namespace kreisel {
namespace {

using testing::HasSubstr;
using testing::UnorderedElementsAre;

TEST(ModelCheck, AFourBarInSpaceHasOneDegreeOfFreedomAndThreeRowsTooMany) {
  for (const char* group : {"r3xso3", "r3xs3", "se3", "s3_semi_r3"}) {
    const ModelCheck check = check_target(target_of(four_bar()), {{"group", group}});
    const RowRank& rank = check.traits.rank;
    EXPECT_EQ(rank.velocities, 18);
    EXPECT_EQ(rank.rigid_rows, 20);
    EXPECT_EQ(rank.degrees_of_freedom(), 1) << group;
    EXPECT_EQ(rank.redundant_rows(), 3) << group;
    ASSERT_EQ(rank.dependent.size(), 3U);
    std::vector<std::string> joints;
    for (const DependentRows& set : rank.dependent)
      for (const std::string& joint : set.joints)
        if (std::find(joints.begin(), joints.end(), joint) == joints.end()) joints.push_back(joint);
    EXPECT_THAT(joints, UnorderedElementsAre("base_left", "knee_left", "knee_right", "base_right"));
    EXPECT_TRUE(check.is_right()) << group;
    EXPECT_TRUE(check.moved.empty());
    EXPECT_THAT(check.advice.remarks.at(0), HasSubstr("redundant"));
  }
}

TEST(ModelCheck, WhatIsGivenRoughlyIsAssembledAndSaidToHaveMoved) {
  const Target rough = target_of(four_bar(0.2));
  EXPECT_THROW(check_target(rough, {}, {.start_limit = 0.01}), StartError);
  const ModelCheck check = check_target(rough, {});
  EXPECT_FALSE(check.violated.empty());
  ASSERT_FALSE(check.moved.empty());
  EXPECT_EQ(check.moved.front().body, "rocker");
  EXPECT_GT(check.moved.front().angle, 0.05);
  EXPECT_TRUE(check.is_right());
  EXPECT_EQ(check.traits.rank.degrees_of_freedom(), 1);
}

TEST(ModelCheck, TheStartLimitIsRefusedWithTheJoint) {
  try {
    check_target(target_of(four_bar(0.2)), {}, {.start_limit = 0.01});
    FAIL() << "no refusal";
  } catch (const StartError& error) {
    EXPECT_TRUE(error.fact().find("knee_right") != std::string::npos ||
                error.fact().find("base_right") != std::string::npos)
        << error.fact();
  }
}

TEST(ModelCheck, JointsThatContradictEachOtherAreRefused) {
  Model model = four_bar();
  RevoluteJoint second = std::get<RevoluteJoint>(model.joints[0]);
  second.name = "elsewhere";
  second.a.position = {0.005, 0.0, 0.0};
  model.joints.emplace_back(second);
  try {
    check_target(target_of(model), {});
    FAIL() << "no refusal";
  } catch (const StartError& error) {
    EXPECT_THAT(error.fact(), HasSubstr("contradicts"));
  }
}

TEST(ModelCheck, APendulumHasItsFrequency) {
  Model model = four_bar();
  model.bodies.resize(1);
  model.joints.resize(1);
  model.bodies[0].position = {0.0, 0.0, -0.5};
  model.bodies[0].rotation.quaternion << std::sqrt(0.5), 0.0, std::sqrt(0.5), 0.0;  // hangs down
  const ModelCheck check = check_target(target_of(model), {});
  EXPECT_EQ(check.traits.rank.degrees_of_freedom(), 1);
  ASSERT_EQ(check.traits.scales.modes.size(), 1U);
  EXPECT_NEAR(check.traits.scales.modes[0].frequency, std::sqrt(9.81 * 0.5 / (0.25 + 1.0 / 12.0)), 1e-8);
  EXPECT_EQ(check.bodies.at(static_cast<std::size_t>(check.traits.scales.modes[0].factor)), "crank");
}

TEST(ModelCheck, UnknownParametersAreRefusedWithNearMisses) {
  try {
    check_target(target_of(four_bar()), {{"grup", "se3"}});
    FAIL() << "no refusal";
  } catch (const UnknownName& error) {
    EXPECT_THAT(error.hint(), HasSubstr("group"));
  }
}

TEST(BodyCheck, SlipsOfUnitsAreRemarked) {
  Model model = four_bar();
  EXPECT_TRUE(check_bodies(model).empty());
  model.bodies[0].inertia *= 1e6;  // g mm^2 are not kg m^2
  model.bodies[1].mass = 1e7;
  model.bodies[2].inertia = Vector3(1e-9, 0.1, 0.1).asDiagonal();
  Body alone = model.bodies[2];
  alone.name = "alone";
  alone.inertia = Vector3(0.1, 0.1, 0.1).asDiagonal();
  model.bodies.push_back(alone);
  std::vector<std::string> texts;
  for (const BodyRemark& remark : check_bodies(model)) texts.push_back(remark.body + ": " + remark.text);
  EXPECT_THAT(texts,
              UnorderedElementsAre(HasSubstr("crank: its radius of gyration"), HasSubstr("coupler: its mass"),
                                   HasSubstr("rocker: its smallest moment"), HasSubstr("alone: no joint")));
}

}  // namespace
}  // namespace kreisel
