// Who goes on when: methods with a script, and mechanisms whose nature only the run shows.
#include "kreisel/run/automatic_stepper.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "kreisel/integrate/integrate.hpp"
#include "kreisel/integrate/step_controller.hpp"
#include "tests/support/sampled_errors.hpp"

namespace kreisel {
namespace {

using namespace testing_support;

/// Goes along x' = 1 with steps of one length; from `wall` on steps halve.
class Scripted final : public Stepper {
 public:
  Scripted(double step, double drift, double wall) : step_(step), drift_(drift), wall_(wall) {
    state_.q = state_.v = state_.acceleration = Vector::Zero(1);
  }
  void start(const State& initial) override {
    state_ = initial;
    now_ = step_;
  }
  double suggest_first_step() override { return step_; }
  StepAttempt attempt(double h) override {
    tried_ = h;
    if (h > now_ * 1.000001) return {StepStatus::completed, 2.0, now_ / h, 0, {}};
    if (state_.t + h > wall_) now_ = 0.4 * h;
    return {StepStatus::completed, 0.5, now_ / h, 0, {}};
  }
  void accept(double t) override {
    state_.q[0] += tried_ * (1.0 + drift_);
    state_.t = t;
    ++work_.force_evaluations;
  }
  StateView state() const override { return state_.view(); }
  void interpolate(double, State& out) const override { out = state_; }
  const WorkCounters& work() const override { return work_; }
  std::string explain_failure() const override { return {}; }

