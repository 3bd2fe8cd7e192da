// Writing models: read -> write -> read gives the same bits, in one canonical form.
#include "kreisel/io/model_writer.hpp"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kreisel/io/model_reader.hpp"
#include "tests/support/random_model.hpp"

namespace kreisel {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(ModelWriter, TenThousandRandomModelsRoundTripBitByBit) {
  constexpr std::uint64_t seed = 20;
  Random random(seed);
  for (int i = 0; i < 10'000; ++i) {
    const Model model = random_model(random);
    const std::string text = write_model(model);
    const ModelFile back = read_model_text("random.json", text);
    ASSERT_TRUE(same_bits(back.model, model)) << "seed " << seed << ", model " << i << "\n" << text;
    ASSERT_TRUE(back.notes.empty()) << back.notes.front();
    ASSERT_EQ(write_model(back.model), text);
  }
}

TEST(ModelWriter, TheComparisonSeesASingleBit) {
  Random random(3);
  const Model model = random_model(random);
  Model other = model;
  EXPECT_TRUE(same_bits(model, other));
  double& duration = other.duration;
  duration = std::nextafter(duration, duration > 0.0 ? -1e308 : 1e308);
  EXPECT_FALSE(same_bits(model, other));
  other = model;
  other.gravity(0) = 0.0;
  Model negative = other;
  negative.gravity(0) = -0.0;
  EXPECT_FALSE(same_bits(other, negative));
}

Model small_model() {
  Model model;
  model.name = "small";
  model.bodies.push_back({.name = "bob", .mass = 2.0, .inertia = Vector3(1, 2, 3).asDiagonal()});
  model.joints.push_back(
      DistanceJoint{.name = "rod", .a = {.body = "ground"}, .b = {.body = "bob"}, .length = {"2*t"}});
  return model;
}

TEST(ModelWriter, DefaultsAreLeftOutAndShortThingsStayOnOneLine) {
  EXPECT_EQ(write_model(small_model()), R"({
  "$schema": "kreisel-model.schema.json",
  "name": "small",
  "duration": 1,
  "bodies": [{"name": "bob", "mass": 2, "inertia": [1, 2, 3]}],
  "joints": [
    {"type": "distance", "name": "rod", "a": {"body": "ground"}, "b": {"body": "bob"}, "length": "=2*t"}
  ]
}
)");
}

TEST(ModelWriter, WhatIsNotFiniteIsRefusedWithItsPlace) {
  Model model = small_model();
  model.bodies[0].inertia(1, 1) = std::numeric_limits<double>::quiet_NaN();
  try {
    write_model(model);
    ADD_FAILURE();
  } catch (const ModelError& error) {
    EXPECT_EQ(error.pointer(), "/bodies/0/inertia/1");
    EXPECT_THAT(error.fact(), HasSubstr("nan cannot be written"));
  }
}

}  // namespace
}  // namespace kreisel
