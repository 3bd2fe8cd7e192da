// Reading models: numbers in their three forms, parameters and their overrides, rotations, and the order of mistakes.
// What is refused, and how, is the subject of bad_models_test.cpp.
#include "kreisel/io/model_reader.hpp"

#include <chrono>
#include <cmath>
#include <numbers>
#include <string>
#include <variant>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kreisel/groups/rotation.hpp"

namespace kreisel {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// A model of one body with these members in addition.
std::string with_body(const std::string& members, const std::string& top = "") {
  return R"({"name": "test", "duration": 1, )" + top +
         R"("bodies": [{"name": "bob", "mass": 1, "inertia": [1, 1, 1])" + (members.empty() ? "" : ", ") +
         members + "}]}";
}

Body read_body(const std::string& members, const std::string& top = "",
               const ParameterTexts& parameters = {}) {
  return read_model_text("m.json", with_body(members, top), parameters).model.bodies.at(0);
}

ModelError mistake_in(const std::string& text, const ParameterTexts& parameters = {}) {
  try {
    read_model_text("m.json", text, parameters);
  } catch (const ModelError& error) {
    return error;
  }
  ADD_FAILURE() << "accepted: " << text.substr(0, 300);
  return {"", "", ""};
}

TEST(ModelReader, ANumberHasThreeForms) {
  const Body body =
      read_body(R"("position": [0.25, "5 mm", "=2*width + pi"])", R"("parameters": {"width": "3 cm"}, )");
  EXPECT_EQ(body.position(0), 0.25);
  EXPECT_EQ(body.position(1), 0.005);
  EXPECT_EQ(body.position(2), 2 * 0.03 + std::numbers::pi);
}

TEST(ModelReader, FieldsThatAreLeftOutKeepTheirDefaults) {
  const Model model = read_model_text("m.json", with_body("")).model;
  EXPECT_EQ(model.gravity, Vector3(0, 0, -9.81));
  EXPECT_EQ(model.group, "r3xso3");
  EXPECT_EQ(model.bodies[0].rotation.quaternion, (VectorOf<double, 4>(1, 0, 0, 0)));
  EXPECT_THAT(model.joints, IsEmpty());
}

TEST(ModelReader, ParametersUseEachOtherInAnyOrder) {
  const Model model =
      read_model_text("m.json",
                      with_body("", R"("parameters": {"c": "=a*b", "b": "=a+1", "a": "2 m", "d": 7}, )"))
          .model;
  EXPECT_THAT(model.parameters, ElementsAre(std::pair("a", 2.0), std::pair("b", 3.0), std::pair("c", 6.0),
                                            std::pair("d", 7.0)));
}

TEST(ModelReader, OverridesReplaceParametersBeforeOthersUseThem) {
  const std::string top = R"("parameters": {"length": "=2*width", "width": 1}, )",
                    member = R"("position": ["=length", 0, 0])";
  EXPECT_EQ(read_body(member, top).position(0), 2.0);
  EXPECT_EQ(read_body(member, top, {{"width", "3"}}).position(0), 6.0);
  EXPECT_EQ(read_body(member, top, {{"width", "5 mm"}}).position(0), 0.01);
  EXPECT_EQ(read_body(member, top, {{"length", "=10*width"}}).position(0), 10.0);
  EXPECT_EQ(read_body(member, top, {{"length", "-1e-3"}}).position(0), -1e-3);
}

TEST(ModelReader, BadOverridesAreErrorsOfTheOption) {
  const std::string text = with_body("", R"("parameters": {"width": 1, "height": "=width"}, )");
  try {
    read_model_text("m.json", text, {{"widht", "3"}});
    ADD_FAILURE();
  } catch (const UnknownName& error) {
    EXPECT_EQ(error.where(), "--set widht");
    EXPECT_THAT(error.hint(), HasSubstr("did you mean \"width\""));
  }
  for (const std::string bad :
       {"", "abc", "3 parsec", "1e999", "nan", "=1/0", "=nothing", "=height", "= ", "3 ,"}) {
    try {
      read_model_text("m.json", text, {{"width", bad}});
      ADD_FAILURE() << bad;
    } catch (const OptionError& error) {
      EXPECT_EQ(error.where(), "--set width") << bad;
      EXPECT_FALSE(error.hint().empty());
    } catch (const ModelError& error) {
      EXPECT_EQ(bad, "=height") << "a circle is named where the file has its first member";
      EXPECT_EQ(error.pointer(), "/parameters/height");
    }
  }
}

TEST(ModelReader, RotationsHaveThreeForms) {
  const double half = std::sqrt(0.5);
  const auto expect_quarter_turn = [&](const std::string& rotation) {
    const auto q = read_body("\"rotation\": " + rotation).rotation.quaternion;
    EXPECT_NEAR((q - VectorOf<double, 4>(half, half, 0, 0)).norm(), 0.0, 1e-15) << rotation;
  };
  expect_quarter_turn(R"({"axis": [2, 0, 0], "angle": "90 deg"})");
  expect_quarter_turn(R"({"angle": "=pi/2", "axis": [1e-320, 0, 0]})");
  expect_quarter_turn("[[1, 0, 0], [0, 0, -1], [0, 1, 0]]");
  expect_quarter_turn(R"--(["=sqrt(0.5)", "=sqrt(0.5)", 0, 0])--");
}

TEST(ModelReader, NearlyUnitQuaternionsAreNormalisedAndReported) {
  const ModelFile file = read_model_text("m.json", with_body(R"("rotation": [0.7071, 0.7071, 0, 0])"));
  EXPECT_NEAR(file.model.bodies[0].rotation.quaternion.norm(), 1.0, 1e-15);
  ASSERT_THAT(file.notes, SizeIs(1));
  EXPECT_THAT(file.notes[0], HasSubstr("m.json:1:105 (/bodies/0/rotation): quaternion of length 0.99999"));
  EXPECT_THAT(read_model_text("m.json", with_body(R"("rotation": [0.6, 0, 0.8, 0])")).notes, IsEmpty());
}

TEST(ModelReader, InertiasAreDiagonalOrFull) {
  const std::string head = R"({"name": "n", "duration": 1, "bodies": [{"name": "b", "mass": 1, "inertia": )";
  const auto inertia = [&](const std::string& text) {
    return read_model_text("m.json", head + text + "}]}").model.bodies[0].inertia;
  };
  EXPECT_EQ(inertia("[1, \"2 kg m^2\", 3]"), Matrix3(Vector3(1, 2, 3).asDiagonal()));
  Matrix3 full;
  full << 3, 0.5, 0, 0.5, 4, -0.25, 0, -0.25, 5;
  EXPECT_EQ(inertia("[[3, 0.5, 0], [0.5, 4, -0.25], [0, -0.25, 5]]"), full);
}

constexpr std::string_view many_elements = R"--({
  "$schema": "x", "name": "n", "duration": "1 min", "group": "se3",
  "markers": [{"name": "hook", "body": "bob", "position": [0, 0, 1]}],
  "bodies": [{"name": "bob", "mass": 1, "inertia": [1, 1, 1]}],
  "joints": [
    {"a": "hook", "type": "revolute", "name": "pin", "b": {"body": "ground", "axis": [0, 1, 0]}, "angle": "=sin(t)"},
    {"type": "distance", "name": "rod", "a": {"marker": "hook"}, "b": {"body": "ground"}, "length": "20 cm"}],
  "forces": [
    {"type": "bushing", "name": "rubber", "a": "hook", "b": {"body": "ground"}, "form": "row",
     "stiffness": ["1 kN/m", 1, 1, "2 N m/rad", 2, 2], "damping": [1, 1, "1 N s/m", 1, "3 N m s/rad", 1]},
    {"type": "force", "name": "wind", "a": "hook", "components": [0, "1 kN", "=-2*vz + t"], "axes": "body"}]})--";

