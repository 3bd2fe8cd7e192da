// Which method is advised for which system.
#include "kreisel/check/method_advice.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kreisel/equations/differentiated.hpp"
#include "kreisel/integrate/consistent_start.hpp"
#include "kreisel/problems/all.hpp"
#include "kreisel/run/run.hpp"
#include "tests/support/linear_point.hpp"

namespace kreisel {
namespace {

using testing::HasSubstr;
using testing::Not;

MethodAdvice advice_on(const std::string& name, const AdviceOptions& options = {}) {
  const ProblemEntry& entry = find_problem(name);
  const ProblemInstance problem = entry.make(Parameters(entry.parameters));
  const AnySystem system = problem.system;
  const double interval = problem.t_end - problem.t_begin;
  StartReport report;
  const State state = consistent_start(system, problem.t_begin, problem.q0, problem.v0,
                                       {.time_scale = 1e-3 * interval, .interval = interval}, report);
  return advise(traits_of(system, state, interval), options);
}

TEST(MethodAdvice, MotionWithoutStiffnessIsExplicit) {
  for (const char* name : {"heavy_top", "pendulum", "double_pendulum", "kepler", "andrews", "car_axis"})
    EXPECT_EQ(advice_on(name).method, "dop853") << name;
  EXPECT_EQ(advice_on("heavy_top").formulation, Formulation::index1);
  EXPECT_EQ(advice_on("kepler").formulation, std::nullopt);
}

TEST(MethodAdvice, StrongDampersAndFastVibrationsAreImplicit) {
  for (const char* name : {"chaplygin_sleigh", "knife_edge", "damped_chain", "rod_pendulum", "truck_platform",
                           "washing_machine"})
    EXPECT_EQ(advice_on(name).method, "radau") << name;
  EXPECT_THAT(advice_on("rod_pendulum").reasons.front(), HasSubstr("\"damper.x\""));
}

TEST(MethodAdvice, FollowsWhatWasAskedFor) {
  EXPECT_EQ(advice_on("heavy_top", {.constant_step = true}).method, "generalized_alpha");
  const MethodAdvice index2 = advice_on("heavy_top", {.formulation = Formulation::index2});
  EXPECT_EQ(index2.method, "radau");
  EXPECT_EQ(index2.formulation, Formulation::index2);
}

/// BDF of order 3 and more is unstable for springs without damping.
TEST(MethodAdvice, UndampedSpringsAreNotForBackwardDifferentiation) {
  LinearPoint<1> law;
  law.stiffness.diagonal() << 0.0, 1.0, 1.0;
  law.b << 1, 0, 0;
  law.all_rows = {{.name = "spring", .compliance = 2.5e-3}};  // 20 rad/s
  const auto last_reason = [&] {
    const AnySystem system = erase(differentiated(law));
    StartReport report;
    const State state = consistent_start(system, 0.0, Vector::Zero(3), Vector::Zero(3), {}, report);
    return advise(traits_of(system, state, 10.0)).reasons.back();
  };
  EXPECT_THAT(last_reason(), HasSubstr("not for backward differentiation of order 3"));
  law.all_rows[0].relaxation = 0.1;  // damping ratio 1
  EXPECT_THAT(last_reason(), Not(HasSubstr("backward differentiation")));
}

/// docs/choosing-a-method.md: 100 rods take bliedf two to six times as long.
TEST(MethodAdvice, ManyBodiesAreImplicitOfHighOrder) {
  Traits traits;
  traits.velocities = 600;
  traits.scales.has_modes = false;
  EXPECT_EQ(advise(traits).method, "radau");
}

TEST(MethodAdvice, RedundantRowsAreNamed) {
  LinearPoint<2> law;
  law.b << 1, 0, 0, 2, 0, 0;
  law.all_rows = rigid_rows({"pin.x", "weld.x"});
  const AnySystem system = erase(differentiated(law));
  const State state{0.0, Vector::Zero(3), Vector::Zero(3), Vector::Zero(3), Vector::Zero(2)};
  const MethodAdvice advice = advise(traits_of(system, state, 1.0));
  ASSERT_EQ(advice.remarks.size(), 1U);
  EXPECT_THAT(advice.remarks[0], HasSubstr("pin"));
  EXPECT_THAT(advice.remarks[0], HasSubstr("weld"));
}

/// The advice is only as good as the runs that follow it.
TEST(MethodAdvice, RunsThatFollowItReachTheirTolerance) {
  for (const char* name :
       {"heavy_top", "andrews", "car_axis", "rod_pendulum", "knife_edge", "damped_chain"}) {
    RunSpec spec;
    spec.target = name;
    spec.steps.rtol = spec.steps.atol = 1e-6;
    const RunRecord record = run(spec);
    EXPECT_EQ(record.status, "completed") << name;
    EXPECT_TRUE(record.choice.is_automatic);
    ASSERT_FALSE(record.references.empty()) << name;
    for (const ReferenceValue& reference : record.references) {
      if (reference.observable.starts_with("lambda")) continue;
      for (std::size_t i = 0; i < record.columns.size(); ++i) {
        if (record.columns[i].name != reference.observable) continue;
        EXPECT_NEAR(record.final_values[static_cast<Index>(i)], reference.value,
                    2e-5 * std::max(1.0, std::abs(reference.value)) + reference.uncertainty)
            << name << " " << reference.observable;
      }
    }
  }
}

}  // namespace
}  // namespace kreisel
