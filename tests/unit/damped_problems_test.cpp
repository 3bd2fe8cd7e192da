// The problems with strong damping: derivatives, digits, forces in all their forms.
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <numbers>

#include "evidence/bench/reference_trajectory.hpp"
#include "kreisel/core/error.hpp"
#include "kreisel/equations/check_derivatives.hpp"
#include "kreisel/problems/chaplygin_sleigh.hpp"
#include "kreisel/problems/damped_chain.hpp"
#include "kreisel/run/run.hpp"
#include "tests/support/problem_states.hpp"

namespace {

using namespace kreisel;
using namespace kreisel::testing_support;

// Support -------------------------------------------------------------------------------------------------

void expect_right_derivatives(const std::string& problem, const CaseSettings& settings) {
  const ProblemInstance instance = instance_of(problem, settings);
  const State start{instance.t_begin, instance.q0, instance.v0, {}, {}};
  const auto report = check_derivatives(instance.system, start);
  for (const DerivativeEntry& entry : report.failures()) ADD_FAILURE() << describe(entry);
  EXPECT_LT(report.worst(), 1e-8);
}

/// λ of a compliant row: (Φ + τ Φ')/c, or (B v + b)/c.
double row_force(const Row& row, double gap, double rate) {
  return (row.is_position() ? gap + row.relaxation * rate : rate) / row.compliance;
}

/// v' of a system whose rows are all compliant.
Vector acceleration_of(const ProblemInstance& instance, const State& state) {
  const AnySystem system = instance.system;
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
  const AnySystem system = instance.system;
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

/// The value with this name among columns or observables.
template <class Names>
double named(const Names& names, const Vector& values, const std::string& name) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].name == name) return values(static_cast<Index>(i));
  }
  ADD_FAILURE() << "nothing is called " << name;
  return 0.0;
}

RunRecord tight_run(const Case& each) {
  RunSpec spec;
  spec.target = each.problem;
  spec.settings.assign(each.settings.begin(), each.settings.end());
  spec.method = "radau";
  spec.steps.rtol = spec.steps.atol = 1e-9;
  RunRecord record = run(spec);
  EXPECT_EQ(record.termination, Termination::reached_end) << each << ": " << record.message;
  return record;
}

/// The tabulated digits by extrapolation of the force form in extended precision.
template <class L>
void expect_tabulated_digits(const L& law, const ProblemInstance& instance) {
  ASSERT_FALSE(instance.references.empty());
  const State start{instance.t_begin, instance.q0, instance.v0, {}, {}};
  State state;
  for (const ReferenceValue& expected : instance.references) {
    if (state.t != expected.t) state = reference::law_trajectory(law, start, std::vector{expected.t}).front();
    EXPECT_NEAR(named(instance.observables, seen(instance, state), expected.observable), expected.value,
                2.0 * expected.uncertainty)
        << expected.observable << " at " << expected.t;
  }
}

double reference_of(const ProblemInstance& instance, const std::string& observable, double t) {
  for (const ReferenceValue& r : instance.references) {
    if (r.t == t && r.observable == observable) return r.value;
  }
  ADD_FAILURE() << "no reference for " << observable << " at " << t;
  return 0.0;
}

// All of them ---------------------------------------------------------------------------------------------

TEST(DampedProblems, DerivativesAreRight) {
  for (const char* problem : {"chaplygin_sleigh", "knife_edge", "damped_chain"}) {
    for (const CaseSettings& settings : {CaseSettings{}, {{"form", "force"}}, {{"epsilon", "0"}}})
      expect_right_derivatives(problem, settings);
  }
  for (const char* group : {"planar", "r3xso3", "r3xs3", "se3", "s3_semi_r3"}) {
    for (const char* form : {"row", "spring_damper", "force"})
      expect_right_derivatives("rod_pendulum", {{"group", group}, {"form", form}});
    expect_right_derivatives("rod_pendulum", {{"group", group}, {"damping", "inf"}});
  }
}

