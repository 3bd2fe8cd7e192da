// What a run can be of: problems and model files, with their parameters.
#include "kreisel/problems/target.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>

#include "kreisel/core/error.hpp"

namespace kreisel {
namespace {

using testing::HasSubstr;

class TargetFile : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "kreisel-target-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }

  static constexpr const char* ball = R"({
  "name": "ball",
  "parameters": {"mass": "2 kg", "height": 1},
  "duration": "0.1 s",
  "bodies": [{"name": "ball", "mass": "=mass", "inertia": [1, 1, 1], "position": [0, 0, "=height"]}]
})";
  std::filesystem::path folder_;
};

TEST_F(TargetFile, AModelFileIsATargetWithItsParameters) {
  const Target target = find_target(write("ball.json", ball));
  EXPECT_TRUE(target.is_model);
  EXPECT_EQ(target.name, "ball");
  EXPECT_EQ(target.model_text, ball);
  EXPECT_TRUE(target.knows("mass"));
  EXPECT_TRUE(target.knows("height"));
  EXPECT_TRUE(target.knows("group"));
  EXPECT_FALSE(target.knows("rho_inf"));
  const TargetInstance instance = target.make({{"mass", "500 g"}, {"group", "se3"}});
  EXPECT_EQ(instance.model->bodies[0].mass, 0.5);
  EXPECT_EQ(instance.model->group, "se3");
  EXPECT_EQ(instance.parameters.at("mass"), "0.5");
  EXPECT_EQ(instance.parameters.at("height"), "1");
  EXPECT_EQ(instance.parameters.at("group"), "se3");
  EXPECT_EQ(instance.problem.t_end, 0.1);
}

TEST_F(TargetFile, AModelFileIsReadOnce) {
  const std::string path = write("ball.json", ball);
  const Target target = find_target(path);
  std::filesystem::remove(path);
  EXPECT_EQ(target.make({}).model->bodies[0].mass, 2.0);
  EXPECT_EQ(target.make({{"mass", "3"}}).model->bodies[0].mass, 3.0);
  EXPECT_EQ(target.make({{"group", "se3"}}).model->bodies[0].mass, 2.0);
}

TEST_F(TargetFile, AnyFileThatExistsIsAModelFile) {
  EXPECT_TRUE(find_target(write("ball", ball)).is_model);
  EXPECT_TRUE(is_model_file("no/such/model.json"));
  EXPECT_FALSE(is_model_file("heavy_top"));
  EXPECT_FALSE(find_target("heavy_top").is_model);
}

TEST_F(TargetFile, MistakesNameTheirPlace) {
  EXPECT_THROW(find_target("no/such/model.json"), FileError);
  EXPECT_THROW(find_target(write("bad.json", "{")), ParseError);
  EXPECT_THROW(find_target("heavytop"), UnknownName);
  const Target target = find_target(write("ball.json", ball));
  EXPECT_THROW(target.make({{"group", "se4"}}), Error);
  try {
    target.make({{"mass", "-1"}});
    FAIL() << "no refusal";
  } catch (const ModelError& error) {
    EXPECT_THAT(error.where(), HasSubstr("ball.json:5:"));
  }
}

TEST(DivideSettings, WhatTheTargetDoesNotKnowIsForTheMethod) {
  const DividedSettings divided = divide({{"rho_inf", "0.8"}, {"mass", "15"}}, find_target("heavy_top"));
  ASSERT_EQ(divided.target.size(), 1U);
  EXPECT_EQ(divided.target[0].first, "mass");
  ASSERT_EQ(divided.others.size(), 1U);
  EXPECT_EQ(divided.others[0].first, "rho_inf");
}

}  // namespace
}  // namespace kreisel
