// Equilibria against closed forms, shooting and minimisation; their stability; what is said where there is none.
#include "kreisel/analysis/equilibrium.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "kreisel/core/error.hpp"
#include "kreisel/run/equilibrium_run.hpp"
#include "tests/support/model_text.hpp"

namespace kreisel {
namespace {

using testing::HasSubstr;

EquilibriumRecord rest(const std::string& text, const EquilibriumOptions& options = {},
                       const Settings& settings = {}) {
  return equilibrium({.target = "test", .settings = settings, .options = options},
                     target_of_text("test", text));
}

double at(const EquilibriumRecord& record, const std::string& column, std::size_t which = 0) {
  return record.value(record.answers.at(which), column);
}

const char* const hung_mass = R"({"name": "hung", "duration": 1,
  "bodies": [{"name": "mass", "mass": 3, "inertia": [1, 1, 1], "position": [0, 0, -1]}],
  "joints": [{"type": "prismatic", "name": "guide", "a": {"body": "ground"}, "b": {"body": "mass"}}],
  "forces": [{"type": "spring_damper", "name": "spring", "a": {"body": "ground", "position": [0, 0, 1]},
              "b": {"body": "mass"}, "stiffness": 200, "damping": 3, "length": 1.5}]})";

TEST(Equilibrium, AMassHangsWhereItsSpringCarriesIt) {
  const EquilibriumRecord record = rest(hung_mass);
  EXPECT_NEAR(at(record, "mass.z"), 1.0 - 1.5 - 3.0 * 9.81 / 200.0, 1e-13);
  EXPECT_EQ(record.answers[0].found.stability, Stability::stable);
  EXPECT_NEAR(at(record, "guide.fx"), 0.0, 1e-12);
}

/// A rod of length 1 on a hinge; `stiffness` of a torsion spring that is relaxed upright.
std::string inverted(double stiffness, double angle) {
  return fmt::format(R"({{"name": "inverted", "duration": 1,
  "bodies": [{{"name": "rod", "mass": 2, "inertia": [1e-3, 0.1667, 0.1667],
               "position": [{}, 0, {}], "rotation": {{"axis": [0, 1, 0], "angle": {}}}}}],
  "joints": [{{"type": "revolute", "name": "hinge", "a": {{"body": "ground", "axis": [0, 1, 0]}},
               "b": {{"body": "rod", "position": [0, 0, -0.5], "axis": [0, 1, 0]}}}}],
  "forces": [{{"type": "torsion_spring", "name": "spring", "a": {{"body": "ground", "axis": [0, 1, 0]}},
               "b": {{"body": "rod", "axis": [0, 1, 0]}}, "stiffness": {}}}]}})",
                     0.5 * std::sin(angle), 0.5 * std::cos(angle), angle, stiffness);
}

TEST(Equilibrium, AnUprightRodIsAnUnstableEquilibriumWithItsRate) {
  const EquilibriumRecord record = rest(inverted(4.0, 0.0));
  ASSERT_EQ(record.answers[0].found.stability, Stability::unstable);
  const double rate = std::sqrt((2.0 * 9.81 * 0.5 - 4.0) / (0.1667 + 2.0 * 0.25));
  ASSERT_EQ(record.answers[0].growing.size(), 1U);
  EXPECT_NEAR(record.answers[0].found.growing[0].rate, rate, 1e-9 * rate);
  EXPECT_THAT(record.answers[0].growing[0], HasSubstr("rod"));
  EXPECT_THAT(record.answers[0].growing[0], HasSubstr("about y"));
}

TEST(Equilibrium, ARodThatBucklesIsFoundOnTheSideItLeansTo) {
  // k φ = m g l/2 sin φ, by bisection
  const double load = 2.0 * 9.81 * 0.5, stiffness = 4.0;
  double low = 0.5, high = 3.0;
  for (int k = 0; k < 200; ++k) {
    const double middle = 0.5 * (low + high);
    (stiffness * middle < load * std::sin(middle) ? low : high) = middle;
  }
  for (const double side : {-1.0, 1.0}) {
    const EquilibriumRecord record = rest(inverted(stiffness, 0.05 * side));
    EXPECT_NEAR(at(record, "rod.x"), 0.5 * side * std::sin(low), 1e-12);
    EXPECT_NEAR(at(record, "rod.z"), 0.5 * std::cos(low), 1e-12);
    EXPECT_EQ(record.answers[0].found.stability, Stability::stable);
  }
}

