// Events in the time loop, on motions that are prescribed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "kreisel/core/error.hpp"
#include "kreisel/integrate/events.hpp"
#include "kreisel/integrate/integrate.hpp"
#include "kreisel/integrate/step_controller.hpp"

namespace kreisel {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// q = f(t, start), whatever the step.
class Prescribed final : public Stepper {
 public:
  using Motion = std::function<double(double t, const State& start)>;
  explicit Prescribed(Motion motion) : motion_(std::move(motion)) { start({0.0, {}, {}, {}, {}}); }

  void start(const State& initial) override {
    start_ = initial;
    begin_ = initial.t;
    ++starts;
    put(initial.t, state_);
  }
  double suggest_first_step() override { return 0.1; }
  StepAttempt attempt(double h) override {
    tried.push_back(h);
    return {};
  }
  void accept(double t) override {
    begin_ = state_.t;
    put(t, state_);
  }
  StateView state() const override { return state_.view(); }
  void interpolate(double s, State& out) const override {
    ++looks;
    put(begin_ + s * (state_.t - begin_), out);
  }
  const WorkCounters& work() const override { return work_; }
  std::string explain_failure() const override { return ""; }

  std::vector<double> tried;
  int starts = 0;
  mutable long looks = 0;

 private:
  void put(double t, State& out) const {
    out.t = t;
    out.q = Vector::Constant(1, motion_(t, start_));
    for (Vector* x : {&out.v, &out.acceleration, &out.lambda}) x->setZero(0);
  }

