// Parameters of problems and methods: bounds, texts, locales.
#include "kreisel/core/parameters.hpp"

#include <gmock/gmock.h>

#include <clocale>
#include <cmath>

#include "kreisel/core/error.hpp"

namespace {

using kreisel::OptionError;
using kreisel::Parameters;
using kreisel::UnknownName;
using testing::HasSubstr;
using testing::Pair;
using testing::UnorderedElementsAre;

Parameters example() {
  return Parameters({{.name = "mass", .value = 15.0, .unit = "kg", .lowest = 1e-12},
                     {.name = "eccentricity", .value = 0.6, .lowest = 0.0, .highest = 0.99},
                     {.name = "start", .value = -2.0},
                     {.name = "group", .choices = {"so3", "se3", "s3"}}});
}

/// The error that setting `name` to `text` throws.
template <class Failure>
Failure failure_of(const char* name, const char* text) {
  Parameters parameters = example();
  try {
    parameters.set(name, text);
  } catch (const Failure& failure) {
    return failure;
  }
  ADD_FAILURE() << name << "=" << text << " was accepted";
  return Failure("", "", "");
}

TEST(Parameters, DefaultsHoldUntilSet) {
  Parameters parameters = example();
  EXPECT_EQ(parameters.number("mass"), 15.0);
  EXPECT_EQ(parameters.choice("group"), "so3");
  parameters.set("mass", "2.5e-1");
  parameters.set("group", "s3");
  parameters.set("start", "-1e3");
  EXPECT_EQ(parameters.number("mass"), 0.25);
  EXPECT_EQ(parameters.number("start"), -1000.0);
  EXPECT_EQ(parameters.choice("group"), "s3");
  EXPECT_TRUE(parameters.knows("group"));
  EXPECT_FALSE(parameters.knows("Group"));
}

TEST(Parameters, BoundsBelongToTheRange) {
  Parameters parameters = example();
  parameters.set("eccentricity", "0");
  parameters.set("eccentricity", "0.99");
  EXPECT_EQ(parameters.number("eccentricity"), 0.99);
}

TEST(Parameters, TextsReadBackAsTheSameNumbers) {
  Parameters parameters = example();
  parameters.set("start", "0.1000000000000000055511151231257827");
  EXPECT_THAT(parameters.texts(), UnorderedElementsAre(Pair("mass", "15"), Pair("eccentricity", "0.6"),
                                                       Pair("start", "0.1"), Pair("group", "so3")));
}

TEST(Parameters, NumbersDoNotDependOnTheLocale) {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  std::setlocale(LC_ALL, "de_DE.UTF-8");  // decimal comma where that locale is installed
  Parameters parameters = example();
  parameters.set("start", "0.5");
  EXPECT_EQ(parameters.number("start"), 0.5);
  EXPECT_EQ(parameters.texts().at("start"), "0.5");
  EXPECT_THROW(parameters.set("start", "0,5"), OptionError);
  std::setlocale(LC_ALL, before.c_str());
}

TEST(Parameters, WhatIsNoNumberIsRefused) {
  for (const char* text : {"", " ", "abc", "1.5kg", "1 ", " 1", "0x10", "1,5", "--1", "1e", "."}) {
    EXPECT_THAT(failure_of<OptionError>("mass", text).fact(), HasSubstr("is not a number")) << text;
  }
  for (const char* text : {"nan", "NaN", "-nan", "inf", "-inf", "infinity"}) {
    EXPECT_THAT(failure_of<OptionError>("start", text).fact(), HasSubstr("is not finite")) << text;
  }
  for (const char* text : {"1e999", "-1e999", "1e-999"}) {
    EXPECT_THAT(failure_of<OptionError>("start", text).fact(), HasSubstr("does not fit a double")) << text;
  }
}

TEST(Parameters, InfinityIsANumberWhereItIsTheBound) {
  Parameters parameters({{.name = "damping", .value = 1e4, .lowest = 0.0, .highest = INFINITY}});
  parameters.set("damping", "inf");
  EXPECT_EQ(parameters.number("damping"), INFINITY);
  EXPECT_THAT(parameters.texts(), UnorderedElementsAre(Pair("damping", "inf")));
  parameters.set("damping", "1e308");
  EXPECT_EQ(parameters.number("damping"), 1e308);
  for (const char* text : {"-inf", "nan"}) {
    try {
      parameters.set("damping", text);
      ADD_FAILURE() << text << " was accepted";
    } catch (const OptionError& error) {
      EXPECT_THAT(error.fact(), HasSubstr("is not finite"));
      EXPECT_EQ(error.hint(), "give a number of at least 0, or inf, such as the default 10000");
    }
  }
}

TEST(Parameters, RefusalsSayWhatWhereAndWhatIsAllowed) {
  const OptionError below = failure_of<OptionError>("mass", "-1");
  EXPECT_EQ(below.fact(), "\"-1\" is out of range");
  EXPECT_EQ(below.where(), "parameter \"mass\"");
  EXPECT_EQ(below.hint(), "give a number of at least 1e-12 in kg, such as the default 15");
  EXPECT_EQ(below.code(), kreisel::ExitCode::usage);
  EXPECT_EQ(failure_of<OptionError>("eccentricity", "1").hint(),
            "give a number from 0 to 0.99, such as the default 0.6");
  EXPECT_EQ(failure_of<OptionError>("start", "x").hint(), "give a number, such as the default -2");
}

TEST(Parameters, UnknownChoicesAndNamesSuggestNearOnes) {
  const OptionError choice = failure_of<OptionError>("group", "s03");
  EXPECT_EQ(choice.where(), "parameter \"group\"");
  EXPECT_THAT(choice.hint(), HasSubstr("did you mean \"so3\""));
  EXPECT_THAT(choice.hint(), HasSubstr("Known choices: so3, se3, s3."));
  const UnknownName name = failure_of<UnknownName>("mas", "1");
  EXPECT_EQ(name.fact(), "there is no parameter \"mas\"");
  EXPECT_EQ(name.where(), "\"mas=1\"");
  EXPECT_THAT(name.hint(), HasSubstr("did you mean \"mass\"?"));
  EXPECT_EQ(name.code(), kreisel::ExitCode::unknown_name);
}

TEST(Parameters, RefusedTextsLeaveTheValueUntouched) {
  Parameters parameters = example();
  EXPECT_THROW(parameters.set("mass", "-1"), OptionError);
  EXPECT_THROW(parameters.set("group", "so4"), OptionError);
  EXPECT_EQ(parameters.number("mass"), 15.0);
  EXPECT_EQ(parameters.choice("group"), "so3");
}

}  // namespace
