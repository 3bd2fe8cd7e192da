// What every problem of the list has to fulfil: derivatives, start, references, energy.
#include "kreisel/problems/all.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <set>
#include <string>

#include "kreisel/core/error.hpp"
#include "kreisel/core/random.hpp"
#include "kreisel/equations/check_derivatives.hpp"
#include "tests/support/problem_states.hpp"

namespace {

using namespace kreisel;
using namespace kreisel::testing_support;
using testing::HasSubstr;

class Problems : public testing::TestWithParam<Case> {
 protected:
  ProblemInstance instance_ = instance_of(GetParam().problem, GetParam().settings);
  AnySystem system_ = instance_.system;
};

INSTANTIATE_TEST_SUITE_P(All, Problems, testing::ValuesIn(all_cases()), [](const auto& test) {
  std::string name = test.param.name();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return std::isalnum(c) == 0; }, '_');
  return name;
});

TEST_P(Problems, EveryDerivativeAgreesWithDifferences) {
  const State start = start_of(instance_);
  for (const std::uint64_t seed : {1u, 2u}) {
    const auto report = derivatives_as_compiled(instance_.system, start, {.seed = seed});
    for (const DerivativeEntry& entry : report.failures())
      ADD_FAILURE() << describe(entry) << ", seed " << seed;
    EXPECT_LT(report.worst(), 1e-8);
    EXPECT_TRUE(system_.has_exact_gap_change());
  }
}

TEST_P(Problems, StartIsConsistent) {
  const RowValues values = row_values(system_, {instance_.t_begin, instance_.q0, instance_.v0, {}, {}});
  for (Index i = 0; i < row_count(system_); ++i) {
    const Row& row = system_.rows()[static_cast<std::size_t>(i)];
    if (!row.is_rigid()) continue;  // a spring may start under load
    EXPECT_LE(std::abs(values.gap(i)), 1e-12) << row.name;
    EXPECT_LE(std::abs(values.rate(i)), 1e-12) << row.name;
  }
  EXPECT_LT(instance_.t_begin, instance_.t_end);
}

TEST_P(Problems, ReferencesNameObservablesOfThisProblem) {
  std::set<std::string> known;
  for (const Observable& observable : instance_.observables) {
    EXPECT_TRUE(known.insert(observable.name).second) << observable.name << " is there twice";
    EXPECT_FALSE(observable.unit.empty()) << observable.name;
  }
  for (const Row& row : system_.rows()) EXPECT_TRUE(known.insert("lambda." + row.name).second) << row.name;
  for (const ReferenceValue& reference : instance_.references) {
    EXPECT_TRUE(known.contains(reference.observable)) << reference.observable;
    EXPECT_GT(reference.t, instance_.t_begin);
    EXPECT_TRUE(std::isfinite(reference.value));
    EXPECT_GT(reference.uncertainty, 0.0);
  }
}

TEST_P(Problems, EnergyStaysWhereItIsSaidToBeConserved) {
  if (!instance_.energy) GTEST_SKIP() << "driven";
  Random random(3);
  for (int sample = 0; sample < 5; ++sample) {
    const State state = moving_state(instance_, system_, random);
    const double fastest =
        std::max(state.v.lpNorm<Eigen::Infinity>(), std::sqrt(state.acceleration.lpNorm<Eigen::Infinity>()));
    const double s = 1e-3 / std::max(1.0, fastest);
    const auto energy_at = [&](double time) { return instance_.energy(later(system_, state, time).view()); };
    const auto slope = [&](double time) { return (energy_at(time) - energy_at(-time)) / (2.0 * time); };
    Matrix mass(state.v.size(), state.v.size());
    system_.mass(state.q, mass);
    const double power = (mass * state.acceleration).cwiseAbs().dot(state.v.cwiseAbs());
    const double round_off = 1e-15 * std::abs(energy_at(0.0)) / s;
    EXPECT_NEAR((4.0 * slope(s / 2.0) - slope(s)) / 3.0, 0.0, 1e-6 * power + 10.0 * round_off)
        << "sample " << sample;
  }
}

TEST_P(Problems, KineticEnergyGrowsWithTheSquareOfTheVelocity) {
  if (!instance_.energy) GTEST_SKIP() << "driven";
  State state = start_of(instance_);
  Random random(4);
  for (double& value : state.v) value = random.normal();
  const auto energy_at = [&](double factor) {
    State scaled = state;
    scaled.v *= factor;
    return instance_.energy(scaled.view());
  };
  const double potential = energy_at(0.0), kinetic = energy_at(1.0) - potential;
  Matrix mass(state.v.size(), state.v.size());
  system_.mass(state.q, mass);
  const double round_off = 1e-14 * std::abs(potential);
  EXPECT_NEAR(kinetic, 0.5 * state.v.dot(mass * state.v), 1e-12 * kinetic + round_off);
  EXPECT_NEAR(energy_at(-3.0) - potential, 9.0 * kinetic, 1e-12 * kinetic + 10.0 * round_off);
}

