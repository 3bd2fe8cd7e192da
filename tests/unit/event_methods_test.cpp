// Events with every family of methods: where they are found, and what a restart does to a method.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "kreisel/equations/differentiated.hpp"
#include "kreisel/groups/real.hpp"
#include "kreisel/methods/catalog.hpp"
#include "kreisel/solve/solve.hpp"
#include "kreisel/solve/stepper_for.hpp"

namespace kreisel {
namespace {

/// q'' = -g - k q - c q³; independent coordinates.
template <int n>
struct Points {
  using Group = Real<n>;
  static constexpr int fixed_rows = 0;
  static constexpr bool rheonomic = false;
  double gravity = 9.81, stiffness = 0.0, hardening = 0.0;

  std::array<Row, 0> rows() const { return {}; }
  template <class S>
  MatrixOf<S, n, n> mass(const VectorOf<S, n>&) const {
    return MatrixOf<S, n, n>::Identity();
  }
  template <class S>
  VectorOf<S, n> force(const S&, const VectorOf<S, n>& q, const VectorOf<S, n>&) const {
    return VectorOf<S, n>::Constant(S(-gravity)) - q * S(stiffness) -
           q.cwiseProduct(q).cwiseProduct(q) * S(hardening);
  }
};

/// A point on a circle of radius 1, gravity along -y.
struct Pendulum {
  using Group = Real<2>;
  static constexpr int fixed_rows = 1;

