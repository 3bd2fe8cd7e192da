// Samples at given times and at every step, and the motion of a whole run at any time.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "kreisel/core/error.hpp"
#include "kreisel/integrate/dense_solution.hpp"
#include "kreisel/problems/target.hpp"
#include "kreisel/run/run.hpp"

namespace kreisel {
namespace {

using testing::ElementsAreArray;

struct Taken {
  std::vector<double> times;
  std::vector<Vector> q, v, lambda;
  RunRecord record;
};

Taken take(const RunSpec& spec, const std::function<void(const StepView&)>& accepted = {}) {
  Taken taken;
  RunSinks sinks;
  sinks.sample = [&](const Sample& sample) {
    taken.times.push_back(sample.t);
    taken.q.emplace_back(sample.state->q);
    taken.v.emplace_back(sample.state->v);
    taken.lambda.emplace_back(sample.state->lambda);
    EXPECT_EQ(sample.state->lambda, sample.values.tail(sample.state->lambda.size()));
  };
  sinks.accepted = accepted;
  taken.record = run(spec, sinks);
  return taken;
}

RunSpec top(const std::string& method) {
  RunSpec spec;
  spec.target = "heavy_top";
  spec.method = method;
  spec.t_end = 0.1;
  spec.steps.rtol = spec.steps.atol = 1e-6;
  return spec;
}

TEST(Sampling, GivenTimesAreTheseAndNoOthers) {
  RunSpec spec = top("radau");
  spec.samples.times = {0.01, 0.0123456789, 0.05, 0.0999};
  EXPECT_THAT(take(spec).times, ElementsAreArray(spec.samples.times));
  spec.samples.times = {0.0, 0.1};
  EXPECT_THAT(take(spec).times, ElementsAreArray(spec.samples.times));
}

TEST(Sampling, EveryStepIsTheStartAndTheEndOfEachStep) {
  RunSpec spec = top("radau");
  spec.samples.are_steps = true;
  const Taken taken = take(spec);
  EXPECT_EQ(std::ssize(taken.times), taken.record.statistics.accepted + 1);
  EXPECT_EQ(taken.times.front(), 0.0);
  EXPECT_EQ(taken.times.back(), 0.1);
}

TEST(Sampling, TimesThatCannotBeAreRefused) {
  for (const std::vector<double>& times : {std::vector{0.05, 0.01}, std::vector{0.01, 0.01},
                                           std::vector{-0.1}, std::vector{0.2}, std::vector{std::nan("")}}) {
    RunSpec spec = top("radau");
    spec.samples.times = times;
    EXPECT_THROW(take(spec), OptionError);
  }
}

class DenseMotion : public testing::TestWithParam<const char*> {};

/// What was kept is what the method's own dense output says, also between the points it was looked at.
TEST_P(DenseMotion, IsTheDenseOutputOfTheMethod) {
  RunSpec spec = top(GetParam());
  for (int i = 1; i < 60; ++i) spec.samples.times.push_back(0.1 * std::pow(i / 60.0, 1.1));
  const TargetInstance instance = find_target("heavy_top").make({});
  DenseSolution dense(instance.problem.system.group());
  const Taken taken = take(spec, [&](const StepView& step) { dense.add(step); });
  ASSERT_EQ(taken.times.size(), spec.samples.times.size());
  EXPECT_EQ(dense.t_begin(), 0.0);
  EXPECT_EQ(dense.t_end(), 0.1);
  for (std::size_t i = 0; i < taken.times.size(); ++i) {
    const State state = dense.at(taken.times[i]);
    EXPECT_LT((state.q - taken.q[i]).norm(), 1e-11);
    EXPECT_LT((state.v - taken.v[i]).norm(), 1e-9 * taken.v[i].norm());
    EXPECT_LT((state.lambda - taken.lambda[i]).norm(), 1e-8 * taken.lambda[i].norm());
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, DenseMotion,
                         testing::Values("generalized_alpha", "bliedf", "mk_bdf", "radau", "radau_iia_3",
                                         "lobatto_iiic_3", "dopri5", "dop853"),
                         [](const auto& given) { return std::string(given.param); });

}  // namespace
}  // namespace kreisel