TEST(ProblemList, HasTheProblemsOfTheCommandLine) {
  std::vector<std::string> names;
  for (const ProblemEntry& entry : all_problems()) {
    names.push_back(entry.name);
    EXPECT_FALSE(entry.description.empty() || entry.citation.empty()) << entry.name;
    EXPECT_EQ(&find_problem(entry.name), &entry);
  }
  EXPECT_THAT(names, testing::UnorderedElementsAre(
                         "heavy_top", "pendulum", "driven_point", "free_body", "spherical_pendulum",
                         "double_pendulum", "elastic_pendulum", "kepler", "andrews", "car_axis",
                         "stiff_pendulum", "prothero_robinson", "linear_dae", "slider_crank",
                         "torsion_double_pendulum", "washing_machine", "truck_platform", "chaplygin_sleigh",
                         "knife_edge", "damped_chain", "rod_pendulum", "collision", "chain"));
}

TEST(ProblemList, AMisspeltNameGetsASuggestion) {
  try {
    find_problem("heavytop");
    FAIL() << "accepted";
  } catch (const UnknownName& error) {
    EXPECT_THAT(error.hint(), HasSubstr("did you mean \"heavy_top\"?"));
    EXPECT_THAT(error.hint(), HasSubstr("car_axis"));
  }
}

TEST(ProblemList, ContradictoryParametersAreRefused) {
  for (const char* group : {"so3", "s3"}) {
    EXPECT_THROW(instance_of("heavy_top", {{"group", group}, {"constraint", "b"}}), OptionError);
    EXPECT_THROW(instance_of("heavy_top", {{"group", group}, {"compliance", "1e-6"}}), OptionError);
    EXPECT_THROW(instance_of("heavy_top", {{"group", group}, {"relaxation", "1e-3"}}), OptionError);
  }
  EXPECT_THROW(instance_of("pendulum", {{"x0", "1.5"}}), OptionError);
  EXPECT_THROW(instance_of("pendulum", {{"x0", "0.9"}}), OptionError);  // more height than energy
  EXPECT_THROW(instance_of("heavy_top", {{"mass", "0"}}), OptionError);
  EXPECT_THROW(instance_of("kepler", {{"e", "1"}}), OptionError);
  EXPECT_THROW(instance_of("elastic_pendulum", {{"k", "-1"}}), OptionError);
}

TEST(ProblemList, DigitsAreGivenForThePublishedDataOnly) {
  EXPECT_FALSE(instance_of("heavy_top").references.empty());
  EXPECT_TRUE(instance_of("heavy_top", {{"mass", "16"}}).references.empty());
  EXPECT_TRUE(instance_of("heavy_top", {{"compliance", "1e-6"}}).references.empty());
  EXPECT_TRUE(instance_of("car_axis", {{"epsilon", "0.1"}}).references.empty());
}

TEST(Andrews, StartsWithThePublishedAccelerationsAndMultipliers) {
  const State start = start_of(instance_of("andrews"));
  Vector acceleration = Vector::Zero(7), lambda = Vector::Zero(6);
  acceleration.head<2>() << 14222.4439199541138705911625887, -10666.8329399655854029433719415;
  lambda.head<2>() << 98.5668703962410896057654982170, -6.12268834425566265503114393122;
  EXPECT_LT((start.acceleration - acceleration).norm(), 1e-8);
  EXPECT_LT((start.lambda - lambda).norm(), 1e-10);
}

TEST(CarAxis, StartsWithoutReaction) {
  EXPECT_LT(start_of(instance_of("car_axis")).lambda.norm(), 1e-15);
}

TEST(ElasticPendulum, RowAndForceGiveTheSameAcceleration) {
  for (const char* k : {"1e2", "1e6"}) {
    const ProblemInstance by_force = instance_of("elastic_pendulum", {{"k", k}});
    const ProblemInstance by_row = instance_of("elastic_pendulum", {{"form", "row"}, {"k", k}});
    State a{0.0, Vector{{0.6, -0.9}}, Vector{{1.0, 2.0}}, {}, {}}, b = a;
    accelerate(by_force.system, a);
    accelerate(by_row.system, b);
    EXPECT_LT((a.acceleration - b.acceleration).norm(), 1e-12 * a.acceleration.norm());
    EXPECT_NEAR(by_force.energy(a.view()), by_row.energy(b.view()),
                1e-12 * std::abs(by_force.energy(a.view())));
  }
}

TEST(DoublePendulum, BothFormsShowTheSamePoints) {
  const ProblemInstance by_points = instance_of("double_pendulum", {{"th1", "0.3"}, {"th2", "-1.1"}});
  const ProblemInstance by_angles =
      instance_of("double_pendulum", {{"form", "angles"}, {"th1", "0.3"}, {"th2", "-1.1"}});
  const State a = start_of(by_points), b = start_of(by_angles);
  EXPECT_LT((seen(by_points, a) - seen(by_angles, b).head<8>()).norm(), 1e-15);
  EXPECT_NEAR(by_points.energy(a.view()), by_angles.energy(b.view()), 1e-14);
  const VectorOf<double, 2> rate_of_rate = b.acceleration;
  const VectorOf<double, 2> first(std::cos(0.3), std::sin(0.3));  // direction in which th1 moves point 1
  EXPECT_LT((a.acceleration.head<2>() - rate_of_rate(0) * first).norm(), 1e-13);
}

}  // namespace