TEST(DampedProblems, AllFormsPullAlike) {
  for (const char* problem : {"chaplygin_sleigh", "knife_edge", "damped_chain"})
    expect_same_accelerations(instance_of(problem), instance_of(problem, {{"form", "force"}}));
  for (const char* group : {"planar", "r3xso3", "r3xs3", "se3", "s3_semi_r3"}) {
    const ProblemInstance by_force = instance_of("rod_pendulum", {{"group", group}, {"form", "force"}});
    for (const char* form : {"row", "spring_damper"})
      expect_same_accelerations(by_force, instance_of("rod_pendulum", {{"group", group}, {"form", form}}));
  }
}

/// radau at a tolerance of 1e-9; reactions are not controlled.
TEST(DampedProblems, RadauArrivesAtTheDigits) {
  std::vector<Case> cases;
  for (const char* epsilon : {"0", "1e-8", "1e-5", "1e-3", "1e-2"}) {
    cases.push_back({"chaplygin_sleigh", {{"epsilon", epsilon}, {"start", "slow"}}});
    cases.push_back({"knife_edge", {{"epsilon", epsilon}}});
    cases.push_back({"damped_chain", {{"epsilon", epsilon}}});
  }
  for (const char* damping : {"10", "1e2", "1e3", "1e4", "1e5"})
    cases.push_back({"rod_pendulum", {{"damping", damping}, {"form", "force"}}});
  for (const char* damping : {"1e6", "1e7", "1e8", "inf"})
    cases.push_back({"rod_pendulum", {{"damping", damping}}});
  for (const Case& each : cases) {
    const RunRecord record = tight_run(each);
    ASSERT_FALSE(record.references.empty()) << each;
    for (const ReferenceValue& expected : record.references) {
      const double allowed = expected.observable.starts_with("lambda.") ? 1e-4 : 1e-8;
      EXPECT_NEAR(named(record.columns, record.final_values, expected.observable), expected.value, allowed)
          << each << ": " << expected.observable;
    }
  }
}

TEST(DampedProblems, NonsenseIsRefused) {
  for (const char* problem : {"chaplygin_sleigh", "knife_edge", "damped_chain"}) {
    EXPECT_THROW(instance_of(problem, {{"form", "force"}, {"epsilon", "0"}}), OptionError) << problem;
    EXPECT_THROW(instance_of(problem, {{"epsilon", "-1e-3"}}), OptionError) << problem;
  }
  const std::vector<Case> cases{{"chaplygin_sleigh", {{"kappa", "1"}}},
                                {"chaplygin_sleigh", {{"start", "slow"}, {"epsilon", "2e-3"}}},
                                {"chaplygin_sleigh", {{"start", "slow"}, {"mass", "2"}}},
                                {"knife_edge", {{"turning", "0"}}},
                                {"damped_chain", {{"epsilon", "1"}}},
                                {"rod_pendulum", {{"form", "force"}, {"damping", "inf"}}},
                                {"rod_pendulum", {{"form", "spring_damper"}, {"damping", "inf"}}},
                                {"rod_pendulum", {{"damping", "0"}}},
                                {"rod_pendulum", {{"angle", "4"}}}};
  for (const Case& each : cases) EXPECT_THROW(instance_of(each.problem, each.settings), OptionError) << each;
}

TEST(DampedProblems, DigitsAreGivenForTheirDataOnly) {
  EXPECT_TRUE(instance_of("chaplygin_sleigh", {{"mass", "2"}}).references.empty());
  EXPECT_TRUE(instance_of("chaplygin_sleigh", {{"epsilon", "0"}, {"sideways", "1"}}).references.empty());
  EXPECT_TRUE(instance_of("rod_pendulum", {{"length", "2"}}).references.empty());
  EXPECT_TRUE(instance_of("rod_pendulum", {{"damping", "2e4"}}).references.empty());
}

