// What explicit Runge-Kutta methods promise besides their orders: errors that follow the tolerance, joints that hold
// unless projection is switched off, dense output of the order of the method, restarts to the last bit.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "evidence/bench/subjects.hpp"
#include "kreisel/equations/differentiated.hpp"
#include "kreisel/methods/explicit_runge_kutta/family.hpp"
#include "kreisel/problems/andrews_law.hpp"
#include "kreisel/solve/compiled_laws.hpp"
#include "kreisel/solve/stepper_for.hpp"
#include "tests/claims/error_control_cases.hpp"
#include "tests/support/order_checks.hpp"

namespace kreisel::claims {
namespace {

// Tolerances ------------------------------------------------------------------------------------------

struct Promise {
  std::string method, target;
  double largest, spread;  // of error/tolerance: the largest, and the largest over the smallest
};

class ExplicitControl : public testing::TestWithParam<Promise> {};

TEST_P(ExplicitControl, FollowsTheTolerance) {
  const Promise& promise = GetParam();
  RunSpec spec = spec_of(promise.target);
  spec.method = promise.method;
  std::vector<ControlledRun> runs;
  double smallest = INFINITY, largest = 0.0;
  for (const double tolerance : {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11}) {
    runs.push_back(controlled_run(spec, tolerance));
    smallest = std::min(smallest, runs.back().error / tolerance);
    largest = std::max(largest, runs.back().error / tolerance);
    EXPECT_LE(4 * runs.back().rejected, 40 + runs.back().accepted) << table_of({runs.back()});
  }
  EXPECT_LT(largest, promise.largest) << table_of(runs);
  EXPECT_LT(largest, promise.spread * smallest) << table_of(runs);
}

/// Errors of phase pass through zero at some tolerance (Andrews, Kepler): a small error is chance, a large one is not.
INSTANTIATE_TEST_SUITE_P(
    Problems, ExplicitControl,
    testing::Values(Promise{"dop853", "heavy_top", 1.0, 5.0}, Promise{"dop853", "andrews", 2.0, 20.0},
                    Promise{"dop853", "car_axis", 2.0, 5.0}, Promise{"dop853", "free_body", 2.0, 15.0},
                    Promise{"dop853", "kepler", 10.0, 40.0},
                    Promise{"dop853", "spherical_pendulum", 1.0, 5.0},
                    Promise{"dopri5", "heavy_top", 1.0, 8.0}, Promise{"dopri5", "andrews", 1.0, 25.0},
                    Promise{"dopri5", "car_axis", 3.0, 20.0}, Promise{"dopri5", "free_body", 2.0, 8.0},
                    Promise{"dopri5", "kepler", 10.0, 20.0},
                    Promise{"dopri5", "spherical_pendulum", 2.0, 3.0}),
    [](const auto& tested) { return tested.param.method + "_" + tested.param.target; });

TEST(ExplicitControl, TightensTheMotionForATighterMultiplier) {
  RunSpec spec = spec_of("heavy_top");
  spec.method = "dop853";
  spec.steps.rtol = spec.steps.atol = 1e-5;
  const long loose = run(spec).statistics.accepted;
  spec.steps.lambda_tol = 1e-8;
  EXPECT_GT(run(spec).statistics.accepted, 3 * loose / 2);
}

// Rows ------------------------------------------------------------------------------------------------

RunRecord top_run(const std::string& method, const std::string& projection, double tolerance,
                  double step = 0.0) {
  RunSpec spec = spec_of("heavy_top");
  spec.method = method;
  spec.settings = {{"projection", projection}};
  if (tolerance > 0.0) spec.steps.rtol = spec.steps.atol = tolerance;
  spec.steps.step = step;
  return run(spec);
}

TEST(ExplicitRows, HoldToRoundOff) {
  for (const char* method : {"dopri5", "dop853"}) {
    const RunRecord record = top_run(method, "automatic", 1e-5);
    EXPECT_EQ(record.status, "completed") << record.message;
    EXPECT_LT(record.audit.max_position_residual, 1e-14) << method;
    EXPECT_LT(record.audit.max_velocity_residual, 1e-12) << method;
  }
  const RunRecord constant = top_run("rk4", "automatic", 0.0, 1e-3);
  EXPECT_LT(constant.audit.max_position_residual, 1e-14);
  EXPECT_LT(constant.audit.max_velocity_residual, 1e-12);
}

TEST(ExplicitRows, DriftWithoutProjection) {
  for (const char* method : {"dopri5", "dop853"}) {
    const RunRecord record = top_run(method, "none", 1e-5);
    EXPECT_EQ(record.status, "completed") << record.message;
    EXPECT_GT(record.audit.max_position_residual, 1e-8) << method;
    EXPECT_GT(record.audit.max_velocity_residual, 1e-8) << method;
  }
}

/// x' sin φ = y' cos φ: a sledge on a plane without forces, held by a rigid velocity row.
struct Sledge {
  using Group = Real<3>;
  static constexpr int fixed_rows = 1;
  static constexpr bool rheonomic = false;

