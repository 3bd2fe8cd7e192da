// Formulas of parameters measure what their parameters measure; numbers without a unit fit anywhere.
#include <map>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "kreisel/core/error.hpp"
#include "kreisel/io/formula_evaluator.hpp"
#include "kreisel/io/model_reader.hpp"

namespace kreisel {
namespace {

FormulaEvaluator parameters() {
  FormulaEvaluator all;
  all.define("width", 0.3, dimension_of_unit("m"));
  all.define("stiffness", 40.0, dimension_of_unit("N/m"));
  all.define("mass", 2.0, dimension_of_unit("kg"));
  all.define("angle", 0.5, dimension_of_unit("rad"));
  all.define("ratio", 1.5);
  return all;
}

void expect_unit(const std::string& formula, const std::string& unit) {
  const auto found = parameters().dimension(formula);
  ASSERT_TRUE(found) << formula;
  EXPECT_TRUE(*found == dimension_of_unit(unit)) << formula << " is " << described(*found);
}

TEST(FormulaDimension, FollowsProductsPowersAndRoots) {
  expect_unit("-width", "m");
  expect_unit("width^2", "m^2");
  expect_unit("width*width/width", "m");
  expect_unit("sqrt(width^2)", "m");
  expect_unit("sqrt(stiffness/mass)", "1/s");
  expect_unit("stiffness*width^2", "N m");
  expect_unit("atan2(width, 2)", "rad");
  expect_unit("max(width, 0.1, width)", "m");
  expect_unit("1 < 2 ? width : 0.1", "m");
  expect_unit("width + 0.1", "m");
  expect_unit("0.1 + width", "m");
  expect_unit("width*sin(angle)", "m");
}

TEST(FormulaDimension, IsOpenWhereANumberHasNoUnit) {
  for (const char* formula :
       {"2", "2*width", "1/stiffness", "mass*0.02/12", "2*sin(angle)*width", "ratio", "ratio*width",
        "width/ratio", "ratio^2", "sin(ratio)", "width^ratio", "sqrt(width)", "cos(angle)"})
    EXPECT_FALSE(parameters().dimension(formula)) << formula;
}

TEST(FormulaDimension, RefusesWhatDoesNotFit) {
  const FormulaEvaluator all = parameters();
  const Dimension length = dimension_of_unit("m");
  EXPECT_EQ(all.value("2*width", length), 0.6);
  EXPECT_EQ(all.value("ratio", length), 1.5);
  EXPECT_EQ(all.value("width*angle", length), 0.15);  // an arc
  EXPECT_THROW(all.value("angle", length), FormulaRefusal);
  EXPECT_THROW(all.value("stiffness", length), FormulaRefusal);
  EXPECT_THROW(all.value("width + mass", length), FormulaRefusal);
  EXPECT_THROW(all.value("width < mass ? width : width", length), FormulaRefusal);
}

/// A model whose spring has the stiffness of a parameter, replaced by `text`; an empty one keeps it.
Model with_stiffness(const std::string& text, const std::string& in_file = "40 N/m") {
  const std::string model = R"({"name": "m", "duration": 1, "parameters": {"k": ")" + in_file + R"("},
    "bodies": [{"name": "b", "mass": 1, "inertia": [1, 1, 1]}],
    "forces": [{"type": "spring_damper", "name": "s", "a": {"body": "ground"}, "b": {"body": "b", "position": [1, 0, 0]},
                "stiffness": "=k", "length": 1}]})";
  ParameterTexts overrides;
  if (!text.empty()) overrides["k"] = text;
  return read_model_text("m.json", model, overrides).model;
}

TEST(FormulaDimension, OverridesHaveTheUnitOfTheFile) {
  EXPECT_EQ(with_stiffness("").parameters.at("k"), 40.0);
  EXPECT_EQ(with_stiffness("2").parameters.at("k"), 2.0);
  EXPECT_EQ(with_stiffness("2 kN/m").parameters.at("k"), 2000.0);
  EXPECT_EQ(with_stiffness("=3+4").parameters.at("k"), 7.0);
  EXPECT_THROW(with_stiffness("2 m"), OptionError);
  EXPECT_THROW(with_stiffness("2 N m"), OptionError);
  EXPECT_THROW(with_stiffness("", "40 N m"), ModelError);
}

}  // namespace
}  // namespace kreisel
