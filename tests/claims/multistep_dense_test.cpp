// Between the points: dense output of BLieDF has the order of the method from the first step on, and joins the points.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "evidence/bench/subjects.hpp"
#include "tests/support/chosen_methods.hpp"
#include "tests/support/order_checks.hpp"

namespace kreisel::claims {
namespace {

constexpr double t_end = 0.25;

struct Distance {
  double position = 0.0, velocity = 0.0;

  void raise_to(const Distance& other) {
    position = std::max(position, other.position);
    velocity = std::max(velocity, other.velocity);
  }
};

Distance between(const ProductGroup& group, const State& a, const State& b) {
  return {group.log(group.compose(group.inverse(a.q), b.q)).norm(), (a.v - b.v).norm()};
}

State copy_of(const StateView& view) {
  return {view.t, Vector(view.q), Vector(view.v), Vector(view.acceleration), Vector(view.lambda)};
}

class DenseOutput : public testing::TestWithParam<int> {
 protected:
  static Subject top() { return heavy_top_subject({.constraint = "a", .spin = 20.0, .t_end = t_end}); }
  static MeasuredMethod method(Formulation formulation = Formulation::index3) {
    return multistep({.order = GetParam(), .formulation = formulation});
  }

  /// Largest errors at the fractions s of every step.
  static Errors errors_between(double h) {
    const Subject subject = top();
    const AnySystem system = subject.system;
    const ExactMotion exact = subject.reference();
    State state = subject.start;
    Distance worst;
    completed_errors(subject, method(), constant_steps(h, t_end),
                     [&](const Stepper& stepper, const State&, long) {
                       for (const double s : {0.25, 0.5, 0.9}) {
                         stepper.interpolate(s, state);
                         worst.raise_to(between(system.group(), exact(state.t), state));
                       }
                     });
    Errors errors;
    errors.q_algebra = worst.position;
    errors.v_norm = worst.velocity;
    return errors;
  }
};

TEST_P(DenseOutput, HasTheOrderOfTheMethodInEveryStep) {
  RunSeries measured{"dense output of " + method().name, {4e-3, 2e-3, 1e-3}, {}};
  for (const double h : measured.steps) measured.runs.push_back(errors_between(h));
  const double order = GetParam();
  EXPECT_TRUE(has_slopes(measured, {.position = order, .velocity = order}));
}

TEST_P(DenseOutput, IsHardlyLessAccurateThanThePoints) {
  const double h = 1e-3;
  const Errors at_points = completed_errors(top(), method(), constant_steps(h, t_end));
  const Errors in_between = errors_between(h);
  EXPECT_LT(in_between.q_algebra, 2.0 * at_points.q_algebra);
  EXPECT_LT(in_between.v_norm, 2.0 * at_points.v_norm);
}

/// What the dense output at the ends of each step misses of the states there.
struct Gaps {
  Distance at_start, at_end;
  long velocity_peak = 0;  // the step with the largest gap in v
};

Gaps measure_gaps(const Subject& subject, const MeasuredMethod& method, double h) {
  const AnySystem system = subject.system;
  State before = subject.start, state = subject.start;
  Gaps gaps;
  completed_errors(subject, method, constant_steps(h, t_end),
                   [&](const Stepper& stepper, const State&, long step) {
                     const State now = copy_of(stepper.state());
                     stepper.interpolate(1.0, state);
                     EXPECT_DOUBLE_EQ(state.t, now.t);
                     gaps.at_end.raise_to(between(system.group(), now, state));
                     stepper.interpolate(0.0, state);
                     EXPECT_NEAR(state.t, before.t, 1e-15);
                     const Distance at_start = between(system.group(), before, state);
                     if (at_start.velocity > gaps.at_start.velocity) gaps.velocity_peak = step;
                     gaps.at_start.raise_to(at_start);
                     before = now;
                   });
  return gaps;
}

TEST_P(DenseOutput, JoinsThePoints) {
  const Gaps gaps = measure_gaps(top(), method(Formulation::index2), 1e-3);
  EXPECT_LT(gaps.at_end.position, 1e-14);
  EXPECT_LT(gaps.at_end.velocity, 1e-12);
  EXPECT_LT(gaps.at_start.position, 1e-14);
  EXPECT_LT(gaps.at_start.velocity, 1e-12);
}

/// Starting values are exact; afterwards v carries the normal defect of the method, and it begins at once.
TEST_P(DenseOutput, ShowsInIndex3WhereExactStartingVelocitiesEnd) {
  const Gaps gaps = measure_gaps(top(), method(Formulation::index3), 1e-3);
  const Errors errors = completed_errors(top(), method(Formulation::index3), constant_steps(1e-3, t_end));
  EXPECT_LT(gaps.at_end.position, 1e-14);
  EXPECT_LT(gaps.at_end.velocity, 1e-12);
  EXPECT_LT(gaps.at_start.position, 1e-14);
  EXPECT_EQ(gaps.velocity_peak, GetParam() + 1);
  EXPECT_LT(gaps.at_start.velocity, errors.v_norm);
}

INSTANTIATE_TEST_SUITE_P(Orders, DenseOutput, testing::Range(2, 6),
                         [](const auto& tested) { return "bliedf_" + std::to_string(tested.param); });

}  // namespace
}  // namespace kreisel::claims
