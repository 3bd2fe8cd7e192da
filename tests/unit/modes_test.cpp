// Modes against published digits, closed forms and eigenproblems written in other coordinates.
#include "kreisel/analysis/modes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kreisel/analysis/equilibrium.hpp"
#include "kreisel/analysis/large_modes.hpp"
#include "kreisel/linear/decompositions.hpp"
#include "kreisel/run/modes_run.hpp"
#include "tests/support/model_text.hpp"

namespace kreisel {
namespace {

using testing::HasSubstr;
using Complex = std::complex<double>;

std::string model(const char* name) {
  return fmt::format("{}/models/{}.json", KREISEL_SOURCE_FOLDER, name);
}

double nearest(const ModalAnalysis& modes, Complex value) {
  double best = INFINITY;
  for (const ModeShape& mode : modes.moving) best = std::min(best, std::abs(mode.value - value));
  return best;
}

// [Meijaard, Papadopoulos, Ruina, Schwab 2007] Proc. R. Soc. A 463, table 2, forward speed 5 m/s.
TEST(Modes, WhipplesBicycleHasThePublishedEigenvalues) {
  for (const char* group : {"r3xso3", "r3xs3", "se3", "s3_semi_r3"}) {
    const ModesRecord found = modes({.point = {.target = model("bicycle"), .settings = {{"group", group}}}});
    EXPECT_TRUE(found.analysis.frame.is_steady) << group;
    ASSERT_EQ(found.analysis.moving.size(), 3U) << group;
    EXPECT_LT(nearest(found.analysis, {-14.07838969279822, 0.0}), 1e-9) << group;
    EXPECT_LT(nearest(found.analysis, {-0.77534188219585, 4.46486771378823}), 1e-9) << group;
    EXPECT_LT(nearest(found.analysis, {-0.32286642900409, 0.0}), 1e-9) << group;
  }
}

// The same paper, table 2: at rest the bicycle falls; weave is stable from 4.292 38 m/s on, capsize until 6.024 26 m/s.
TEST(Modes, TheBicycleIsStableBetweenTheWeaveAndTheCapsizeSpeed) {
  const auto grows = [](double speed) {
    const ModesRecord found = modes(
        {.point = {.target = model("bicycle"), .settings = {{"speed", fmt::format("{:.17g}", speed)}}}});
    return std::any_of(found.analysis.moving.begin(), found.analysis.moving.end(),
                       [](const ModeShape& mode) { return mode.value.real() > 1e-6; });
  };
  EXPECT_TRUE(grows(4.292));
  EXPECT_FALSE(grows(4.293));
  EXPECT_FALSE(grows(6.024));
  EXPECT_TRUE(grows(6.025));
}

TEST(Modes, TwoMassesOnSpringsAndDampersAreTheirFourByFourProblem) {
  const ModesRecord found = modes({.point = {.target = model("quarter_car")}});
  Matrix flow = Matrix::Zero(4, 4);
  flow.topRightCorner(2, 2).setIdentity();
  flow.bottomRows(2) << -176e3 / 35.0, 16e3 / 35.0, -1250.0 / 35.0, 1200.0 / 35.0, 16e3 / 300.0,
      -16e3 / 300.0, 1200.0 / 300.0, -1200.0 / 300.0;
  for (const Complex value : eigenvalues_of(flow)) {
    if (value.imag() < 0.0) continue;
    EXPECT_LT(nearest(found.analysis, value), 1e-10 * std::abs(value));
  }
  ASSERT_EQ(found.names.size(), 2U);
  EXPECT_THAT(found.names[0], HasSubstr("car moves along z"));
  EXPECT_THAT(found.names[1], HasSubstr("wheel moves along z"));
}

/// A point on a string of length 1 in a steady cone: δ'' about it with ω² (1 + 3 cos²θ), besides the free azimuth.
TEST(Modes, ASteadyConeVibratesAsInTheBooks) {
  const double omega = 4.0, cosine = 9.81 / (omega * omega), sine = std::sqrt(1.0 - cosine * cosine);
  const std::string text = fmt::format(R"({{"name": "cone", "duration": 1,
    "bodies": [{{"name": "bob", "mass": 1, "inertia": [1e-6, 1e-6, 1e-6], "position": [{:.17g}, 0, {:.17g}],
                 "velocity": [0, {:.17g}, 0]}}],
    "joints": [{{"type": "distance", "name": "string", "length": 1, "a": {{"body": "ground"}}, "b": {{"body": "bob"}}}}]}})",
                                       sine, -cosine, omega * sine);
  for (const char* group : {"r3xso3", "se3"}) {
    const Target target = target_of_text("cone", text);
    const ModesRecord found = modes({.point = {.target = "cone", .settings = {{"group", group}}}}, target);
    EXPECT_TRUE(found.analysis.frame.is_steady) << group;
    EXPECT_NEAR(found.analysis.frame.turn[2], omega, 1e-9) << group;
    EXPECT_LT(nearest(found.analysis, {0.0, omega * std::sqrt(1.0 + 3.0 * cosine * cosine)}), 1e-8) << group;
  }
}