  std::array<Row, 1> rows() const { return {{{.name = "runner", .kind = RowKind::velocity}}}; }
  template <class S>
  MatrixOf<S, 3, 3> mass(const VectorOf<S, 3>& q) const {
    using std::cos, std::sin;
    constexpr double offset = 0.3;  // of the centre of mass, along the runner
    MatrixOf<S, 3, 3> m = MatrixOf<S, 3, 3>::Identity();
    m(2, 2) = S(1.0 + offset * offset);
    m(0, 2) = m(2, 0) = -offset * sin(q(2));
    m(1, 2) = m(2, 1) = offset * cos(q(2));
    return m;
  }
  template <class S>
  VectorOf<S, 3> force(const S&, const VectorOf<S, 3>& q, const VectorOf<S, 3>& v) const {
    using std::cos, std::sin;
    const S turning = 0.3 * v(2) * v(2);
    return {turning * cos(q(2)), turning * sin(q(2)), S(0)};
  }
  template <class S>
  MatrixOf<S, 1, 3> jacobian(const S&, const VectorOf<S, 3>& q) const {
    using std::cos, std::sin;
    MatrixOf<S, 1, 3> b;
    b << sin(q(2)), -cos(q(2)), S(0);
    return b;
  }
};

TEST(ExplicitRows, ARunnerGlidesWithoutLosingEnergy) {
  const auto system = differentiated(Sledge{});
  ExplicitRungeKuttaStepper<Differentiated<Sledge>> stepper(
      system, {{ExplicitFormula::dop853, Projection::automatic, StepSizeLaw::predictive}, {}});
  const Vector3 v0(1.0, 0.0, 0.8);
  stepper.start({0.0, Vector::Zero(3), v0, Vector::Zero(3), Vector::Zero(1)});
  const auto energy = [&](const Vector3& q, const Vector3& v) { return 0.5 * v.dot(Sledge{}.mass(q) * v); };
  const double begin = energy(Vector3::Zero(), v0);
  VectorOf<double, 1> rate;
  for (int i = 1; i <= 100; ++i) {
    ASSERT_EQ(stepper.attempt(0.05).status, StepStatus::completed);
    stepper.accept(0.05 * i);
    const StateView state = stepper.state();
    system.rate(state.t, Vector3(state.q), Vector3(state.v), rate);
    ASSERT_LT(std::abs(rate(0)), 1e-14);
    ASSERT_NEAR(energy(state.q, state.v), begin, 1e-9);
  }
}

/// The same spring as a force and as a compliant row, taken literally.
TEST(ExplicitRows, CompliantOnesAreForces) {
  std::vector<Vector> ends;
  for (const char* form : {"force", "row"}) {
    RunSpec spec = spec_of("elastic_pendulum");
    spec.method = "dop853";
    spec.settings = {{"form", form}};
    spec.steps.rtol = spec.steps.atol = 1e-9;
    const RunRecord record = run(spec);
    EXPECT_EQ(record.status, "completed") << record.message;
    ends.push_back(record.final_values);
  }
  for (Index i = 0; i < 4; ++i) EXPECT_NEAR(ends[0][i], ends[1][i], 1e-8);
}

/// A point held twice by the same row, or pushed by a force that is not a number.
struct TroubledPoint {
  using Group = Real<2>;
  static constexpr int fixed_rows = 2;
  double push = 0.0, second = 1.0;

