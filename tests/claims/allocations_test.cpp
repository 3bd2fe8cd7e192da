// No step takes memory from the heap, except the first; of multistep methods, the first 20.
//
// This program counts every allocation: Eigen goes to malloc directly, operator new ends there too.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "kreisel/integrate/consistent_start.hpp"
#include "kreisel/integrate/integrate.hpp"
#include "kreisel/integrate/step_controller.hpp"
#include "kreisel/problems/all.hpp"
#include "kreisel/solve/stepper_for.hpp"
#include "tests/support/counted_allocations.hpp"

namespace kreisel::claims {
namespace {

struct Case {
  std::string problem, group;  // group: of the heavy top
  Formulation formulation;
  bool controls_error;
  std::string method = "generalized_alpha";
  bool erases_type = false;  // through AnySystem, where the problem has a type of its own
};

struct Started {
  ProblemInstance problem;
  std::unique_ptr<Stepper> stepper;
};

Started start(const Case& c) {
  const ProblemEntry& entry = find_problem(c.problem);
  Parameters parameters(entry.parameters);
  if (!c.group.empty()) parameters.set("group", c.group);
  ProblemInstance problem = entry.make(parameters);
  StepperOptions options;
  options.formulation = c.formulation;
  if (c.controls_error) options.tolerances = {1e-5, 1e-5, 1e-3, problem.t_end};
  const MethodEntry& method = find_method(c.method);
  if (c.erases_type) problem.system = problem.system;
  auto stepper = stepper_for(problem.system, method.coefficients(Parameters(method.parameters)), options);
  StartReport report;
  stepper->start(consistent_start(problem.system, problem.t_begin, problem.q0, problem.v0, {}, report));
  return {std::move(problem), std::move(stepper)};
}

class Allocations : public testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    if (!KREISEL_COUNTS_ALLOCATIONS) GTEST_SKIP() << "allocations are counted with glibc only";
  }
};

TEST_P(Allocations, AreZeroInEveryStepAfterTheFirst) {
  const Started started = start(GetParam());
  Stepper& stepper = *started.stepper;
  double h = 1e-4 * started.problem.t_end, t = 0.0;
  const auto step = [&] {
    const bool is_completed = stepper.attempt(h).status == StepStatus::completed;
    stepper.accept(t += h);
    return is_completed;
  };
  const int first_steps = GetParam().method == "generalized_alpha" ? 1 : 20;  // starting values, rising order
  for (int i = 0; i < first_steps; ++i) ASSERT_TRUE(step());
  State between = {0.0, Vector(stepper.state().q), Vector(stepper.state().v),
                   Vector(stepper.state().acceleration), Vector(stepper.state().lambda)};
  bool all_completed = true;
  const long before = allocations;
  for (int i = first_steps; i < 200; ++i) {
    if (i % 20 == 0) h *= 1.1;  // a restart, or another formula
    all_completed = step() && all_completed;
    stepper.interpolate(0.3, between);
  }
  EXPECT_EQ(allocations - before, 0);
  EXPECT_TRUE(all_completed);
}

/// The loop itself: as many allocations for 20 steps as for 200.
TEST_P(Allocations, DoNotGrowWithTheNumberOfSteps) {
  const auto count = [](double fraction) {
    const Started started = start(GetParam());
    StepController controller;
    controller.control_error = GetParam().controls_error;
    controller.first_step = 1e-4 * started.problem.t_end;
    const double t_end = started.problem.t_begin + fraction * started.problem.t_end;
    const long before = allocations;
    const Outcome outcome = integrate(*started.stepper, t_end, controller, {}, {});
    EXPECT_EQ(outcome.termination, Termination::reached_end) << outcome.message;
    return allocations - before;
  };
  EXPECT_EQ(count(0.002), count(0.02));
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const bool controls : {false, true}) {
    for (const auto& formulation : formulations) {
      all.push_back({"heavy_top", "r3xso3", formulation.value, controls});
      all.push_back({"heavy_top", "se3", formulation.value, controls});
      all.push_back({"andrews", "", formulation.value, controls});
    }
    all.push_back({"heavy_top", "so3", Formulation::index3, controls});
  }
  return all;
}