 private:
  double step_, drift_, wall_, now_ = 0.0, tried_ = 0.0;
  State state_;
  WorkCounters work_;
};

struct Method {
  double step, price = 1.0, drift = 0.0, wall = INFINITY;
  bool resolves = false, is_refuge = false;
};

struct Result {
  Outcome outcome;
  std::vector<MethodChange> changes;
  double reached;
};

Result go(const std::vector<Method>& methods, const std::vector<Event>& events = {}) {
  std::vector<AutomaticCandidate> candidates;
  for (std::size_t i = 0; i < methods.size(); ++i) {
    const Method& m = methods[i];
    candidates.push_back({std::string(1, static_cast<char>('a' + i)), m.price, m.resolves, m.is_refuge,
                          [m] { return std::make_unique<Scripted>(m.step, m.drift, m.wall); }});
  }
  const auto distance = [](const StateView& a, const StateView& b) {
    return std::abs(a.q[0] - b.q[0]) / 1e-3;
  };
  AutomaticStepper stepper(std::move(candidates), {10.0, distance, events});
  State initial;
  initial.q = initial.v = initial.acceleration = Vector::Zero(1);
  stepper.start(initial);
  StepController controller;
  controller.first_step = stepper.suggest_first_step();
  controller.control_error = true;
  Result result{integrate(stepper, 10.0, controller, {}, {}, {}), stepper.changes(), 0.0};
  result.reached = stepper.state().q[0];
  return result;
}

TEST(AutomaticStepper, TakesTheOneThatGetsFurther) {
  const Result run = go({{.step = 0.01, .resolves = true}, {.step = 0.1, .price = 2.0}});
  EXPECT_EQ(run.outcome.termination, Termination::reached_end);
  ASSERT_EQ(run.changes.size(), 1u);
  EXPECT_NEAR(run.changes[0].t, 0.2, 1e-9);
  EXPECT_EQ(run.changes[0].to, "b");
  EXPECT_NEAR(run.reached, 10.0, 1e-9);
  EXPECT_LT(run.outcome.accepted, 130);
}

TEST(AutomaticStepper, StaysWhereTheOtherOneIsNotWorthItsPrice) {
  const Result run = go({{.step = 0.05, .resolves = true}, {.step = 0.1, .price = 2.0}});
  EXPECT_TRUE(run.changes.empty());
  EXPECT_NEAR(static_cast<double>(run.outcome.accepted), 200, 2);
}

TEST(AutomaticStepper, RefusesOneThatArrivesElsewhere) {
  const Result run = go({{.step = 0.01, .resolves = true}, {.step = 0.1, .drift = 0.1}});
  EXPECT_TRUE(run.changes.empty());
  EXPECT_NEAR(run.reached, 10.0, 1e-9);
}

/// A trial that runs past an event says nothing; the next one, behind it, does.
TEST(AutomaticStepper, TriesAgainBehindAnEvent) {
  Event event;
  event.value = [](const StateView& state) { return state.q[0] - 0.5; };
  event.action = EventAction::restart;
  const std::vector<Method> methods{{.step = 0.01, .resolves = true}, {.step = 0.1, .price = 2.0}};
  const Result beside = go(methods, {event});
  ASSERT_EQ(beside.changes.size(), 1u);
  EXPECT_NEAR(beside.changes[0].t, 1.2, 1e-9);
  event.action = EventAction::record;
  EXPECT_NEAR(go(methods, {event}).changes.at(0).t, 0.2, 1e-9);
}

TEST(AutomaticStepper, HandsOverWhenStepsCollapseAndComesBack) {
  const Result run = go({{.step = 0.2, .wall = 3.0}, {.step = 0.05, .is_refuge = true}});
  EXPECT_EQ(run.outcome.termination, Termination::reached_end);
  ASSERT_GE(run.changes.size(), 1u);
  EXPECT_EQ(run.changes[0].to, "b");
  EXPECT_NEAR(run.changes[0].t, 3.0, 0.3);
  EXPECT_NEAR(run.reached, 10.0, 1e-9);
  EXPECT_LT(run.outcome.accepted, 260);
}

RunRecord automatic(const std::string& target, const Settings& settings, double tolerance) {
  RunSpec spec{.target = target, .settings = settings};
  return run(with_tolerance(spec, tolerance));
}

/// The linearisation at the start takes the vibration of a resting spring for the motion: 6879 steps before.
TEST(AutomaticStepper, LeavesAnExplicitMethodWhereASpringIsStiff) {
  const RunRecord record = automatic("stiff_pendulum", {{"epsilon", "1e-3"}}, 1e-6);
  EXPECT_EQ(record.status, "completed");
  ASSERT_EQ(record.choice.changes.size(), 1u);
  EXPECT_EQ(record.choice.changes[0].from, "dop853");
  EXPECT_EQ(record.choice.changes[0].to, "radau");
  EXPECT_LT(record.statistics.accepted, 400);
  for (const ReferenceValue& reference : record.references) {
    const auto column = std::find_if(record.columns.begin(), record.columns.end(),
                                     [&](const Column& c) { return c.name == reference.observable; });
    if (column == record.columns.end() || column->name.starts_with("lambda")) continue;
    EXPECT_NEAR(record.final_values[column - record.columns.begin()], reference.value, 1e-5) << column->name;
  }
}

/// The other method is done within its trial: 6137 steps before.
TEST(AutomaticStepper, TakesTheOneThatIsDoneAtOnce) {
  const RunRecord record =
      automatic(KREISEL_SOURCE_FOLDER "/models/spring_pendulum.json", {{"stiffness", "2e6"}}, 1e-6);
  EXPECT_EQ(record.status, "completed");
  ASSERT_EQ(record.choice.changes.size(), 1u);
  EXPECT_EQ(record.choice.changes[0].to, "radau");
  EXPECT_GT(record.statistics.accepted, 20);
  EXPECT_LT(record.statistics.accepted, 400);
}

/// Singular positions, at which dop853 took ever shorter steps and never arrived.
TEST(AutomaticStepper, PassesSingularPositions) {
  RunSpec spec{.target = KREISEL_SOURCE_FOLDER "/models/four_bars.json"};
  spec.t_end = 3.0;
  spec = with_tolerance(spec, 1e-5);
  const RunRecord record = run(spec);
  EXPECT_EQ(record.status, "completed") << record.message;
  ASSERT_GE(record.choice.changes.size(), 1u);
  EXPECT_EQ(record.choice.changes[0].to, "bliedf");
  EXPECT_NE(record.choice.changes[0].reason.find("singular"), std::string::npos);
  EXPECT_LT(*record.audit.energy_drift, 1e-2);
  EXPECT_LT(record.statistics.accepted, 2000);
}

}  // namespace
}  // namespace kreisel