TEST(ModelReader, JointsAndForcesOfEveryForm) {
  const Model model = read_model_text("m.json", std::string(many_elements)).model;
  EXPECT_EQ(model.duration, 60.0);
  const auto& pin = std::get<RevoluteJoint>(model.joints[0]);
  EXPECT_EQ(pin.a.marker, "hook");
  EXPECT_EQ(pin.b.axis, Vector3(0, 1, 0));
  EXPECT_EQ(pin.angle.text, "sin(t)");
  EXPECT_EQ(std::get<DistanceJoint>(model.joints[1]).length.text, "0.2");
  const auto& rubber = std::get<Bushing>(model.forces[0]);
  EXPECT_EQ(rubber.form, Form::row);
  EXPECT_EQ(rubber.stiffness(0, 0), 1000.0);
  EXPECT_EQ(rubber.damping(4, 4), 3.0);
  EXPECT_EQ(rubber.stiffness(0, 1), 0.0);
  const auto& wind = std::get<PointForce>(model.forces[1]);
  EXPECT_EQ(wind.axes, Axes::body);
  EXPECT_EQ(wind.components[0].text, "0");
  EXPECT_EQ(wind.components[1].text, "1000");
  EXPECT_EQ(wind.components[2].text, "-2*vz + t");
}

TEST(ModelReader, TheFirstMistakeOfTheFileIsReported) {
  const std::string text =
      "{\"name\": \"n\", \"duration\": 1,\n"
      " \"bodies\": [{\"name\": \"a\", \"mass\": \"1 m\", \"inertia\": [1, 1]},\n"
      "  {\"name\": \"a\", \"inertia\": [1, 1, 1]}],\n"
      " \"parameters\": {\"p\": true}}";
  EXPECT_EQ(mistake_in(text).where(), "m.json:2:35 (/bodies/0/mass)");
}