std::vector<Case> multistep_cases() {
  std::vector<Case> all;
  for (const bool erases_type : {false, true}) {
    for (const char* method : {"bliedf_3", "bliedf_5", "mk_bdf_4"})
      all.push_back({"heavy_top", "r3xso3", Formulation::index3, false, method, erases_type});
    for (const Formulation formulation : {Formulation::index3, Formulation::index2})
      all.push_back({"heavy_top", "r3xso3", formulation, true, "bliedf", erases_type});
  }
  all.push_back({"heavy_top", "so3", Formulation::index3, false, "crouch_grossman_4"});
  all.push_back({"heavy_top", "so3", Formulation::index3, false, "commutator_free_4"});
  all.push_back({"andrews", "", Formulation::index3, true, "bliedf"});
  return all;
}

std::vector<Case> explicit_cases() {
  std::vector<Case> all;
  for (const char* method : {"dopri5", "dop853"})
    for (const bool erases_type : {false, true}) {
      all.push_back({"heavy_top", "r3xso3", Formulation::index1, true, method, erases_type});
      all.push_back({"andrews", "", Formulation::index1, true, method, erases_type});
    }
  all.push_back({"heavy_top", "r3xso3", Formulation::index1, false, "rk4"});
  all.push_back({"heavy_top", "se3", Formulation::index1, false, "dop853"});
  all.push_back({"heavy_top", "so3", Formulation::index1, true, "dop853"});
  all.push_back({"elastic_pendulum", "", Formulation::index1, true, "dop853"});
  return all;
}

std::vector<Case> implicit_cases() {
  std::vector<Case> all;
  for (const bool erases_type : {false, true}) {
    all.push_back({"heavy_top", "r3xso3", Formulation::index3, true, "radau", erases_type});
    all.push_back({"andrews", "", Formulation::index3, true, "radau", erases_type});
    all.push_back({"heavy_top", "r3xso3", Formulation::index3, false, "radau_iia_3", erases_type});
    all.push_back({"heavy_top", "r3xso3", Formulation::index1, false, "gauss_3", erases_type});
  }
  all.push_back({"heavy_top", "r3xso3", Formulation::index2, true, "radau_iia_3"});
  all.push_back({"heavy_top", "se3", Formulation::index3, true, "lobatto_iiic_3"});
  all.push_back({"heavy_top", "so3", Formulation::index1, true, "sdirk_4"});
  all.push_back({"heavy_top", "r3xso3", Formulation::index1, false, "lobatto_iiib_3"});
  all.push_back({"stiff_pendulum", "", Formulation::index3, true, "radau"});
  return all;
}

std::string name_of_case(const testing::TestParamInfo<Case>& info) {
  const Case& c = info.param;
  return fmt::format("{}{}{}_{}_{}{}{}", c.problem, c.group.empty() ? "" : "_", c.group, c.method,
                     name_of(c.formulation), c.controls_error ? "_with_error_control" : "",
                     c.erases_type ? "_through_any_system" : "");
}
INSTANTIATE_TEST_SUITE_P(Steppers, Allocations, testing::ValuesIn(cases()), name_of_case);
INSTANTIATE_TEST_SUITE_P(Multistep, Allocations, testing::ValuesIn(multistep_cases()), name_of_case);
INSTANTIATE_TEST_SUITE_P(Explicit, Allocations, testing::ValuesIn(explicit_cases()), name_of_case);
INSTANTIATE_TEST_SUITE_P(Implicit, Allocations, testing::ValuesIn(implicit_cases()), name_of_case);

TEST(Counter, SeesAllocationsOfEigenAndOfNew) {
  if (!KREISEL_COUNTS_ALLOCATIONS) GTEST_SKIP() << "allocations are counted with glibc only";
  const long before = allocations;
  const Vector vector = Vector::Zero(100);
  EXPECT_GT(allocations, before) << vector.size();
  const long between = allocations;
  const std::vector<int> list(100, 1);
  EXPECT_GT(allocations, between) << list.size();
}

}  // namespace
}  // namespace kreisel::claims