TEST(Equilibrium, SeveralStartsFindBothSidesOfABuckledRod) {
  const EquilibriumRecord record = rest(inverted(4.0, 0.05), {.starts = 12});
  bool left = false, right = false;
  for (std::size_t i = 0; i < record.answers.size(); ++i) {
    if (record.answers[i].found.stability != Stability::stable) continue;
    left = left || at(record, "rod.x", i) < -0.1;
    right = right || at(record, "rod.x", i) > 0.1;
  }
  EXPECT_TRUE(left && right);
}

/// Rods of length `length` and mass 1 between two supports, given as a zigzag of horizontal pieces folded back.
std::string chain(int count, double length, double span) {
  std::string bodies, joints;
  const double angle = std::acos(span / (count * length));
  double x = 0.0, z = 0.0;
  for (int i = 0; i < count; ++i) {
    const double way = i < count / 2 ? angle : -angle;  // down and up again
    const double dx = length * std::cos(way), dz = -length * std::sin(way);
    bodies += fmt::format(
        R"({}{{"name": "rod{}", "mass": 1, "inertia": [1e-3, {}, {}], "position": [{}, 0, {}],
             "rotation": {{"axis": [0, 1, 0], "angle": {}}}}})",
        i > 0 ? "," : "", i, length * length / 12.0, length * length / 12.0, x + 0.5 * dx, z + 0.5 * dz, way);
    joints += fmt::format(
        R"({{"type": "spherical", "name": "pin{}", "a": {{"body": "{}", "position": [{}, 0, 0]}},
             "b": {{"body": "rod{}", "position": [{}, 0, 0]}}}},)",
        i, i > 0 ? fmt::format("rod{}", i - 1) : "ground", i > 0 ? 0.5 * length : 0.0, i, -0.5 * length);
    x += dx;
    z += dz;
  }
  joints +=
      fmt::format(R"({{"type": "spherical", "name": "pin{}", "a": {{"body": "rod{}", "position": [{}, 0, 0]}},
                            "b": {{"body": "ground", "position": [{}, 0, 0]}}}})",
                  count, count - 1, 0.5 * length, span);
  return fmt::format(R"({{"name": "chain", "duration": 1, "bodies": [{}], "joints": [{}]}})", bodies, joints);
}

/// By symmetry every rod pulls with (H, V_i), V_i the weight between its middle and that of the chain: bisection in H.
Vector catenary_heights(int count, double length, double span, double& pull) {
  const auto reach = [&](double h) {
    double x = 0.0;
    for (int i = 0; i < count; ++i) {
      const double v = 9.81 * (0.5 * (count - 1) - i);
      x += length * h / std::hypot(h, v);
    }
    return x;
  };
  double low = 1e-6, high = 1e6;
  for (int k = 0; k < 300; ++k) {
    const double middle = std::sqrt(low * high);
    (reach(middle) < span ? low : high) = middle;
  }
  pull = low;
  Vector heights(count);
  double z = 0.0;
  for (int i = 0; i < count; ++i) {
    const double v = 9.81 * (0.5 * (count - 1) - i), dz = -length * v / std::hypot(low, v);
    heights[i] = z + 0.5 * dz;
    z += dz;
  }
  return heights;
}

TEST(Equilibrium, AChainHangsAsTheCatenaryOfItsRods) {
  for (const int count : {5, 24}) {
    const double length = 0.3, span = 0.7 * count * length;
    const EquilibriumRecord record = rest(chain(count, length, span));
    double pull = 0.0;
    const Vector heights = catenary_heights(count, length, span, pull);
    for (int i = 0; i < count; ++i)
      EXPECT_NEAR(at(record, fmt::format("rod{}.z", i)), heights[i], 1e-10) << i;
    EXPECT_NEAR(std::abs(at(record, "pin0.fx")), pull, 1e-9 * pull);
    EXPECT_NEAR(std::abs(at(record, "pin0.fz")), 9.81 * count / 2.0, 1e-9 * 9.81 * count);
  }
}