// Chaplygin sleigh ----------------------------------------------------------------------------------------

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
    expect_tabulated_digits(SleighForce{{.epsilon = 1e-2}}, instance);
  }
}

/// Slow motions differ by ε from the sleigh that never slips, and by ε² from those that start along the blade.
TEST(ChaplyginSleigh, DigitsBelongToOneFamily) {
  const double limit = reference_of(instance_of("chaplygin_sleigh", {{"epsilon", "0"}}), "y", 2.0);
  double slip_before = 0.0, layer_before = 0.0, epsilon_before = 0.0;
  for (const char* epsilon : {"1e-2", "1e-3", "1e-4", "1e-5", "1e-6", "1e-8"}) {
    const CaseSettings slow_settings{{"epsilon", epsilon}, {"start", "slow"}}, settings{{"epsilon", epsilon}};
    const double slow = reference_of(instance_of("chaplygin_sleigh", slow_settings), "y", 2.0);
    const double slip = limit - slow;
    const double layer = reference_of(instance_of("chaplygin_sleigh", settings), "y", 2.0) - slow;
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

TEST(ChaplyginSleigh, ASidewaysStartIsAcrossTheBlade) {
  const Vector added =
      instance_of("chaplygin_sleigh", {{"sideways", "0.5"}}).v0 - instance_of("chaplygin_sleigh").v0;
  const Vector3 expected(-0.5 * std::sin(0.3), 0.5 * std::cos(0.3), 0.0);
  EXPECT_LT((added - expected).norm(), 1e-15);
}

// Knife edge ----------------------------------------------------------------------------------------------

TEST(KnifeEdge, TheClosedFormBalances) {
  for (const char* epsilon : {"0", "1e-3", "0.2"}) {
    const ProblemInstance instance = instance_of(
        "knife_edge", {{"epsilon", epsilon}, {"slope", "0.8"}, {"turning", "3"}, {"mass", "2.5"}});
    const AnySystem system = instance.system;
    for (const double t : {0.5, 1.5, 2.0}) {
      const auto at = [&](const char* name) { return reference_of(instance, name, t); };
      const State exact{t, Vector{{at("x"), at("y"), at("theta")}}, Vector{{at("vx"), at("vy"), at("omega")}},
                        Vector{{0.8 * std::cos(6.0 * t), 0.8 * std::sin(6.0 * t), 0.0}},
                        Vector::Constant(1, at("lambda.edge"))};
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
  expect_tabulated_digits(law, instance);
}

// Damped chain --------------------------------------------------------------------------------------------

TEST(DampedChain, TheSlowMotionBalances) {
  for (const char* epsilon : {"0", "1e-8", "1e-3", "0.1"}) {
    const DampedChainMotion motion(std::stod(epsilon));
    const AnySystem system = instance_of("damped_chain", {{"epsilon", epsilon}}).system;
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
  EXPECT_LT(DampedChainMotion(1e-2).at(-1.0).norm(), 10.0);
}

TEST(DampedChain, HasTheTabulatedDigits) {
  const ProblemInstance instance = instance_of("damped_chain", {{"form", "force"}, {"epsilon", "5e-2"}});
  expect_tabulated_digits(DampedChainForce{{.epsilon = 5e-2}}, instance);
}

// Rod pendulum --------------------------------------------------------------------------------------------

TEST(RodPendulum, AllGroupsMoveAlike) {
  const RunRecord planar = tight_run({"rod_pendulum", {{"damping", "1e6"}}});
  for (const char* group : {"r3xso3", "r3xs3", "se3", "s3_semi_r3"}) {
    const RunRecord spatial = tight_run({"rod_pendulum", {{"damping", "1e6"}, {"group", group}}});
    ASSERT_EQ(spatial.columns.size(), planar.columns.size() + 1);  // λ along z
    for (std::size_t i = 0; i < planar.columns.size(); ++i) {
      const std::string& name = planar.columns[i].name;
      const double allowed = name.starts_with("lambda.") ? 1e-4 : 1e-8;
      EXPECT_NEAR(named(spatial.columns, spatial.final_values, name),
                  planar.final_values(static_cast<Index>(i)), allowed)
          << group << " " << name;
    }
  }
}

/// Observables at states that the run does not pass: turned, swinging, the end of the rod off the suspension.
TEST(RodPendulum, AllGroupsAreSeenAlike) {
  const double phi = -2.3, x = 0.4, y = 0.9, vx = -0.5, vy = 0.2, rate = 1.7;
  const ProblemInstance planar = instance_of("rod_pendulum");
  const State flat{0.0, Vector{{x, y, phi}}, Vector{{vx, vy, rate}}, {}, Vector::Zero(2)};
  for (const char* group : {"r3xso3", "r3xs3", "se3", "s3_semi_r3"}) {
    const std::string name = group;
    const ProblemInstance spatial = instance_of("rod_pendulum", {{"group", name}});
    const bool is_semidirect = name == "se3" || name == "s3_semi_r3";
    State state{0.0, spatial.q0, Vector::Zero(6), {}, Vector::Zero(3)};
    Vector turn = Vector::Zero(6);
    turn(5) = 2.0 * std::numbers::pi / 9.0 - phi;
    state.q = spatial.system.group().advance(state.q, turn);
    state.q.head<3>() << x, y, 0.0;
    const double c = std::cos(phi), s = std::sin(phi);
    state.v.head<2>() << (is_semidirect ? c * vx - s * vy : vx), (is_semidirect ? s * vx + c * vy : vy);
    state.v(5) = -rate;
    EXPECT_LT((seen(planar, flat) - seen(spatial, state)).norm(), 1e-10) << group;  // energy: 1e5 J
  }
}

/// (m l² + J) φ'' = -m g l sin φ, and the end of the rod stays where it is.
TEST(RodPendulum, WithoutSlipItIsTheCompoundPendulum) {
  const Extended factor = -9.81L / (1.0L + 0.4L * 0.01L * 0.01L);
  const auto rate = [&](Extended, const reference::ExtendedVector& y) {
    reference::ExtendedVector out(2);
    out << y(1), factor * std::sin(y(0));
    return out;
  };
  reference::ExtendedVector start(2);
  start << 2 * std::numbers::pi_v<Extended> / 9, 0;
  const Vector end = reference::Extrapolation(rate, 0, start, 1e-17L).advance_to(1).cast<double>();
  const ProblemInstance rigid = instance_of("rod_pendulum", {{"damping", "inf"}});
  EXPECT_TRUE(rigid.system.rows()[0].is_rigid());
  const double c = std::cos(end(0)), s = std::sin(end(0));
  const std::vector<std::pair<std::string, double>> expected{{"x", -s},          {"y", -c},
                                                             {"phi", end(0)},    {"vx", -c * end(1)},
                                                             {"vy", s * end(1)}, {"phi_rate", end(1)},
                                                             {"distance", 0},    {"radial_speed", 0}};
  for (const auto& [name, value] : expected)
    EXPECT_NEAR(reference_of(rigid, name, 1.0), value, 2e-15) << name;
}

TEST(RodPendulum, TheEndOfTheRodIsObserved) {
  const ProblemInstance instance = instance_of("rod_pendulum", {{"angle", "0"}});
  State state{0.0, instance.q0, Vector{{3.0, 4.0, 0.0}}, {}, Vector::Zero(2)};
  EXPECT_NEAR(seen(instance, state)(9), -5.0, 1e-14);  // r = 0: the spring is about to lengthen
  state.q(1) -= 0.5;
  EXPECT_NEAR(seen(instance, state)(8), 0.5, 1e-15);
  EXPECT_NEAR(seen(instance, state)(9), 4.0, 1e-14);
  EXPECT_NEAR(seen(instance, state)(10), 12.5 - 9.81 * 1.5 + 0.5e5 * 0.25, 1e-10);
}

}  // namespace