  std::array<Row, 2> rows() const { return {{{.name = "rail"}, {.name = "second_rail"}}}; }
  template <class S>
  MatrixOf<S, 2, 2> mass(const VectorOf<S, 2>&) const {
    return MatrixOf<S, 2, 2>::Identity();
  }
  template <class S>
  VectorOf<S, 2> force(const S&, const VectorOf<S, 2>&, const VectorOf<S, 2>&) const {
    return {S(push), S(0)};
  }
  template <class S>
  VectorOf<S, 2> constraint(const S&, const VectorOf<S, 2>& q) const {
    return {q(1), second * q(1) + (1.0 - second) * q(0)};
  }
};

TEST(ExplicitFailures, NameTheRedundantRow) {
  ExplicitRungeKuttaStepper<Differentiated<TroubledPoint>> stepper(differentiated(TroubledPoint{}), {});
  stepper.start({0.0, Vector::Zero(2), Vector::Zero(2), Vector::Zero(2), Vector::Zero(2)});
  EXPECT_EQ(stepper.attempt(0.1).status, StepStatus::singular_matrix);
  EXPECT_NE(stepper.explain_failure().find("second_rail"), std::string::npos) << stepper.explain_failure();
}

TEST(ExplicitFailures, SeeForcesThatAreNotFinite) {
  ExplicitRungeKuttaStepper<Differentiated<TroubledPoint>> stepper(
      differentiated(TroubledPoint{.push = NAN, .second = 0.5}), {});
  stepper.start({0.0, Vector::Zero(2), Vector::Zero(2), Vector::Zero(2), Vector::Zero(2)});
  EXPECT_EQ(stepper.attempt(0.1).status, StepStatus::non_finite);
}

TEST(ExplicitFailures, RefuseATolerance) {
  const ExplicitRungeKuttaOptions options{
      {ExplicitFormula::rk4, Projection::automatic, StepSizeLaw::predictive}, {1e-6, 1e-6, 0.0, 1.0}};
  EXPECT_THROW(ExplicitRungeKuttaStepper<Differentiated<Sledge>>(differentiated(Sledge{}), options),
               OptionError);
}

// Dense output ----------------------------------------------------------------------------------------

struct Between {
  std::string method;
  double order, coarsest, ratio;
};

class ExplicitDenseOutput : public testing::TestWithParam<Between> {
 protected:
  static constexpr double t_end = 0.25;
  static Subject top() { return heavy_top_subject({.constraint = "a", .spin = 150.0, .t_end = t_end}); }
  static MeasuredMethod method() {
    const MethodEntry& entry = find_method(GetParam().method);
    return {entry.name, entry.coefficients(Parameters(entry.parameters)), {}};
  }
};

TEST_P(ExplicitDenseOutput, HasTheOrderOfTheMethodForPositionsVelocitiesAndMultipliers) {
  const Subject subject = top();
  const AnySystem system = subject.system;
  RunSeries measured{"dense output of " + method().name, {}, {}};
  double h = GetParam().coarsest;
  for (int i = 0; i < 4; ++i, h /= GetParam().ratio) {
    const ExactMotion exact = subject.reference();
    State state = subject.start;
    Errors errors;
    completed_errors(subject, method(), constant_steps(h, t_end),
                     [&](const Stepper& stepper, const State&, long) {
                       for (const double s : {0.25, 0.5, 0.9}) {
                         stepper.interpolate(s, state);
                         raise_errors(system.group(), exact(state.t), state, errors);
                       }
                     });
    measured.steps.push_back(h);
    measured.runs.push_back(errors);
  }
  const double order = GetParam().order;
  EXPECT_TRUE(has_slopes(measured, {order, order, order}, 0.25));
}

TEST_P(ExplicitDenseOutput, JoinsThePointsAndKeepsTheRows) {
  const Subject subject = top();
  const AnySystem system = subject.system;
  State before = subject.start, state = subject.start;
  Vector gap(3), rate(3);
  completed_errors(subject, method(), constant_steps(1e-3, t_end),
                   [&](const Stepper& stepper, const State&, long) {
                     const StateView now = stepper.state();
                     stepper.interpolate(1.0, state);
                     EXPECT_DOUBLE_EQ(state.t, now.t);
                     EXPECT_LT((state.q - now.q).norm() + 1e-3 * (state.v - now.v).norm(), 1e-13);
                     EXPECT_LT((state.lambda - now.lambda).norm(), 1e-10);
                     stepper.interpolate(0.0, state);
                     EXPECT_LT((state.q - before.q).norm() + 1e-3 * (state.v - before.v).norm(), 1e-13);
                     stepper.interpolate(0.4, state);
                     system.gap(state.t, state.q, gap);
                     system.rate(state.t, state.q, state.v, rate);
                     EXPECT_LT(gap.norm(), 1e-14);
                     EXPECT_LT(rate.norm(), 1e-12);
                     before.q = now.q;
                     before.v = now.v;
                   });
}

INSTANTIATE_TEST_SUITE_P(Methods, ExplicitDenseOutput,
                         testing::Values(Between{"rk4", 4.0, 6e-4, 1.26}, Between{"dopri5", 5.0, 1e-3, 1.26},
                                         Between{"dop853", 8.0, 4e-3, 1.26}),
                         [](const auto& tested) { return tested.param.method; });

// Restart ---------------------------------------------------------------------------------------------

double advance(Stepper& stepper, int steps, double t, double& h) {
  for (int i = 0; i < steps;) {
    const StepAttempt attempt = stepper.attempt(h);
    if (attempt.status == StepStatus::completed && !(attempt.error > 1.0)) {
      t += h;
      stepper.accept(t);
      ++i;
    }
    if (std::isfinite(attempt.next_ratio)) h *= attempt.next_ratio;
  }
  return t;
}

TEST(ExplicitRestart, GoesOnToTheLastBit) {
  const Subject top = heavy_top_subject({.constraint = "a", .spin = 150.0, .t_end = 1.0});
  for (const char* name : {"rk4", "dopri5", "dop853"}) {
    const MethodEntry& entry = find_method(name);
    StepperOptions options;
    if (entry.claims.controls_error) options.tolerances = {1e-6, 1e-6, 0.0, 1.0};
    const auto coefficients = entry.coefficients(Parameters(entry.parameters));
    const auto first = stepper_for(top.system, coefficients, options),
               second = stepper_for(top.system, coefficients, options);
    first->start(top.start);
    double h = entry.claims.controls_error ? first->suggest_first_step() : 1e-3;
    const double t = advance(*first, 17, 0.0, h);
    second->restore(first->save());
    double h_first = h, h_second = h;
    EXPECT_EQ(advance(*first, 50, t, h_first), advance(*second, 50, t, h_second));
    EXPECT_EQ(first->state().q, second->state().q) << name;
    EXPECT_EQ(first->state().v, second->state().v) << name;
    EXPECT_EQ(first->state().lambda, second->state().lambda) << name;
    std::vector<double> saved = first->save();
    saved.pop_back();
    EXPECT_THROW(second->restore(saved), OptionError);
  }
}

// Parts -----------------------------------------------------------------------------------------------

TEST(ExplicitKernel, SolvesTheSaddlePointSystem) {
  ExplicitKernel<5, 2, std::integer_sequence<int, 3, 2>> kernel;
  kernel.resize(5, 2);
  kernel.mass.topLeftCorner<3, 3>() << 4.0, 1.0, 0.5, 1.0, 3.0, -0.2, 0.5, -0.2, 2.0;
  kernel.mass.bottomRightCorner<2, 2>() << 1.0, 0.3, 0.3, 0.7;
  kernel.jacobian << 1.0, 2.0, 0.0, -1.0, 0.5, 0.0, 1.0, 1.0, 2.0, -3.0;
  kernel.compliance << 0.0, 0.25;
  ASSERT_EQ(kernel.factorize(), KernelStatus::regular);
  VectorOf<double, 5> x(1.0, -2.0, 3.0, 0.5, 0.1);
  VectorOf<double, 2> y(0.7, -0.4);
  const VectorOf<double, 5> f = x;
  const VectorOf<double, 2> gamma = y;
  kernel.solve(x, y);
  EXPECT_LT((kernel.mass * x + kernel.jacobian.transpose() * y - f).norm(), 1e-14);
  EXPECT_LT((kernel.jacobian * x - kernel.compliance.cwiseProduct(y) + gamma).norm(), 1e-14);
}

/// M, B, f and γ at once are those of the separate functions.
template <class System>
void expect_same_index1(const System& system, const typename System::Element& q,
                        const typename System::Tangent& v) {
  static_assert(HasIndex1<System>);
  typename System::MassMatrix m = System::MassMatrix::Zero(), separate_m = m;
  typename System::RowMatrix b = System::RowMatrix::Zero(), separate_b = b;
  typename System::Tangent f, separate_f, zero = System::Tangent::Zero();
  typename System::Multiplier gamma, separate_gamma, none = System::Multiplier::Zero();
  system.index1(0.0, q, v, m, b, f, gamma);
  system.mass(q, separate_m);
  system.jacobian(0.0, q, separate_b);
  system.balance(0.0, q, v, zero, none, separate_f);
  system.row_acceleration(0.0, q, v, zero, separate_gamma);
  EXPECT_LT((m - separate_m).norm(), 1e-15 * m.norm());
  EXPECT_LT((b - separate_b).norm(), 1e-15 * b.norm());
  EXPECT_LT((f + separate_f).norm(), 1e-15 * f.norm());
  EXPECT_LT((gamma - separate_gamma).norm(), 1e-14 * gamma.norm());
}

TEST(Index1, GivesWhatTheSeparateFunctionsGive) {
  const VectorOf<double, 6> w(0.3, -0.2, 0.5, 0.6, -0.3, 0.2), v(1.0, -2.0, 0.4, 30.0, 150.0, 1.0);
  expect_same_index1(FixedHeavyTop(HeavyTopInertial<R3xSO3>{}), R3xSO3::exp(w), v);
  VectorOf<double, 7> angles, rates;
  angles << -0.06, 0.0, 0.45, 0.22, 0.48, -0.22, 1.23;
  rates << 10.0, -20.0, 5.0, 7.0, -3.0, 2.0, 11.0;
  expect_same_index1(Differentiated<Andrews>(Andrews{}), angles, rates);
}

template <class G>
void expect_chart_of(double angle) {
  VectorOf<double, 6> theta(0.3, -0.2, 0.5, 0.6, -0.3, 0.2), v(1.0, -2.0, 0.4, 0.3, 5.0, 1.0);
  theta.tail<3>() *= angle / theta.tail<3>().norm();
  ElementOf<G> q = G::exp(VectorOf<double, 6>(0.5 * v)), moved = q;
  VectorOf<double, 6> rate;
  StageChart<G>(G{}).look(q, theta, v, moved, rate);
  EXPECT_LT((moved - G::compose(q, G::exp(theta))).norm(), 1e-14) << G::name << " " << angle;
  EXPECT_LT((rate - G::inverse_tangent_operator(theta) * v).norm(), 1e-13) << G::name << " " << angle;
  const ProductGroup product({factor_of<G>(), real_factor(2)});
  StageChart<ProductGroup> at_run_time(product);
  Vector long_q(q.size() + 2), long_theta(8), long_v(8), long_moved(q.size() + 2), long_rate(8);
  long_q << q, 1.0, 2.0;
  long_theta << theta, 0.1, 0.2;
  long_v << v, 3.0, 4.0;
  at_run_time.look(long_q, long_theta, long_v, long_moved, long_rate);
  EXPECT_LT((long_moved.head(q.size()) - moved).norm(), 1e-14);
  EXPECT_LT((long_rate.head(6) - rate).norm(), 1e-13);
  EXPECT_EQ(long_rate.tail(2), long_v.tail(2));
}

TEST(StageChart, AgreesWithTheGroups) {
  for (const double angle : {1e-9, 0.1, 0.799, 0.801, 1.5, 3.0, 5.0}) {
    expect_chart_of<R3xSO3>(angle);
    expect_chart_of<SE3>(angle);
    expect_chart_of<R3xS3>(angle);
  }
}

}  // namespace
}  // namespace kreisel::claims