const char* const conical = R"({"name": "conical", "duration": 1,
  "bodies": [{"name": "bob", "mass": 1, "inertia": [1e-2, 1e-2, 1e-2], "position": [0.6, 0, -0.8]}],
  "joints": [{"type": "distance", "name": "string", "length": 1, "a": {"body": "ground"}, "b": {"body": "bob"}}]})";

TEST(Equilibrium, AConicalPendulumLeansAsItTurns) {
  const double omega = 4.0;
  for (const char* group : {"r3xso3", "r3xs3", "se3", "s3_semi_r3"}) {
    const EquilibriumRecord record = rest(conical, {.turning = {0.0, 0.0, omega}}, {{"group", group}});
    EXPECT_NEAR(at(record, "bob.z"), -9.81 / (omega * omega), 1e-10) << group;
    EXPECT_NE(record.answers[0].found.stability, Stability::unstable) << group;
  }
}

TEST(Equilibrium, ATurnAcrossGravityIsNoSteadyOne) {
  const ProblemInstance problem = problem_of_text(conical);
  const auto found = find_equilibria(problem.system, problem.q0, {.turning = {0.0, 3.0, 0.0}});
  EXPECT_EQ(found.front().status, EquilibriumStatus::not_steady);
}

void expect_refusal(const std::string& text, const std::string& part) {
  try {
    rest(text);
    FAIL() << "an equilibrium was found";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::solver_failed);
    EXPECT_THAT(error.fact(), HasSubstr(part));
  }
}

TEST(Equilibrium, WhereNothingHoldsItIsSaidWhatFalls) {
  expect_refusal(R"({"name": "free", "duration": 1,
    "bodies": [{"name": "stone", "mass": 2, "inertia": [1, 1, 1]},
               {"name": "shelf", "mass": 1, "inertia": [1, 1, 1]}],
    "joints": [{"type": "fixed", "name": "wall", "a": {"body": "ground"}, "b": {"body": "shelf"}}]})",
                 "nothing resists a force of 19.6 N or N m with which stone moves along z");
}

TEST(Equilibrium, MotionsThatNothingResistsAreNamed) {
  const EquilibriumRecord record = rest(R"({"name": "cart", "duration": 1,
    "bodies": [{"name": "cart", "mass": 2, "inertia": [1, 1, 1]}],
    "joints": [{"type": "prismatic", "name": "rail", "a": {"body": "ground", "axis": [1, 0, 0]},
                "b": {"body": "cart", "axis": [1, 0, 0]}}]})");
  EXPECT_EQ(record.answers[0].found.stability, Stability::indifferent);
  ASSERT_EQ(record.answers[0].free.size(), 1U);
  EXPECT_EQ(record.answers[0].free[0], "cart moves along x");
  EXPECT_NEAR(at(record, "rail.fz"), 2.0 * 9.81, 1e-11);
}

TEST(Equilibrium, ALongChainHangsAsTheCatenaryOfItsRods) {
  const int count = 80;  // beyond dense matrices
  const double length = 0.3, span = 0.8 * count * length;
  const EquilibriumRecord record = rest(chain(count, length, span));
  double pull = 0.0;
  const Vector heights = catenary_heights(count, length, span, pull);
  for (int i = 0; i < count; ++i) EXPECT_NEAR(at(record, fmt::format("rod{}.z", i)), heights[i], 1e-9) << i;
  EXPECT_NEAR(std::abs(at(record, "pin0.fx")), pull, 1e-8 * pull);
}

TEST(Equilibrium, LoadStepsLeadToTheSameRest) {
  const EquilibriumRecord once = rest(chain(6, 0.4, 1.5)),
                          slowly = rest(chain(6, 0.4, 1.5), {.load_steps = 8});
  EXPECT_NEAR(at(once, "rod2.z"), at(slowly, "rod2.z"), 1e-11);
  EXPECT_GT(slowly.answers[0].found.iterations, once.answers[0].found.iterations);
}

}  // namespace
}  // namespace kreisel
