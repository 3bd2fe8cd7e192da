// Formulas: values, exact derivatives of any order, refusals that say why.
#include "kreisel/model/formula.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "kreisel/core/error.hpp"

namespace kreisel {
namespace {

const FormulaNames names{{"t", "x"}, {{"a", 2.5}}};

double value(const std::string& text, double t = 0.7, double x = -1.3) {
  const double variables[] = {t, x};
  return Formula(text, names, "/here").evaluate(variables);
}

TEST(Formula, ComputesWhatItSays) {
  EXPECT_DOUBLE_EQ(value("1 + 2 * 3 ^ 2"), 19.0);
  EXPECT_DOUBLE_EQ(value("-2^2"), -4.0);
  EXPECT_DOUBLE_EQ(value("+3 - -x"), 3.0 - 1.3);
  EXPECT_DOUBLE_EQ(value("a * t / (x - 1)"), 2.5 * 0.7 / -2.3);
  EXPECT_DOUBLE_EQ(value("sin(t) + cos(pi) + atan2(t, x)"), std::sin(0.7) - 1.0 + std::atan2(0.7, -1.3));
  EXPECT_DOUBLE_EQ(value("min(3, t, x) + max(1, 2)"), 0.7);
  EXPECT_DOUBLE_EQ(value("t < 1 ? (x > 0 ? 1 : 2) : 3"), 2.0);
  EXPECT_DOUBLE_EQ(value("t >= 1 || x != 0 && a == 2.5"), 1.0);
  EXPECT_DOUBLE_EQ(value("tanh(t) + sinh(x) - cosh(t) + log(a) + exp(x) + sqrt(a) + abs(x) + sign(x)"),
                   std::tanh(0.7) + std::sinh(-1.3) - std::cosh(0.7) + std::log(2.5) + std::exp(-1.3) +
                       std::sqrt(2.5) + 1.3 - 1.0);
  EXPECT_DOUBLE_EQ(value("asin(t) + acos(t) + atan(x) + tan(t)"),
                   std::asin(0.7) + std::acos(0.7) + std::atan(-1.3) + std::tan(0.7));
  EXPECT_DOUBLE_EQ(value("x^3"), -1.3 * -1.3 * -1.3);
  EXPECT_DOUBLE_EQ(value("1e-3"), 1e-3);
}

/// d³/dt³ of sin(3 t) t² + tanh t and others against their closed forms.
TEST(Formula, HasExactDerivativesOfAnyOrder) {
  using D1 = Dual<double>;
  using D2 = Dual<D1>;
  using D3 = Dual<D2>;
  const double t = 0.7;
  const D3 at(D2(D1(t, 1.0), D1(1.0)), D2(D1(1.0), D1(0.0)));
  const auto third = [&](const char* text) {
    const D3 variables[] = {at, D3(0.0)};
    return Formula(text, names, "/here").evaluate(variables).derivative.derivative.derivative;
  };
  const double s = std::sin(3 * t), c = std::cos(3 * t), h = std::tanh(t), g = 1.0 - h * h;
  EXPECT_NEAR(third("sin(3*t) * t^2"), -27.0 * c * t * t - 54.0 * s * t + 18.0 * c, 1e-12);
  EXPECT_NEAR(third("tanh(t)"), -2.0 * g * g + 4.0 * h * h * g, 1e-13);
  EXPECT_NEAR(third("t^a"), 2.5 * 1.5 * 0.5 * std::pow(t, -0.5), 1e-13);
  EXPECT_NEAR(third("(-t)^3"), -6.0, 1e-13);
  EXPECT_NEAR(third("a^t"), std::pow(std::log(2.5), 3) * std::pow(2.5, t), 1e-12);
  EXPECT_NEAR(third("sinh(2*t)"), 8.0 * std::cosh(2 * t), 1e-12);
  EXPECT_NEAR(third("t < 1 ? exp(2*t) : t"), 8.0 * std::exp(2 * t), 1e-12);
  EXPECT_EQ(third("sign(t) + 5"), 0.0);
}

TEST(Formula, KnowsWhatItUses) {
  const Formula formula("a + 2 * x", names, "/here");
  EXPECT_FALSE(formula.uses(0));
  EXPECT_TRUE(formula.uses(1));
  EXPECT_FALSE(formula.is_constant());
  EXPECT_TRUE(Formula("sin(a)", names, "/here").is_constant());
  EXPECT_DOUBLE_EQ(evaluate_constant("2*a", {{"a", 3.0}}, "/here"), 6.0);
}

TEST(Formula, RefusesWhatIsNone) {
  std::string nested = "1";
  for (int i = 0; i < 100; ++i) nested = "(1 + 2*" + nested + ")";
  for (const std::string& text :
       {std::string(""), std::string("2 +"), std::string("y"), std::string("x = 3"), std::string("1, 2"),
        std::string("\"a\""), std::string("sin()"), std::string("sin(1, 2)"), std::string("2 x"),
        std::string("(1"), std::string("foo(1)"), std::string("t ? 1"), nested, std::string(5000, '1')}) {
    try {
      Formula(text, names, "/forces/0");
      ADD_FAILURE() << text << " was taken for a formula";
    } catch (const ModelError& error) {
      EXPECT_EQ(error.pointer(), "/forces/0");
      EXPECT_FALSE(error.hint().empty());
    }
  }
  EXPECT_THROW(evaluate_constant("1/0", {}, "/here"), ModelError);
}

}  // namespace
}  // namespace kreisel