TEST(ModelReader, AMisspeltFieldIsNotCalledMissing) {
  EXPECT_EQ(mistake_in(R"({"name": "n", "duraton": 1, "bodies": []})").pointer(), "/duraton");
  EXPECT_EQ(mistake_in(R"({"name": "n", "bodies": []})").fact(), "the field \"duration\" is missing");
}

TEST(ModelReader, ABadParameterDoesNotSpoilTheFormulasThatUseIt) {
  const ModelError error = mistake_in(
      with_body(R"("position": ["=1/p", "=q", 0])", R"("parameters": {"p": "5 parsec", "q": "=p"}, )"));
  EXPECT_EQ(error.pointer(), "/parameters/p");
}

TEST(ModelReader, ThousandsOfMistakesTakeNoTime) {
  std::string bodies;
  for (int i = 0; i < 20000; ++i)
    bodies += std::string(i == 0 ? "" : ",") + R"({"name": "b", "mass": "=nothing"})";
  EXPECT_EQ(mistake_in(R"({"name": "n", "duration": 1, "bodies": [)" + bodies + "]}").pointer(), "/bodies/0");
}

TEST(ModelReader, ErrorsOfAssemblyGetALineAndColumn) {
  const ModelFile file = read_model_text("m.json",
                                         "{\"name\": \"n\", \"duration\": 1,\n \"bodies\": [{\"name\": "
                                         "\"a\", \"mass\": 0,\n  \"inertia\": [1, 1, 1]}]}");
  const ModelError mass = file.located({"mass is 0", "/bodies/0/mass", "give a positive one"});
  EXPECT_EQ(mass.where(), "m.json:2:35 (/bodies/0/mass)");
  EXPECT_EQ(mass.fact(), "mass is 0");
  EXPECT_EQ(mass.hint(), "give a positive one");
  EXPECT_EQ(file.located({"", "/bodies/0/rotation/2", ""}).where(), "m.json:2:13 (/bodies/0/rotation/2)");
  EXPECT_EQ(file.located({"", "/joints/7", ""}).where(), "m.json:1:1 (/joints/7)");
}

TEST(ModelReader, AChainOfManyBodiesIsReadInLinearTime) {
  const auto chain = [](int count) {
    std::string bodies, joints;
    for (int i = 0; i < count; ++i) {
      const std::string name = std::to_string(i), before = i == 0 ? "ground" : "b" + std::to_string(i - 1);
      const std::string separator = i == 0 ? "" : ",";
      bodies += separator + R"({"name": "b)" + name +
                R"(", "mass": 0.1, "inertia": [1e-4, 1e-4, 1e-6], "position": [)" + name + ", 0, 0]}";
      joints += separator + R"({"type": "spherical", "name": "j)" + name + R"(", "a": {"body": ")" + before +
                R"(", "position": [0.05, 0, 0]}, "b": {"body": "b)" + name +
                R"(", "position": [-0.05, 0, 0]}})";
    }
    return R"({"name": "chain", "duration": 1, "bodies": [)" + bodies + R"(], "joints": [)" + joints + "]}";
  };
  const auto seconds = [&](int count) {
    const std::string text = chain(count);
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_THAT(read_model_text("m.json", text).model.bodies, SizeIs(static_cast<std::size_t>(count)));
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  seconds(100);
  const double small = seconds(2000), large = seconds(20000);
  RecordProperty("seconds_of_20000_bodies", std::to_string(large));
  EXPECT_LT(large, 40.0 * small + 0.5) << "ten times the bodies";
}

TEST(ModelReader, ParameterNamesComeInTheOrderOfTheFile) {
  const ModelFile file =
      read_model_text("m.json", with_body("", R"("parameters": {"zeta": 1, "alpha": 2}, )"));
  EXPECT_THAT(parameter_names(file.document), ElementsAre("zeta", "alpha"));
}

}  // namespace
}  // namespace kreisel