/// A symmetric top that spins upright: s² - i (J3/J) Ω s - m g l/J = 0 for the complex tilt, from space.
TEST(Modes, ASleepingTopIsStableWhenItSpinsFastEnough) {
  const double axial = 0.2, across = 0.5, load = 3.0 * 9.81 * 0.4;
  const double about_tip = across + 3.0 * 0.16;
  for (const double spin : {10.0, 40.0}) {
    const std::string text = fmt::format(R"({{"name": "top", "duration": 1,
      "bodies": [{{"name": "top", "mass": 3, "inertia": [{0}, {0}, {1}], "position": [0, 0, 0.4],
                   "angular_velocity": [0, 0, {2}]}}],
      "joints": [{{"type": "spherical", "name": "tip", "a": {{"body": "ground"}},
                   "b": {{"body": "top", "position": [0, 0, -0.4]}}}}]}})",
                                         across, axial, spin);
    const ModesRecord found = modes({.point = {.target = "top"}}, target_of_text("top", text));
    EXPECT_TRUE(found.analysis.frame.is_steady);
    const Complex half = Complex(0.0, 0.5 * axial / about_tip * spin);
    for (const double sign : {-1.0, 1.0}) {
      Complex value = half + sign * std::sqrt(half * half + load / about_tip);
      if (value.imag() < 0.0) value = std::conj(value);
      EXPECT_LT(nearest(found.analysis, value), 1e-8 * std::abs(value)) << spin;
    }
  }
}

/// Rods of length 1 that hang in a row, in their angles: M_ij and a diagonal stiffness.
SymmetricEigenpairs hanging_rods(Index count) {
  Matrix mass(count, count), stiffness = Matrix::Zero(count, count);
  for (Index i = 0; i < count; ++i) {
    for (Index j = 0; j < count; ++j) {
      const double below = static_cast<double>(count - 1 - std::max(i, j));
      mass(i, j) = i == j ? 1.0 / 3.0 + below : 0.5 + below;
    }
    stiffness(i, i) = 9.81 * (0.5 + static_cast<double>(count - 1 - i));
  }
  return symmetric_eigenpairs(stiffness, mass);
}

std::string hanging_chain(Index count) {
  std::string bodies, joints;
  for (Index i = 0; i < count; ++i) {
    const char* const comma = i > 0 ? "," : "";
    bodies += fmt::format(
        R"({}{{"name": "rod{}", "mass": 1, "inertia": ["=1/12", "=1/12", 0.01], "position": [0, 0, {}]}})",
        comma, i, -0.5 - static_cast<double>(i));
    joints += fmt::format(R"({}{{"type": "universal", "name": "pin{}",
        "a": {{"body": "{}", "position": [0, 0, {}], "axis": [1, 0, 0]}},
        "b": {{"body": "rod{}", "position": [0, 0, 0.5], "axis": [0, 1, 0]}}}})",
                          comma, i, i > 0 ? fmt::format("rod{}", i - 1) : "ground", i > 0 ? -0.5 : 0.0, i);
  }
  return fmt::format(R"({{"name": "rods", "duration": 10, "bodies": [{}], "joints": [{}]}})", bodies, joints);
}

TEST(Modes, DenseAndSparseAgreeWithAChainInAngles) {
  const Index count = 40;
  const ProblemInstance problem = problem_of_text(hanging_chain(count));
  const Equilibrium rest = find_equilibria(problem.system, problem.q0, {}).front();
  ASSERT_EQ(rest.status, EquilibriumStatus::found);
  const Vector squares = hanging_rods(count).values;
  const ModalAnalysis dense = modes_at(problem.system, rest.state, false);
  const ModalAnalysis sparse = large_modes(problem.system, rest.state, 12);
  ASSERT_EQ(sparse.moving.size(), 12U);
  for (std::size_t k = 0; k < 6; ++k) {
    const double frequency = std::sqrt(squares[static_cast<Index>(k)]);
    for (const std::size_t side : {2 * k, 2 * k + 1}) {  // in two planes
      EXPECT_NEAR(sparse.moving[side].frequency(), frequency, 1e-8 * frequency);
      EXPECT_NEAR(dense.moving[side].frequency(), frequency, 1e-7 * frequency);
    }
  }
}

TEST(Modes, AMassWithoutHoldHasFreeDirectionsAndNoModes) {
  const ProblemInstance problem = problem_of_text(R"({"name": "free", "duration": 1, "gravity": [0, 0, 0],
    "bodies": [{"name": "stone", "mass": 2, "inertia": [1, 2, 2.5]}]})");
  const Equilibrium rest = find_equilibria(problem.system, problem.q0, {}).front();
  const ModalAnalysis found = modes_at(problem.system, rest.state, false);
  EXPECT_TRUE(found.moving.empty());
  EXPECT_EQ(found.at_rest.size(), 6U);
}

}  // namespace
}  // namespace kreisel
