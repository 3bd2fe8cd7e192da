// Changes of the step size keep every order: the heavy top with one change and with random changes.
//
// Digits: reference on Lie group generalized-α, section 8.6 (form B, h doubled at t = 1/2, ρ∞ = 0.9).
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "evidence/bench/subjects.hpp"
#include "kreisel/core/random.hpp"
#include "tests/support/chosen_methods.hpp"
#include "tests/support/order_checks.hpp"
#include "tests/support/printed_digits.hpp"

namespace kreisel::claims {
namespace {

constexpr std::array<double, 3> steps{1e-3, 5e-4, 2.5e-4};

/// h up to t = 1/2, then 2h up to t = 1.
StepSequence doubled_in_the_middle(double h) {
  StepSequence plan = constant_steps(h, 0.5);
  const StepSequence rest = constant_steps(2.0 * h, 0.5);
  plan.steps.insert(plan.steps.end(), rest.steps.begin(), rest.steps.end());
  for (const double t : rest.times) plan.times.push_back(0.5 + t);
  return plan;
}

/// Every ten steps multiplied by a random number in [1/2, 2], but kept between h/2 and 2h.
StepSequence changed_at_random(double h) {
  constexpr std::uint64_t seed = 20;
  constexpr int hold = 10;
  Random random(seed);
  StepSequence plan;
  double present = h;
  for (;;) {
    for (int i = 0; i < hold; ++i) {
      if (!plan.times.empty() && plan.times.back() + present > 1.0) return plan;
      plan.add(present);
    }
    present = std::clamp(present * random.uniform(0.5, 2.0), 0.5 * h, 2.0 * h);
  }
}

MeasuredMethod with_change(MeasuredMethod method, StepChange change) {
  method.options.step_change = change;
  return method;
}

RunSeries measure_plans(const Subject& subject, const MeasuredMethod& method, StepSequence (*plan)(double)) {
  RunSeries convergence{method.name + " on " + subject.name, {steps.begin(), steps.end()}, {}};
  for (const double h : steps) convergence.runs.push_back(completed_errors(subject, method, plan(h)));
  return convergence;
}

void expect_multiplier_errors(const RunSeries& measured, const std::array<std::string, 3>& printed) {
  for (std::size_t i = 0; i < printed.size(); ++i)
    EXPECT_TRUE(agrees_with_print(measured.runs[i].lambda_norm, printed[i])) << measured.text();
}

Subject form_b() {
  return heavy_top_subject({.constraint = "b"});
}
const MeasuredMethod index3 = damped_alpha(0.9, Formulation::index3);
const MeasuredMethod index2 = damped_alpha(0.9, Formulation::index2);

TEST(OneChange, LeavesFirstOrderErrorsInMultipliersWhenNothingIsDone) {
  const RunSeries measured =
      measure_plans(form_b(), with_change(index3, StepChange::none), doubled_in_the_middle);
  EXPECT_TRUE(has_slopes(measured, {2, 2, 1}));
  expect_multiplier_errors(measured, {"260.5", "120.9", "59.05"});
}

TEST(OneChange, KeepsOrderTwoWhenVelocityAndPseudoAccelerationAreCorrected) {
  const RunSeries measured =
      measure_plans(form_b(), with_change(index3, StepChange::corrected), doubled_in_the_middle);
  EXPECT_TRUE(has_slopes(measured, {2, 2, 2}));
  expect_multiplier_errors(measured, {"21.18", "5.243", "1.308"});
}

TEST(OneChange, NeedsNoCorrectionInIndex2) {
  const RunSeries uncorrected =
      measure_plans(form_b(), with_change(index2, StepChange::none), doubled_in_the_middle);
  EXPECT_TRUE(has_slopes(uncorrected, {2, 2, 2}));
  expect_multiplier_errors(uncorrected, {"6.26", "1.57", "0.392"});
  const RunSeries corrected =
      measure_plans(form_b(), with_change(index2, StepChange::corrected), doubled_in_the_middle);
  expect_multiplier_errors(corrected, {"6.27", "1.57", "0.392"});
}

struct Restarted {
  std::string name, group;
  double rho;
  Formulation formulation;
};
std::vector<Restarted> restarted_cases() {
  std::vector<Restarted> all;
  for (const char* group : {"r3xso3", "se3"})
    for (const double rho : {0.9, 0.8, 0.6})
      for (const Formulation f : {Formulation::index3, Formulation::index2})
        all.push_back({fmt::format("{}_0{}_{}", group, int(10.0 * rho + 0.5), name_of(f)), group, rho, f});
  return all;
}
class RestartAtChanges : public testing::TestWithParam<Restarted> {
 protected:
  static RunSeries measure(StepSequence (*plan)(double)) {
    const Restarted& c = GetParam();
    const Subject subject = heavy_top_subject({.group = c.group, .constraint = "b"});
    return measure_plans(subject, damped_alpha(c.rho, c.formulation), plan);
  }
};

TEST_P(RestartAtChanges, KeepsOrderTwoAtOneChange) {
  EXPECT_TRUE(has_slopes(measure(doubled_in_the_middle), {2, 2, 2}));
}
TEST_P(RestartAtChanges, KeepsOrderTwoAtRandomChangesEveryTenSteps) {
  EXPECT_TRUE(has_slopes(measure(changed_at_random), {2, 2, 2}));
}
INSTANTIATE_TEST_SUITE_P(Cases, RestartAtChanges, testing::ValuesIn(restarted_cases()),
                         [](const auto& tested) { return tested.param.name; });

TEST(RandomChanges, CostMultipliersAnOrderWhenNothingIsDone) {
  const RunSeries measured =
      measure_plans(form_b(), with_change(index3, StepChange::none), changed_at_random);
  EXPECT_TRUE(has_slopes(measured, {.position = 2, .velocity = 2}));
  EXPECT_LT(measured.slope(&Errors::lambda_norm), 1.3) << measured.text();
}

}  // namespace
}  // namespace kreisel::claims