  std::array<Row, 1> rows() const { return {{{.name = "rod"}}}; }
  template <class S>
  MatrixOf<S, 2, 2> mass(const VectorOf<S, 2>&) const {
    return MatrixOf<S, 2, 2>::Identity();
  }
  template <class S>
  VectorOf<S, 2> force(const S&, const VectorOf<S, 2>&, const VectorOf<S, 2>&) const {
    return {S(0), S(-9.81)};
  }
  template <class S>
  VectorOf<S, 1> constraint(const S&, const VectorOf<S, 2>& q) const {
    return VectorOf<S, 1>(0.5 * (q.squaredNorm() - 1.0));
  }
};

struct Way {
  const char* method;
  double step = 0.0;  // > 0: constant
  double tolerance = 1e-8;
  double achieved = 1e-7;  // what times and states at events may be wrong by
};

std::ostream& operator<<(std::ostream& out, const Way& way) {
  return out << way.method;
}

SolveOptions options_of(const Way& way, std::vector<Event> events) {
  const MethodEntry& entry = find_method(way.method);
  return {.method = entry.coefficients(Parameters(entry.parameters)),
          .formulation = entry.claims.recommended,
          .steps = {.step = way.step, .rtol = way.tolerance, .atol = way.tolerance},
          .events = std::move(events)};
}

template <class Law>
Solution run(const Law& law, const Way& way, const Vector& q0, const Vector& v0, double t_end,
             std::vector<Event> events, const Observer& observer = {}) {
  const AnySystem system = erase(differentiated(law));
  const SolveOptions options = options_of(way, std::move(events));
  const TimeSpan span{0.0, t_end};
  const auto stepper = stepper_for(system, options.method, stepper_options(options, span));
  return solve_with(*stepper, system, span, started(system, span, q0, v0, options.steps, options.start),
                    options, observer);
}

std::function<double(const StateView&)> coordinate(Index i) {
  return [i](const StateView& s) { return s.q(i); };
}

/// Coordinate i bounces off zero.
Event bounce(Index i, double restitution) {
  return {"bounce " + std::to_string(i), coordinate(i), -1, EventAction::restart, [=](State& s) {
            s.q(i) = 0.0;
            s.v(i) = restitution * std::abs(s.v(i));
          }};
}

class EventMethods : public testing::TestWithParam<Way> {};

const Way ways[] = {{"generalized_alpha", 0.0, 1e-6, 1e-5},
                    {"hht_alpha", 0.0, 1e-6, 1e-5},
                    {"bliedf"},
                    {"mk_bdf"},
                    {"radau"},
                    {"radau_iia_3"},
                    {"dopri5"},
                    {"dop853"},
                    {"generalized_alpha", 1e-3, 0.0, 2e-6},
                    {"bliedf_3", 1e-3, 0.0, 1e-7},
                    {"mk_bdf_5", 1e-3, 0.0, 1e-9},
                    {"gauss_2", 1e-2, 0.0, 1e-7},
                    {"radau_iia_3", 1e-2, 0.0, 1e-7},
                    {"rk4", 1e-3, 0.0, 1e-9},
                    {"dop853", 1e-2, 0.0, 1e-12}};

INSTANTIATE_TEST_SUITE_P(All, EventMethods, testing::ValuesIn(ways), [](const auto& test) {
  return std::string(test.param.method) + (test.param.step > 0.0 ? "_constant" : "");
});

TEST_P(EventMethods, FindZerosOfAnOscillator) {
  const Way& way = GetParam();
  const Points<1> law{.gravity = 0.0, .stiffness = 1.0};
  const Vector q0{{1.0}}, v0{{0.0}};
  const Solution watched = run(law, way, q0, v0, 20.0, {{"zero", coordinate(0)}});
  ASSERT_EQ(watched.outcome.events.size(), 6u);
  for (std::size_t i = 0; i < 6; ++i) {
    const double exact = (static_cast<double>(i) + 0.5) * M_PI;
    EXPECT_NEAR(watched.outcome.events[i].t, exact, way.achieved * std::max(1.0, exact)) << i;
    EXPECT_EQ(watched.outcome.events[i].direction, i % 2 == 0 ? -1 : 1);
  }
  const Solution alone = run(law, way, q0, v0, 20.0, {});
  EXPECT_EQ(watched.outcome.accepted, alone.outcome.accepted);
  EXPECT_EQ(watched.state.q, alone.state.q);  // to the last bit: looking changes nothing
  EXPECT_EQ(watched.state.v, alone.state.v);
}

TEST_P(EventMethods, ABallBouncesAtItsTimes) {
  const Way& way = GetParam();
  constexpr double restitution = 0.7, g = 9.81;
  const Solution s = run(Points<1>{}, way, Vector{{1.0}}, Vector{{0.0}}, 2.0, {bounce(0, restitution)});
  ASSERT_EQ(s.outcome.termination, Termination::reached_end) << s.outcome.message;
  double t = std::sqrt(2.0 / g), speed = g * t;
  for (const EventRecord& event : s.outcome.events) {
    EXPECT_NEAR(event.t, t, std::min(way.achieved, 1e-8));
    speed *= restitution;
    t += 2.0 * speed / g;
  }
  EXPECT_EQ(s.outcome.events.size(), 4u);
  EXPECT_GT(t, 2.0);
}

TEST_P(EventMethods, TwoBallsBounceAtTheSameTime) {
  const Solution s = run(Points<2>{}, GetParam(), Vector{{1.0, 1.0}}, Vector{{0.0, 0.0}}, 1.0,
                         {bounce(1, 0.9), bounce(0, 0.5)});
  const double first = std::sqrt(2.0 / 9.81);
  ASSERT_GE(s.outcome.events.size(), 3u);
  EXPECT_EQ(s.outcome.events[0].name, "bounce 1");
  EXPECT_EQ(s.outcome.events[1].name, "bounce 0");
  EXPECT_EQ(s.outcome.events[0].t, s.outcome.events[1].t);
  EXPECT_NEAR(s.outcome.events[0].t, first, 1e-8);
  EXPECT_NEAR(s.outcome.events[2].t, 2.0 * first, 1e-8);
}

TEST_P(EventMethods, AJointHoldsThroughABounce) {
  const Way& way = GetParam();
  // Released at rest in a horizontal rod, it hits the wall below after a quarter of a period and comes back.
  const double quarter = std::comp_ellint_1(std::sqrt(0.5)) / std::sqrt(9.81);
  const Solution s = run(Pendulum{}, way, Vector{{1.0, 0.0}}, Vector{{0.0, 0.0}}, 5.0 * quarter,
                         {{"wall", coordinate(0), -1, EventAction::restart, [](State& state) {
                             state.q(0) = 0.0;
                             state.v *= -1.0;
                           }}});
  ASSERT_EQ(s.outcome.termination, Termination::reached_end) << s.outcome.message;
  ASSERT_GE(s.outcome.events.size(), 2u);
  EXPECT_NEAR(s.outcome.events[0].t, quarter, 20.0 * way.achieved);
  EXPECT_NEAR(s.outcome.events[1].t, 3.0 * quarter, 60.0 * way.achieved);
  EXPECT_NEAR(s.state.q.norm(), 1.0, 1e-6);
  EXPECT_NEAR(std::abs(s.state.lambda(0)), 3.0 * 9.81, 1e-2);  // at the bottom, about to hit
}

TEST_P(EventMethods, StopAtAnEvent) {
  const Solution s = run(Points<1>{}, GetParam(), Vector{{1.0}}, Vector{{0.0}}, 2.0,
                         {{"ground", coordinate(0), -1, EventAction::stop}});
  EXPECT_EQ(s.outcome.termination, Termination::event);
  EXPECT_NEAR(s.outcome.t, std::sqrt(2.0 / 9.81), 1e-8);
  EXPECT_EQ(s.state.t, s.outcome.t);
  EXPECT_NEAR(s.state.q(0), 0.0, 1e-14);
  EXPECT_NEAR(s.state.v(0), -std::sqrt(2.0 * 9.81), 1e-7);
}

TEST_P(EventMethods, BouncesWithoutEndStopTheRunWhereTheyGather) {
  for (const double restitution : {0.9, 0.5, 0.1}) {
    const Solution s =
        run(Points<1>{}, GetParam(), Vector{{1.0}}, Vector{{0.0}}, 20.0, {bounce(0, restitution)});
    EXPECT_EQ(s.outcome.termination, Termination::too_many_events) << restitution;
    const double first = std::sqrt(2.0 / 9.81);
    EXPECT_NEAR(s.outcome.t, first * (1.0 + restitution) / (1.0 - restitution), 2e-3) << restitution;
    EXPECT_LT(s.outcome.events.size(), 2000u);
  }
}

TEST_P(EventMethods, AStepEndsAtTheEventForObservers) {
  double before = 0.0, speed = 0.0;
  State between;
  const auto watch = [&](const StepView& step) {
    EXPECT_EQ(step.t_begin, before);
    before = step.t_end;
    for (const double s : {0.1, 0.5, 1.0}) {
      step.interpolate(s, between);
      EXPECT_GE(between.q(0), -1e-12);
      speed = between.v(0);
    }
    EXPECT_NEAR(speed, step.end().v(0), 1e-9);
    EXPECT_TRUE(step.event_state == nullptr || step.end().v(0) < 0.0);  // not yet turned
    return Flow::carry_on;
  };
  const Solution s = run(Points<1>{}, GetParam(), Vector{{1.0}}, Vector{{0.0}}, 2.0, {bounce(0, 0.7)}, watch);
  EXPECT_EQ(before, 2.0);
  EXPECT_EQ(s.outcome.events.size(), 4u);
}

/// What a restart leaves behind: nothing. The same stepper started again and a new one take the same steps.
TEST_P(EventMethods, StartAgainLikeANewStepper) {
  const Way& way = GetParam();
  const SolveOptions options = options_of(way, {});
  const TimeSpan span{0.0, 3.0};
  const Vector q0{{1.0, 0.0}}, v0{{0.0, 2.0}}, q1{{-0.6, -0.8}}, v1{{-0.8, 0.6}};
  for (const AnySystem& system : {erase(differentiated(Points<2>{.stiffness = 40.0, .hardening = 100.0})),
                                  erase(differentiated(Pendulum{}))}) {
    const auto used = stepper_for(system, options.method, stepper_options(options, span));
    const auto fresh = stepper_for(system, options.method, stepper_options(options, span));
    solve_with(*used, system, span, started(system, span, q0, v0, options.steps, options.start), options, {});
    const Solution a = solve_with(*used, system, span,
                                  started(system, span, q1, v1, options.steps, options.start), options, {});
    const Solution b = solve_with(*fresh, system, span,
                                  started(system, span, q1, v1, options.steps, options.start), options, {});
    EXPECT_EQ(a.outcome.accepted, b.outcome.accepted);
    EXPECT_EQ(a.state.q, b.state.q);
    EXPECT_EQ(a.state.v, b.state.v);
    EXPECT_EQ(a.state.lambda, b.state.lambda);
  }
}

TEST(EventSteps, AreCountedFromTheEventOn) {
  std::vector<double> lengths;
  const auto note = [&](const StepView& step) {
    if (step.event_state == nullptr) lengths.push_back(step.t_end - step.t_begin);
    return Flow::carry_on;
  };
  run(Points<1>{}, {"generalized_alpha", 1e-2, 0.0}, Vector{{1.0}}, Vector{{0.0}}, 1.0, {bounce(0, 0.7)},
      note);
  ASSERT_GT(lengths.size(), 90u);
  for (std::size_t i = 0; i + 2 < lengths.size(); ++i) EXPECT_NEAR(lengths[i], 1e-2, 1e-13) << i;
}

TEST(EventSteps, AJumpThatBreaksAJointIsRefused) {
  const Solution s = run(Pendulum{}, {"radau"}, Vector{{1.0, 0.0}}, Vector{{0.0, 0.0}}, 2.0,
                         {{"kick", coordinate(0), -1, EventAction::restart, [](State& x) { x.v(1) = 3.0; }}});
  EXPECT_EQ(s.outcome.termination, Termination::restart_failed);
  EXPECT_THAT(s.outcome.message, testing::HasSubstr("after event \"kick\""));
  EXPECT_THAT(s.outcome.message, testing::HasSubstr("row \"rod\""));
  EXPECT_EQ(s.state.t, s.outcome.t);
}

}  // namespace
}  // namespace kreisel
