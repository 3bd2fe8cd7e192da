#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

#include "kreisel/core/error.hpp"
#include "kreisel/equations/check_derivatives.hpp"
#include "kreisel/problems/chaplygin_sleigh.hpp"
#include "kreisel/problems/damped_chain.hpp"
#include "kreisel/study/run.hpp"
#include "tests/support/problem_states.hpp"
#include "tests/support/reference_trajectory.hpp"

namespace {

using namespace kreisel;
using namespace kreisel::testing_support;

// Support -------------------------------------------------------------------------------------------------

void expect_right_derivatives(const std::string& problem, const Settings& settings) {
  const ProblemInstance instance = instance_of(problem, settings);
  const State start{instance.t_begin, instance.q0, instance.v0, {}, {}};
  const auto report =
      std::visit([&](const auto& system) { return check_derivatives(system, start, {}); }, instance.system);
  for (const DerivativeEntry& entry : report.failures()) ADD_FAILURE() << describe(entry);
  EXPECT_LT(report.worst(), 1e-8);
}

/// λ of a compliant row: (Φ + τ Φ')/c, or (B v + b)/c.
double row_force(const Row& row, double gap, double rate) {
  return (row.is_position() ? gap + row.relaxation * rate : rate) / row.compliance;
}

/// v' of a system whose rows are all compliant.
Vector acceleration_of(const ProblemInstance& instance, const State& state) {
  const AnySystem system = as_any_system(instance.system);
  const Index n = system.group().dimension();
  const RowValues values = row_values(system, state);
  Vector lambda(row_count(system)), force(n);
  for (Index i = 0; i < lambda.size(); ++i)
    lambda(i) = row_force(system.rows()[static_cast<std::size_t>(i)], values.gap(i), values.rate(i));
  Matrix mass(n, n);
  system.mass(state.q, mass);
  system.balance(state.t, state.q, state.v, Vector::Zero(n), lambda, force);
  return mass.partialPivLu().solve(-force);
}

/// A state near the start; nothing in it is on the slow motion.
State disturbed(const ProblemInstance& instance, Random& random) {
  const AnySystem system = as_any_system(instance.system);
  Vector w(instance.v0.size());
  for (double& value : w) value = 0.1 * random.normal();
  State state{0.3, system.group().advance(instance.q0, w), instance.v0, {}, {}};
  for (double& value : state.v) value += random.normal();
  return state;
}

/// Two forms of a problem on the same group have the same accelerations, also off the slow motion.
void expect_same_accelerations(const ProblemInstance& a, const ProblemInstance& b) {
  Random random(5);
  for (int sample = 0; sample < 5; ++sample) {
    const State state = disturbed(a, random);
    const Vector by_a = acceleration_of(a, state), by_b = acceleration_of(b, state);
    EXPECT_LT((by_a - by_b).norm(), 1e-12 * by_a.norm());
  }
}

double column_of(const RunRecord& record, const std::string& name) {
  for (std::size_t i = 0; i < record.columns.size(); ++i) {
    if (record.columns[i].name == name) return record.final_values(static_cast<Index>(i));
  }
  ADD_FAILURE() << "no column " << name;
  return 0.0;
}

/// radau at a tolerance of 1e-9 arrives at the tabulated digits: motion within `allowed`, λ within 1000 times that.
void expect_run_arrives(const std::string& problem,
                        const std::vector<std::pair<std::string, std::string>>& settings, double allowed) {
  RunSpec spec;
  spec.target = problem;
  spec.settings = settings;
  spec.method = "radau";
  spec.rtol = spec.atol = 1e-9;
  const RunRecord record = run(spec);
  ASSERT_EQ(record.termination, Termination::reached_end) << record.message;
  ASSERT_FALSE(record.references.empty());
  for (const ReferenceValue& expected : record.references) {
    const bool is_reaction = expected.observable.starts_with("lambda.");
    EXPECT_NEAR(column_of(record, expected.observable), expected.value, (is_reaction ? 1e3 : 1.0) * allowed)
        << problem << " " << settings.front().second << ": " << expected.observable;
  }
}

/// The tabulated digits up to t_last by extrapolation of the force form in extended precision.
template <class L>
void expect_tabulated_digits(const L& law, const ProblemInstance& instance, double t_last) {
  ASSERT_FALSE(instance.references.empty());
  const State start{instance.t_begin, instance.q0, instance.v0, {}, {}};
  State state;
  for (const ReferenceValue& expected : instance.references) {
    if (expected.t > t_last) continue;
    if (state.t != expected.t) state = reference::law_trajectory(law, start, std::vector{expected.t}).front();
    const Vector values = seen(instance, state);
    for (std::size_t i = 0; i < instance.observables.size(); ++i) {
      if (instance.observables[i].name != expected.observable) continue;
      EXPECT_NEAR(values(static_cast<Index>(i)), expected.value, 2.0 * expected.uncertainty)
          << expected.observable << " at " << expected.t;
    }
  }
}

double reference_of(const ProblemInstance& instance, const std::string& observable) {
  for (const ReferenceValue& r : instance.references) {
    if (r.t == instance.t_end && r.observable == observable) return r.value;
  }
  ADD_FAILURE() << "no reference for " << observable;
  return 0.0;
}

// Chaplygin sleigh ----------------------------------------------------------------------------------------

TEST(ChaplyginSleigh, DerivativesAreRight) {
  for (const Settings& settings : {Settings{}, {{"form", "force"}}, {{"epsilon", "0"}}})
    expect_right_derivatives("chaplygin_sleigh", settings);
}

TEST(ChaplyginSleigh, ForceAndRowPullAlike) {
  expect_same_accelerations(instance_of("chaplygin_sleigh"),
                            instance_of("chaplygin_sleigh", {{"form", "force"}}));
}

/// Lagrange's equations from the kinetic energy of the centre of mass: d/dt ∂T/∂v - ∂T/∂q = Q by differences.
TEST(ChaplyginSleigh, MassAndForceAreThoseOfABodyAheadOfItsBlade) {
  const SleighForce law{{.epsilon = 1e300}};  // no blade
  const auto kinetic = [&](const Vector3& q, const Vector3& v) {
    const double vx = v(0) - law.offset * std::sin(q(2)) * v(2),
                 vy = v(1) + law.offset * std::cos(q(2)) * v(2);
    return 0.5 * law.body_mass * (vx * vx + vy * vy) + 0.5 * law.inertia * v(2) * v(2);
  };
  const Vector3 q(0.4, -0.7, 1.1), v(0.3, -0.8, 0.9), a(0.5, 0.2, -0.6);
  const double s = 1e-4;
  const auto momentum = [&](double t, Index i) {
    const Vector3 at = q + t * v + 0.5 * t * t * a, speed = v + t * a, d = s * Vector3::Unit(i);
    return (kinetic(at, speed + d) - kinetic(at, speed - d)) / (2.0 * s);
  };
  const Vector3 left = law.mass<double>(q) * a - law.force<double>(0.0, q, v);
  for (Index i = 0; i < 3; ++i) {
    const Vector3 d = s * Vector3::Unit(i);
    const double rate = (momentum(s, i) - momentum(-s, i)) / (2.0 * s);
    const double push = (kinetic(q + d, v) - kinetic(q - d, v)) / (2.0 * s);
    const auto downhill = [&](const Vector3& at) {
      return law.body_mass * law.slope * (at(0) + law.offset * std::cos(at(2)));
    };
    double load = (downhill(q + d) - downhill(q - d)) / (2.0 * s);
    if (i == 2) load += law.torque - law.drag * v(2);
    EXPECT_NEAR(left(i), rate - push - load, 1e-6) << i;
  }
}

TEST(ChaplyginSleigh, HasTheTabulatedDigits) {
  for (const char* start : {"slow", "along"}) {
    const ProblemInstance instance =
        instance_of("chaplygin_sleigh", {{"form", "force"}, {"epsilon", "1e-2"}, {"start", start}});
    expect_tabulated_digits(SleighForce{{.epsilon = 1e-2}}, instance, 2.0);
  }
}

/// Slow motions differ by ε from the sleigh that never slips, and by ε² from those that start along the blade.
TEST(ChaplyginSleigh, DigitsBelongToOneFamily) {
  const double limit = reference_of(instance_of("chaplygin_sleigh", {{"epsilon", "0"}}), "y");
  double slip_before = 0.0, layer_before = 0.0, epsilon_before = 0.0;
  for (const char* epsilon : {"1e-2", "1e-3", "1e-4", "1e-5", "1e-6", "1e-8"}) {
    const Settings slow_settings{{"epsilon", epsilon}, {"start", "slow"}}, settings{{"epsilon", epsilon}};
    const double slow = reference_of(instance_of("chaplygin_sleigh", slow_settings), "y");
    const double slip = limit - slow;
    const double layer = reference_of(instance_of("chaplygin_sleigh", settings), "y") - slow;
    const double ratio = epsilon_before / std::stod(epsilon);
    if (epsilon_before > 0.0) {
      EXPECT_NEAR(slip_before / slip, ratio, 0.01 * ratio) << epsilon;
      // Below, the last digits of the table take over.
      if (layer > 1e-13) {
        EXPECT_NEAR(layer_before / layer, ratio * ratio, 0.02 * ratio * ratio) << epsilon;
      }
    }
    slip_before = slip;
    layer_before = layer;
    epsilon_before = std::stod(epsilon);
  }
}

/// First terms of the expansion in ε: v = v⁰ + ε v¹ + …, λ = λ⁰ + …
TEST(ChaplyginSleigh, TheSlowStartIsTheExpandedOne) {
  const Vector along = instance_of("chaplygin_sleigh").v0;
  const Vector slow = instance_of("chaplygin_sleigh", {{"epsilon", "1e-6"}, {"start", "slow"}}).v0;
  const Vector first{{0.26688531, -0.86276766, 0.45920513}};
  EXPECT_LT(((slow - along) / 1e-6 - first).norm(), 2e-6);
  const double lambda = SleighData{}.edge<double>({0.1, -0.2, 0.3}).dot(Vector3(slow)) / 1e-6;
  EXPECT_NEAR(lambda, -0.9256434 + 1.0166293e-6, 1e-7);
}

TEST(ChaplyginSleigh, RadauArrives) {
  for (const char* epsilon : {"0", "1e-8", "1e-5", "1e-3", "1e-2"})
    expect_run_arrives("chaplygin_sleigh", {{"epsilon", epsilon}, {"start", "slow"}}, 1e-8);
}

TEST(ChaplyginSleigh, ASidewaysStartIsAcrossTheBlade) {
  const Vector added =
      instance_of("chaplygin_sleigh", {{"sideways", "0.5"}}).v0 - instance_of("chaplygin_sleigh").v0;
  const Vector3 expected(-0.5 * std::sin(0.3), 0.5 * std::cos(0.3), 0.0);
  EXPECT_LT((added - expected).norm(), 1e-15);
}

TEST(ChaplyginSleigh, NonsenseIsRefused) {
  EXPECT_THROW(instance_of("chaplygin_sleigh", {{"form", "force"}, {"epsilon", "0"}}), OptionError);
  EXPECT_THROW(instance_of("chaplygin_sleigh", {{"epsilon", "-1e-3"}}), OptionError);
  EXPECT_THROW(instance_of("chaplygin_sleigh", {{"kappa", "1"}}), OptionError);
  EXPECT_THROW(instance_of("chaplygin_sleigh", {{"start", "slow"}, {"epsilon", "2e-3"}}), OptionError);
  EXPECT_THROW(instance_of("chaplygin_sleigh", {{"start", "slow"}, {"mass", "2"}}), OptionError);
  EXPECT_TRUE(instance_of("chaplygin_sleigh", {{"mass", "2"}}).references.empty());
  EXPECT_TRUE(instance_of("chaplygin_sleigh", {{"epsilon", "0"}, {"sideways", "1"}}).references.empty());
}

// Knife edge ----------------------------------------------------------------------------------------------

TEST(KnifeEdge, DerivativesAreRight) {
  for (const Settings& settings : {Settings{}, {{"form", "force"}}, {{"epsilon", "0"}}})
    expect_right_derivatives("knife_edge", settings);
}

/// The tabulated state at t, and the acceleration of the closed form.
State tabulated_state(const ProblemInstance& instance, double t, const Vector& acceleration) {
  State state{t, Vector(3), Vector(3), acceleration, Vector(1)};
  const std::vector<std::pair<std::string, double*>> places{
      {"x", &state.q(0)},  {"y", &state.q(1)},     {"theta", &state.q(2)},           {"vx", &state.v(0)},
      {"vy", &state.v(1)}, {"omega", &state.v(2)}, {"lambda.edge", &state.lambda(0)}};
  for (const auto& [name, place] : places) {
    const auto found = std::find_if(instance.references.begin(), instance.references.end(),
                                    [&](const auto& r) { return r.t == t && r.observable == name; });
    if (found == instance.references.end()) ADD_FAILURE() << name << " at " << t;
    *place = found->value;
  }
  return state;
}

TEST(KnifeEdge, TheClosedFormBalances) {
  for (const char* epsilon : {"0", "1e-3", "0.2"}) {
    const ProblemInstance instance = instance_of(
        "knife_edge", {{"epsilon", epsilon}, {"slope", "0.8"}, {"turning", "3"}, {"mass", "2.5"}});
    const AnySystem system = as_any_system(instance.system);
    for (const double t : {0.5, 1.5, 2.0}) {
      const Vector acceleration{{0.8 * std::cos(6.0 * t), 0.8 * std::sin(6.0 * t), 0.0}};
      const State exact = tabulated_state(instance, t, acceleration);
      Vector rest(3);
      system.balance(t, exact.q, exact.v, exact.acceleration, exact.lambda, rest);
      EXPECT_LT(rest.norm(), 1e-13) << epsilon << " at " << t;
      EXPECT_NEAR(row_values(system, exact).rate(0), std::stod(epsilon) * exact.lambda(0), 1e-14);
    }
  }
}

/// Closed forms that balance at every time also have to fit to each other and to the start.
TEST(KnifeEdge, HasTheTabulatedDigits) {
  const ProblemInstance instance = instance_of("knife_edge", {{"form", "force"}, {"epsilon", "0.02"}});
  const SleighForce law{
      {.inertia = 1.0, .offset = 0.0, .kappa = 0.0, .torque = 0.0, .drag = 0.0, .epsilon = 0.02}};
  expect_tabulated_digits(law, instance, 2.0);
}

TEST(KnifeEdge, RadauArrives) {
  for (const char* epsilon : {"0", "1e-8", "1e-4", "0.1"})
    expect_run_arrives("knife_edge", {{"epsilon", epsilon}}, 1e-8);
}

TEST(KnifeEdge, NonsenseIsRefused) {
  for (const Settings& settings :
       {Settings{{"form", "force"}, {"epsilon", "0"}}, {{"epsilon", "-1"}}, {{"turning", "0"}}})
    EXPECT_THROW(instance_of("knife_edge", settings), OptionError);
}

// Damped chain --------------------------------------------------------------------------------------------

TEST(DampedChain, DerivativesAreRight) {
  for (const Settings& settings : {Settings{}, {{"form", "force"}}, {{"epsilon", "0"}}})
    expect_right_derivatives("damped_chain", settings);
}

TEST(DampedChain, ForceAndRowPullAlike) {
  expect_same_accelerations(instance_of("damped_chain"), instance_of("damped_chain", {{"form", "force"}}));
}

TEST(DampedChain, TheSlowMotionBalances) {
  for (const char* epsilon : {"0", "1e-8", "1e-3", "0.1"}) {
    const DampedChainMotion motion(std::stod(epsilon));
    const AnySystem system = as_any_system(instance_of("damped_chain", {{"epsilon", epsilon}}).system);
    for (const double t : {0.0, 3.0, 10.0}) {
      const VectorOf<double, 7> z = motion.at(t);
      const auto slope = [&](double s) -> VectorOf<double, 7> {
        return (motion.at(t + s) - motion.at(t - s)) / (2.0 * s);
      };
      const VectorOf<double, 7> rate = (4.0 * slope(5e-3) - slope(1e-2)) / 3.0;
      const State exact{t, z.head<3>(), z.segment<3>(3), rate.segment<3>(3), z.tail<1>()};
      Vector rest(3);
      system.balance(t, exact.q, exact.v, exact.acceleration, exact.lambda, rest);
      EXPECT_LT(rest.norm(), 1e-8) << epsilon << " at " << t;
      EXPECT_LT((rate.head<3>() - exact.v).norm(), 1e-8) << epsilon << " at " << t;
      EXPECT_NEAR(row_values(system, exact).rate(0), std::stod(epsilon) * exact.lambda(0), 1e-14);
    }
  }
}

/// The damper's own mode would have been e²²⁸ times larger a second ago.
TEST(DampedChain, TheSlowMotionHasNoFastPart) {
  const DampedChainMotion motion(1e-2);
  EXPECT_LT(motion.at(-1.0).norm(), 10.0);
  EXPECT_GT(motion.at(0.0).norm(), 1.0);
}

TEST(DampedChain, HasTheTabulatedDigits) {
  const ProblemInstance instance = instance_of("damped_chain", {{"form", "force"}, {"epsilon", "5e-2"}});
  expect_tabulated_digits(DampedChainForce{{.epsilon = 5e-2}}, instance, 10.0);
}

TEST(DampedChain, RadauArrives) {
  for (const char* epsilon : {"0", "1e-8", "1e-4", "0.1"})
    expect_run_arrives("damped_chain", {{"epsilon", epsilon}}, 1e-8);
}

TEST(DampedChain, NonsenseIsRefused) {
  for (const Settings& settings :
       {Settings{{"form", "force"}, {"epsilon", "0"}}, {{"epsilon", "-1"}}, {{"epsilon", "1"}}})
    EXPECT_THROW(instance_of("damped_chain", settings), OptionError);
}

}  // namespace