  Motion motion_;
  State start_, state_;
  double begin_ = 0.0;
  WorkCounters work_;
};

double first_coordinate(const StateView& s) {
  return s.q(0);
}

Prescribed moving(const std::function<double(double)>& f) {
  return Prescribed([f](double t, const State&) { return f(t); });
}

Outcome go(Stepper& stepper, const std::vector<Event>& events, double t_end = 10.0, double step = 1.0,
           const Observer& observer = {}) {
  StepController controller;
  controller.first_step = step;
  return integrate(stepper, t_end, controller, {}, observer, {events, {}});
}

std::vector<double> times(const Outcome& outcome) {
  std::vector<double> all;
  for (const EventRecord& event : outcome.events) all.push_back(event.t);
  return all;
}

TEST(Events, AreFoundToRoundOffWhereverTheyLieInAStep) {
  for (const double root : {0.001, 0.3, 0.9999999, 1.0, 1.5, 7.123456789, 9.99999999999}) {
    for (const auto& shape : {+[](double x) { return x; }, +[](double x) { return std::tanh(20.0 * x); },
                              +[](double x) { return std::cbrt(x); }, +[](double x) { return x * x * x; },
                              +[](double x) { return x < 0.0 ? -1.0 : 1e-6; }}) {
      Prescribed stepper = moving([&](double t) { return shape(t - root); });
      const Outcome outcome = go(stepper, {{"zero", first_coordinate}});
      ASSERT_EQ(outcome.events.size(), 1u) << root;
      EXPECT_NEAR(outcome.events[0].t, root, 4e-16 * std::max(1.0, root));
      EXPECT_EQ(outcome.events[0].direction, 1);
      EXPECT_LT(stepper.looks, 300);
    }
  }
}

TEST(Events, RecordedOnesLeaveTheStepsAlone) {
  Prescribed stepper = moving([](double t) { return std::sin(t); });
  const Outcome outcome = go(stepper, {{"zero", first_coordinate}});
  EXPECT_EQ(outcome.termination, Termination::reached_end);
  EXPECT_EQ(stepper.tried, std::vector<double>(10, 1.0));
  EXPECT_THAT(times(outcome),
              ElementsAre(testing::DoubleNear(M_PI, 1e-15), testing::DoubleNear(2 * M_PI, 2e-15),
                          testing::DoubleNear(3 * M_PI, 2e-15)));
}

TEST(Events, CostNothingWhereThereAreNone) {
  Prescribed stepper = moving([](double t) { return t; });
  go(stepper, {});
  EXPECT_EQ(stepper.looks, 0);
}

TEST(Events, HaveADirection) {
  for (const int direction : {-1, 0, 1}) {
    Prescribed stepper = moving([](double t) { return std::cos(t); });
    const Outcome outcome = go(stepper, {{"zero", first_coordinate, direction}});
    ASSERT_EQ(outcome.events.size(), direction == 0 ? 3u : direction == 1 ? 1u : 2u);
    EXPECT_NEAR(outcome.events[0].t, direction == 1 ? 1.5 * M_PI : 0.5 * M_PI, 1e-15);
    for (const EventRecord& event : outcome.events)
      EXPECT_TRUE(direction == 0 || event.direction == direction) << event.t;
  }
}

TEST(Events, TwoInsideOneStepAreSeen) {
  for (const double middle : {0.1, 0.3, 0.45, 0.62, 0.9}) {
    for (const double half : {0.2, 0.05, 1e-3, 1e-6}) {
      if (middle - half <= 0.0 || middle + half >= 1.0) continue;
      // A parabola with a bit of everything else, as a step under error control has.
      Prescribed stepper = moving([&](double t) {
        const double x = t - 3.0 - middle;
        return (x * x - half * half) * (2.0 + std::sin(t));
      });
      const Outcome outcome = go(stepper, {{"zero", first_coordinate}});
      ASSERT_EQ(outcome.events.size(), 2u) << middle << " " << half;
      EXPECT_EQ(outcome.events[0].direction, -1);
      EXPECT_EQ(outcome.events[1].direction, 1);
      EXPECT_NEAR(outcome.events[0].t, 3.0 + middle - half, 1e-9);  // a zero with a slope of 1e-6
      EXPECT_NEAR(outcome.events[1].t, 3.0 + middle + half, 1e-9);
    }
  }
}

TEST(Events, StopTheRun) {
  Prescribed stepper = moving([](double t) { return t - 3.25; });
  std::vector<double> ends;
  const Outcome outcome = go(stepper,
                             {{"late", [](const StateView& s) { return s.t - 3.5; }},
                              {"early", [](const StateView& s) { return s.t - 3.125; }},
                              {"wall", first_coordinate, 1, EventAction::stop}},
                             10.0, 1.0, [&](const StepView& step) {
                               ends.push_back(step.t_end);
                               EXPECT_EQ(step.end().t, step.t_end);
                               return Flow::carry_on;
                             });
  EXPECT_EQ(outcome.termination, Termination::event);
  EXPECT_EQ(outcome.t, 3.25);
  EXPECT_EQ(outcome.event_state.value().q(0), 0.0);
  EXPECT_THAT(outcome.message, HasSubstr("\"wall\" at t = 3.25"));
  EXPECT_THAT(ends, ElementsAre(1.0, 2.0, 3.0, 3.25));
  EXPECT_THAT(times(outcome), ElementsAre(3.125, 3.25));
}

TEST(Events, ObserversSeeAStepUpToTheEventOnly) {
  // Jumps to 5 at t = 2.5.
  Prescribed stepper([](double t, const State& start) { return start.q.size() > 0 ? start.q(0) : t - 2.5; });
  Event event{"jump", first_coordinate, 1, EventAction::restart, [](State& s) { s.q(0) = 5.0; }};
  std::vector<double> ends;
  State between;
  double before = 0.0;
  go(stepper, {event}, 5.0, 1.0, [&](const StepView& step) {
    EXPECT_EQ(step.t_begin, before);
    before = step.t_end;
    ends.push_back(step.t_end);
    for (const double s : {0.0, 0.5, 1.0}) {
      step.interpolate(s, between);
      EXPECT_NEAR(between.t, step.t_begin + s * (step.t_end - step.t_begin), 1e-15);
      EXPECT_EQ(between.q(0), step.t_end <= 2.5 ? between.t - 2.5 : 5.0);
    }
    EXPECT_EQ(step.end().q(0), step.t_end <= 2.5 ? step.t_end - 2.5 : 5.0);
    return Flow::carry_on;
  });
  EXPECT_THAT(ends, ElementsAre(1.0, 2.0, 2.5, 3.5, 4.25, 5.0));  // the rest is spread over the last two
  EXPECT_EQ(stepper.starts, 2);
}

TEST(Events, DoNotHappenAgainWhereTheyHappened) {
  for (const int direction : {-1, 0, 1}) {
    Prescribed stepper = moving([](double t) { return std::cos(t) * (1.0 + 0.1 * t); });
    const Outcome outcome =
        go(stepper, {{"zero", first_coordinate, direction, EventAction::restart}}, 20.0, 0.3);
    EXPECT_EQ(outcome.events.size(), direction == 0 ? 6u : 3u);
    EXPECT_EQ(outcome.termination, Termination::reached_end);
  }
}

TEST(Events, AValueThatStartsAtZeroHasToLeaveItFirst) {
  Prescribed stepper = moving([](double t) { return t * (4.5 - t); });
  const Outcome outcome = go(stepper, {{"zero", first_coordinate, 0, EventAction::restart}});
  EXPECT_THAT(times(outcome), ElementsAre(4.5));
}

TEST(Events, ArrivingAtZeroIsEnough) {
  Prescribed stepper = moving([](double t) { return std::abs(t - 4.0); });
  EXPECT_THAT(times(go(stepper, {{"touch", first_coordinate, -1}})), ElementsAre(4.0));
  EXPECT_TRUE(go(stepper, {{"touch", first_coordinate, 1}}).events.empty());
}

TEST(Events, AJumpIsNoEvent) {
  Prescribed stepper([](double t, const State& start) { return start.q.size() > 0 ? start.q(0) : t; });
  const auto after = [](double level) { return [level](const StateView& s) { return s.q(0) - level; }; };
  const Outcome outcome =
      go(stepper, {{"jump", after(2.5), 1, EventAction::restart, [](State& s) { s.q(0) = 9.0; }},
                   {"passed over", after(7.0)}});
  EXPECT_THAT(times(outcome), ElementsAre(2.5));
}

TEST(Events, AtTheSameTimeAreTakenInTheOrderOfTheList) {
  Prescribed stepper = moving([](double t) { return std::sin(t - 4.3); });
  std::string order;
  const auto note = [&](const char* name) { return [&order, name](State&) { order += name; }; };
  const auto falling = [](const StateView& s) { return 4.3 - s.t; };
  const auto rising = [](const StateView& s) { return std::expm1(s.t - 4.3); };
  const Outcome outcome = go(stepper, {{"f", falling, -1, EventAction::restart, note("f")},
                                       {"r", rising, 1, EventAction::restart, note("r")},
                                       {"x", first_coordinate, 1, EventAction::restart, note("x")},
                                       {"noted", falling}});
  EXPECT_EQ(order, "frx");
  EXPECT_THAT(times(outcome), testing::Each(testing::DoubleNear(4.3, 1e-15)));
  EXPECT_EQ(outcome.events.size(), 4u);
}

TEST(Events, StopBeatsRestartAtTheSameTime) {
  Prescribed stepper = moving([](double t) { return t - 4.3; });
  int changes = 0;
  const Outcome outcome =
      go(stepper, {{"again", first_coordinate, 0, EventAction::restart, [&](State&) { ++changes; }},
                   {"enough", first_coordinate, 0, EventAction::stop}});
  EXPECT_EQ(outcome.termination, Termination::event);
  EXPECT_EQ(changes, 0);
  EXPECT_EQ(outcome.events.size(), 2u);
}

TEST(Events, AtTheVeryEndAreTaken) {
  for (const EventAction action : {EventAction::record, EventAction::restart}) {
    Prescribed stepper = moving([](double t) { return t - 10.0; });
    const Outcome outcome = go(stepper, {{"end", first_coordinate, 0, action}});
    EXPECT_EQ(outcome.termination, Termination::reached_end);
    EXPECT_EQ(outcome.t, 10.0);
    EXPECT_THAT(times(outcome), ElementsAre(10.0));
  }
}

TEST(Events, ValuesThatAreNoNumbersAreSkipped) {
  Prescribed stepper = moving([](double t) { return t > 3.2 && t < 4.6 ? NAN : t - 5.2; });
  EXPECT_THAT(times(go(stepper, {{"zero", first_coordinate}})), ElementsAre(testing::DoubleNear(5.2, 1e-15)));
}

TEST(Events, WithoutEndAreAnEnd) {
  double next = 4.0;  // every restart asks for the next one 5e-14 later
  Prescribed stepper = moving([](double t) { return t; });
  const Event event{"again", [&](const StateView& s) { return s.t - next; }, 0, EventAction::restart,
                    [&](State& s) { next = s.t + 5e-14; }};
  const Outcome outcome = go(stepper, {event});
  EXPECT_EQ(outcome.termination, Termination::too_many_events);
  EXPECT_THAT(outcome.message, HasSubstr("\"again\""));
  EXPECT_NEAR(outcome.t, 4.0, 1e-10);
  EXPECT_NEAR(static_cast<double>(outcome.events.size()), 1002.0, 1.0);
}

TEST(ProgressWatch, CountsRestartsWithoutProgress) {
  ProgressWatch watch(1.0, 1);
  double t = 0.5;
  for (int i = 0; i < 5000; ++i) EXPECT_FALSE(watch.is_stuck(0, t += 2e-12));
  for (int i = 0; i < 10; ++i) EXPECT_FALSE(watch.is_stuck(0, t));
  EXPECT_TRUE(watch.is_stuck(0, t));
  EXPECT_FALSE(watch.is_stuck(0, t += 2e-12));
  for (int i = 0; i < 1000; ++i) EXPECT_FALSE(watch.is_stuck(0, t += 5e-13));
  EXPECT_TRUE(watch.is_stuck(0, t += 5e-13));
}

TEST(ProgressWatch, KnowsTimesThatGather) {
  for (const double ratio : {0.1, 0.5, 0.95}) {
    ProgressWatch watch(1.0, 2);
    double t = 0.0, gap = 0.1;
    while (!watch.is_stuck(0, t += gap)) gap *= ratio;
    EXPECT_LT(gap, 1e-8);
    EXPECT_GT(gap, 0.9 * std::min(1e-8 * ratio, 1e-6 * std::pow(ratio, 4)));
    EXPECT_FALSE(watch.is_stuck(1, t + gap));  // another event is nothing new
  }
}

TEST(Events, AFailedRestartEndsTheRunWithItsCause) {
  Prescribed stepper = moving([](double t) { return t - 4.3; });
  StepController controller;
  controller.first_step = 1.0;
  const std::vector<Event> events{{"wall", first_coordinate, 0, EventAction::restart}};
  const auto refuse = [](const State&) -> double { throw StartError("row \"pin\" is violated", "v0", ""); };
  const Outcome outcome = integrate(stepper, 10.0, controller, {}, {}, {events, refuse});
  EXPECT_EQ(outcome.termination, Termination::restart_failed);
  EXPECT_EQ(outcome.t, 4.3);
  EXPECT_EQ(outcome.event_state.value().t, 4.3);
  EXPECT_THAT(outcome.message,
              HasSubstr("no start after event \"wall\" at t = 4.3: row \"pin\" is violated"));
}

}  // namespace
}  // namespace kreisel
