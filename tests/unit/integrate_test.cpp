// The time loop and the step controller, on a stepper that does what the test says.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "kreisel/integrate/integrate.hpp"
#include "kreisel/integrate/step_controller.hpp"

namespace kreisel {
namespace {

class Scripted final : public Stepper {
 public:
  void start(const State& initial) override { state_ = initial; }
  double suggest_first_step() override { return 0.1; }
  StepAttempt attempt(double h) override {
    tried.push_back(h);
    StepAttempt result;
    result.status = fails_above > 0.0 && h > fails_above ? failure : StepStatus::completed;
    result.error = error_constant * h * h;
    return result;
  }
  void accept(double t) override { state_.t = t; }
  StateView state() const override { return state_.view(); }
  void interpolate(double, State&) const override {}
  const WorkCounters& work() const override { return work_; }
  std::string explain_failure() const override { return "row \"pin\""; }

  std::vector<double> tried;
  double fails_above = 0.0, error_constant = NAN;
  StepStatus failure = StepStatus::newton_diverged;

 private:
  State state_;
  WorkCounters work_;
};

Outcome go(Scripted& stepper, double t_end, double step, bool control = false, Limits limits = {},
           const Observer& observer = {}) {
  StepController controller;
  controller.first_step = step;
  controller.control_error = control;
  return integrate(stepper, t_end, controller, limits, observer);
}

TEST(Integrate, HitsTheEndExactlyWithConstantSteps) {
  for (const double h : {0.1, 1e-3, 1.0 / 3.0, 0.7}) {
    Scripted stepper;
    const Outcome outcome = go(stepper, 1.0, h);
    EXPECT_EQ(outcome.termination, Termination::reached_end);
    EXPECT_EQ(outcome.t, 1.0) << h;
  }
}

TEST(Integrate, CountsWholeStepsWithoutASliver) {
  Scripted stepper;
  EXPECT_EQ(go(stepper, 1.0, 1e-3).accepted, 1000);
  for (const double h : stepper.tried) EXPECT_EQ(h, stepper.tried.front());
}

TEST(Integrate, SpreadsARemainderOverTheLastSteps) {
  Scripted stepper;
  go(stepper, 1.0, 0.3);
  for (const double h : stepper.tried) EXPECT_GT(h, 0.1);
}

TEST(Integrate, DoesNotDivideConstantSteps) {
  Scripted stepper;
  stepper.fails_above = 0.06;
  const Outcome outcome = go(stepper, 10.0, 0.1);
  EXPECT_EQ(outcome.termination, Termination::solver_failed);
  EXPECT_EQ(stepper.tried, std::vector{0.1});
  for (const char* part : {"constant step of 0.1 s", "t = 0", "row \"pin\"", "smaller --step", "--rtol"})
    EXPECT_NE(outcome.message.find(part), std::string::npos) << outcome.message;
}

TEST(Integrate, HalvesAfterAFailureOnRequestAndComesBack) {
  Scripted stepper;
  stepper.fails_above = 0.06;
  const Outcome outcome = go(stepper, 10.0, 0.1, false, {.max_divisions = 1});
  EXPECT_EQ(outcome.termination, Termination::reached_end);
  EXPECT_GT(outcome.rejected, 0);
  EXPECT_LT(outcome.rejected, 20);  // no storm: a size that failed is left alone for a while
}

TEST(Integrate, TakesNoStepLongerThanTheLongest) {
  Scripted stepper;
  stepper.error_constant = 1e-6;  // the error would allow steps beyond the end
  const Outcome outcome = go(stepper, 10.0, 1e-3, true, {.max_step = 0.25});
  EXPECT_EQ(outcome.termination, Termination::reached_end);
  EXPECT_EQ(outcome.largest_step, 0.25);
  for (const double h : stepper.tried) EXPECT_LE(h, 0.25);
}

TEST(Integrate, DividesNoMoreThanRequested) {
  Scripted stepper;
  stepper.fails_above = 0.01;
  const Outcome outcome = go(stepper, 10.0, 0.1, false, {.max_divisions = 2});
  EXPECT_EQ(outcome.termination, Termination::solver_failed);
  EXPECT_EQ(stepper.tried, (std::vector{0.1, 0.05, 0.025}));
  EXPECT_NE(outcome.message.find("down to 0.025 s"), std::string::npos) << outcome.message;
}

TEST(Integrate, NamesTheCauseWhenNoStepConverges) {
  Scripted stepper;
  stepper.fails_above = 1e-300;
  const Outcome outcome = go(stepper, 1.0, 0.1);
  EXPECT_EQ(outcome.termination, Termination::solver_failed);
  EXPECT_EQ(outcome.accepted, 0);
  EXPECT_NE(outcome.message.find("row \"pin\""), std::string::npos);
}

TEST(Integrate, TellsNanFromOtherFailures) {
  Scripted stepper;
  stepper.fails_above = 1e-300;
  stepper.failure = StepStatus::non_finite;
  EXPECT_EQ(go(stepper, 1.0, 0.1).termination, Termination::non_finite);
}

TEST(Integrate, StopsAtTheStepFloor) {
  Scripted stepper;
  stepper.error_constant = 1e30;
  const Outcome outcome = go(stepper, 1.0, 0.1, true, {.max_rejections_in_a_row = 1000, .min_step = 1e-6});
  EXPECT_EQ(outcome.termination, Termination::step_too_small);
}

TEST(Integrate, StopsAfterTooManyRejections) {
  Scripted stepper;
  stepper.error_constant = 1e300;
  const Outcome outcome = go(stepper, 1.0, 0.1, true, {.max_rejections_in_a_row = 5});
  EXPECT_EQ(outcome.termination, Termination::rejection_limit);
}

TEST(Integrate, StopsAtTheStepLimit) {
  Scripted stepper;
  const Outcome outcome = go(stepper, 1.0, 1e-3, false, {.max_steps = 17});
  EXPECT_EQ(outcome.termination, Termination::step_limit);
  EXPECT_EQ(outcome.accepted, 17);
}

TEST(Integrate, StopsAtTheTimeLimit) {
  Scripted stepper;
  const Outcome outcome = go(stepper, 1e9, 1e-3, false, {.max_seconds = 1e-3});
  EXPECT_EQ(outcome.termination, Termination::time_limit);
  EXPECT_GT(outcome.accepted, 0);
}

TEST(Integrate, ObserversStopAndInterrupt) {
  for (const auto& [flow, expected] : {std::pair{Flow::stop, Termination::stopped_by_observer},
                                       std::pair{Flow::interrupt, Termination::interrupted}}) {
    Scripted stepper;
    const Outcome outcome = go(stepper, 1.0, 0.1, false, {}, [flow = flow](const StepView& step) {
      return step.t_end > 0.45 ? flow : Flow::carry_on;
    });
    EXPECT_EQ(outcome.termination, expected);
    EXPECT_NEAR(outcome.t, 0.5, 1e-12);
  }
}

TEST(StepController, FollowsTheEstimateAndThenHolds) {
  Scripted stepper;
  stepper.error_constant = 1e4;  // error 1 at h = 0.01
  const Outcome outcome = go(stepper, 1.0, 0.1, true);
  EXPECT_EQ(outcome.termination, Termination::reached_end);
  EXPECT_NEAR(static_cast<double>(outcome.accepted), 111.0, 25.0);
  EXPECT_LT(outcome.rejected, 5);
}

TEST(StepController, TreatsANanEstimateAsRejection) {
  StepController controller;
  controller.control_error = true;
  const StepDecision decision =
      controller.decide({.status = StepStatus::completed, .error = NAN, .newton = {}}, 0.1);
  EXPECT_FALSE(decision.accept);
  EXPECT_LT(decision.next_step, 0.1);
  EXPECT_GT(decision.next_step, 0.0);
}

}  // namespace
}  // namespace kreisel
