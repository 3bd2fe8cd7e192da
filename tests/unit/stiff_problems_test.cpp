// The stiff problems: digits, limits without compliance, forces and rows alike.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <numbers>

#include "evidence/bench/reference_trajectory.hpp"
#include "kreisel/core/error.hpp"
#include "kreisel/problems/elastic_pendulum.hpp"
#include "kreisel/problems/elastic_platform.hpp"
#include "kreisel/problems/linear_dae.hpp"
#include "kreisel/problems/prothero_robinson.hpp"
#include "kreisel/problems/slider_crank.hpp"
#include "kreisel/problems/torsion_double_pendulum.hpp"
#include "kreisel/problems/truck_platform.hpp"
#include "kreisel/run/run.hpp"
#include "tests/support/problem_states.hpp"

namespace {

using namespace kreisel;
using namespace kreisel::testing_support;

// Support -------------------------------------------------------------------------------------------------

/// An observable, or λ of the row that is meant by "lambda.ROW".
double value_of(const ProblemInstance& instance, const State& state, const std::string& name) {
  const Vector values = seen(instance, state);
  for (std::size_t i = 0; i < instance.observables.size(); ++i) {
    if (instance.observables[i].name == name) return values(static_cast<Index>(i));
  }
  const AnySystem system = instance.system;
  for (std::size_t i = 0; i < system.rows().size(); ++i) {
    if ("lambda." + system.rows()[i].name == name) return state.lambda(static_cast<Index>(i));
  }
  ADD_FAILURE() << "no observable " << name;
  return 0.0;
}

/// Every tabulated digit up to t_last, by extrapolation in extended precision. `allowed` counts in uncertainties.
template <class L>
void expect_tabulated_digits(const L& law, const ProblemInstance& instance, double t_last, double allowed) {
  ASSERT_FALSE(instance.references.empty());
  const State start{instance.t_begin, instance.q0, instance.v0, {}, {}};
  State state;
  for (const ReferenceValue& expected : instance.references) {
    if (expected.t > t_last) continue;
    if (state.t != expected.t) state = reference::law_trajectory(law, start, std::vector{expected.t}).front();
    EXPECT_NEAR(value_of(instance, state, expected.observable), expected.value,
                allowed * expected.uncertainty)
        << expected.observable << " at " << expected.t;
  }
}

/// Springs in the forces or as rows: the same accelerations, and the same reactions of the rows both have.
void expect_same_forces(const ProblemInstance& by_force, const ProblemInstance& by_row) {
  const AnySystem forces = by_force.system, rows = by_row.system;
  Random random(5);
  for (int sample = 0; sample < 5; ++sample) {
    State a = moving_state(by_force, forces, random), b = a;
    a.t = b.t = 0.3;
    accelerate(forces, a);
    accelerate(rows, b);
    EXPECT_LT((a.acceleration - b.acceleration).norm(), 1e-10 * a.acceleration.norm());
    const Index common = a.lambda.size();
    EXPECT_LE((a.lambda - b.lambda.head(common)).norm(), 1e-10 * b.lambda.norm());
  }
}

/// The exact state, and what of the equations is left over.
double leftover(const AnySystem& system, const State& exact) {
  Vector r(exact.v.size());
  system.balance(exact.t, exact.q, exact.v, exact.acceleration, exact.lambda, r);
  const RowValues rows = row_values(system, exact);
  return std::max({r.lpNorm<Eigen::Infinity>(), rows.gap.size() > 0 ? rows.gap.cwiseAbs().maxCoeff() : 0.0,
                   rows.rate.size() > 0 ? rows.rate.cwiseAbs().maxCoeff() : 0.0});
}

RunRecord tight_run(const std::string& problem,
                    const std::vector<std::pair<std::string, std::string>>& settings, double t_end) {
  RunSpec spec;
  spec.target = problem;
  spec.settings = settings;
  spec.method = "radau_iia_3";
  spec.t_end = t_end;
  spec.steps.rtol = spec.steps.atol = 1e-9;
  spec.start.motion = InitialMotion::raw;
  RunRecord record = run(spec);
  EXPECT_EQ(record.termination, Termination::reached_end) << record.message;
  return record;
}

// Stiff pendulum ------------------------------------------------------------------------------------------

TEST(StiffPendulum, HasTheTabulatedDigits) {
  const ElasticPendulumForce soft{.stiffness = 1e4, .gravity = 1.0};
  expect_tabulated_digits(soft, instance_of("stiff_pendulum", {{"form", "force"}}), 10.0, 1.0);
  expect_tabulated_digits(soft, instance_of("stiff_pendulum", {{"form", "force"}, {"start", "unstretched"}}),
                          10.0, 1.0);
  expect_tabulated_digits(ElasticPendulumForce{.stiffness = 1e6, .gravity = 1.0},
                          instance_of("stiff_pendulum", {{"form", "force"}, {"epsilon", "1e-3"}}), 1.0, 1.0);
}

TEST(StiffPendulum, WithoutComplianceItFollowsTheClosedForm) {
  const ProblemInstance rigid = instance_of("stiff_pendulum", {{"epsilon", "0"}});
  EXPECT_TRUE(rigid.system.rows()[0].is_rigid());
  expect_tabulated_digits(ElasticPendulumRow{.stiffness = INFINITY, .gravity = 1.0}, rigid, 10.0, 2.0);
}

TEST(StiffPendulum, DigitsApproachTheRigidOnesWithTheCompliance) {
  const ProblemInstance rigid = instance_of("stiff_pendulum", {{"epsilon", "0"}});
  const auto x_of = [](const ProblemInstance& instance) {
    for (const ReferenceValue& r : instance.references) {
      if (r.t == 10.0 && r.observable == "x") return r.value;
    }
    return 0.0;
  };
  double before = 0.0;
  for (const char* epsilon : {"1e-2", "1e-3", "1e-4", "1e-5"}) {
    const double distance = x_of(instance_of("stiff_pendulum", {{"epsilon", epsilon}})) - x_of(rigid);
    if (before > 0.0) {
      EXPECT_NEAR(before / distance, 100.0, 0.5) << epsilon;
    }
    before = distance;
  }
}

TEST(StiffPendulum, ItsOwnStartIsTheSmoothOne) {
  for (const char* epsilon : {"1e-2", "1e-3"}) {
    RunSpec spec;
    spec.target = "stiff_pendulum";
    spec.settings = {{"epsilon", epsilon}};
    spec.method = "bliedf";
    const double size = std::pow(std::stod(epsilon), 4);
    EXPECT_LT(run(spec).start.moved_position, 1e-3 * size);
    spec.settings.emplace_back("start", "unstretched");
    EXPECT_NEAR(run(spec).start.moved_position, 3.0 * size, 0.01 * size);
  }
}

TEST(StiffPendulum, ARigidForceIsRefused) {
  EXPECT_THROW(instance_of("stiff_pendulum", {{"form", "force"}, {"epsilon", "0"}}), OptionError);
  EXPECT_THROW(instance_of("stiff_pendulum", {{"epsilon", "-1e-3"}}), OptionError);
}

TEST(StiffPendulum, ForceAndRowPullAlike) {
  expect_same_forces(instance_of("stiff_pendulum", {{"form", "force"}}), instance_of("stiff_pendulum"));
}

// Linear problems with known solutions --------------------------------------------------------------------

TEST(ProtheroRobinson, TheExactSolutionBalances) {
  for (const char* form : {"force", "row"}) {
    const ProblemInstance instance = instance_of("prothero_robinson", {{"form", form}, {"Omega", "3"}});
    const AnySystem system = instance.system;
    for (const double t : {0.0, 0.4, 1.7}) {
      const State exact{t, Vector::Constant(1, std::cos(6.0 * t)),
                        Vector::Constant(1, -6.0 * std::sin(6.0 * t)),
                        Vector::Constant(1, -36.0 * std::cos(6.0 * t)), Vector::Zero(row_count(system))};
      EXPECT_LT(leftover(system, exact), 1e-9) << form << " at " << t;
    }
  }
}

TEST(ProtheroRobinson, HasTheTabulatedDigits) {
  expect_tabulated_digits(ProtheroRobinsonForce{.drive = {}, .omega = 10.0},
                          instance_of("prothero_robinson", {{"omega", "10"}}), 2.0, 4.0);
}

TEST(ProtheroRobinson, ForceAndRowPullAlike) {
  expect_same_forces(instance_of("prothero_robinson"), instance_of("prothero_robinson", {{"form", "row"}}));
}

TEST(LinearDae, TheExactSolutionBalances) {
  for (const char* form : {"force", "row"}) {
    const ProblemInstance instance =
        instance_of("linear_dae", {{"form", form}, {"omega2", "3"}, {"omega3", "7"}, {"Omega", "5"}});
    const AnySystem system = instance.system;
    const Vector shape{{1.0, 2.0, 2.0}};
    for (const double t : {0.0, 0.4, 1.7}) {
      const double c = std::cos(5.0 * t), s = std::sin(5.0 * t);
      State exact{t, c * shape, -5.0 * s * shape, -25.0 * c * shape, Vector::Zero(row_count(system))};
      exact.lambda(0) = -50.0 * c;
      EXPECT_LT(leftover(system, exact), 1e-9) << form << " at " << t;
    }
  }
}

TEST(LinearDae, HasTheTabulatedDigits) {
  LinearDaeData data;
  data.omega1 = 10.0;
  expect_tabulated_digits(LinearDaeForce{.data = data}, instance_of("linear_dae", {{"omega1", "10"}}), 2.0,
                          4.0);
}

TEST(LinearDae, ForceAndRowPullAlike) {
  expect_same_forces(instance_of("linear_dae"), instance_of("linear_dae", {{"form", "row"}}));
}

// Slider crank --------------------------------------------------------------------------------------------

Vector frequencies(const CrankRod& rod) {
  const Eigen::GeneralizedSelfAdjointEigenSolver<CrankRod::Matrix4> modes(rod.stiffness, rod.elastic_mass);
  return modes.eigenvalues().cwiseSqrt() / (2.0 * std::numbers::pi);
}

TEST(SliderCrank, TheRodHasTheKnownFrequencies) {
  const Vector consistent{{203.2, 812.8, 4216.7, 15171.3}}, published{{203.2, 812.8, 1088.8, 3917.2}};
  EXPECT_LT((frequencies(CrankRod(false)) - consistent).cwiseAbs().maxCoeff(), 0.06);
  EXPECT_LT((frequencies(CrankRod(true)) - published).cwiseAbs().maxCoeff(), 0.06);
}

TEST(SliderCrank, HasTheTabulatedDigits) {
  expect_tabulated_digits(SliderCrankForce{}, instance_of("slider_crank"), 0.1, 1.0);
  expect_tabulated_digits(SliderCrankForce{CrankRod(false)},
                          instance_of("slider_crank", {{"mass", "consistent"}}), 0.1, 1.0);
}

TEST(SliderCrank, ForceAndRowPullAlike) {
  expect_same_forces(instance_of("slider_crank"), instance_of("slider_crank", {{"form", "row"}}));
}

TEST(SliderCrank, ForceAndRowMoveAlike) {
  for (const char* damping : {"0", "1e-6"}) {
    const RunRecord a = tight_run("slider_crank", {{"form", "force"}, {"damping", damping}}, 2e-3);
    const RunRecord b = tight_run("slider_crank", {{"form", "row"}, {"damping", damping}}, 2e-3);
    EXPECT_LT((a.final_values - b.final_values.head(a.final_values.size())).head(14).norm(), 1e-6) << damping;
  }
}

/// d/dt (T + U) = -v·Bᵀλ: only the drive does work.
TEST(SliderCrank, OnlyTheDriveDoesWork) {
  const ProblemInstance instance = instance_of("slider_crank");
  const AnySystem system = instance.system;
  const CrankRod rod;
  const auto energy = [&](const State& s) {
    Matrix mass(7, 7);
    system.mass(s.q, mass);
    return 0.5 * s.v.dot(mass * s.v) + 0.5 * s.q.tail<4>().dot(rod.stiffness * s.q.tail<4>());
  };
  const State start = start_of(instance);
  const auto slope = [&](double s) {
    return (energy(later(system, start, s)) - energy(later(system, start, -s))) / (2.0 * s);
  };
  const double power = -start.lambda(2) * start.v(0), s = 1e-6;
  EXPECT_NEAR((4.0 * slope(s / 2.0) - slope(s)) / 3.0, power, 1e-5 * std::max(1.0, std::abs(power)));
}

TEST(SliderCrank, NegativeDampingIsRefused) {
  EXPECT_THROW(instance_of("slider_crank", {{"damping", "-1"}}), OptionError);
}

// Double pendulum with torsion spring ---------------------------------------------------------------------

TEST(TorsionDoublePendulum, HasTheTabulatedDigits) {
  expect_tabulated_digits(TorsionPendulumAngles{}, instance_of("torsion_double_pendulum"), 10.0, 1.0);
  // The index-1 form drifts off its hinges, and the stiff spring sees it.
  expect_tabulated_digits(TorsionPendulumBodies{},
                          instance_of("torsion_double_pendulum", {{"form", "descriptor"}}), 1.0, 10.0);
}

TEST(TorsionDoublePendulum, BothFormsHaveTheSameAccelerationsAndEnergy) {
  const std::string th1 = "0.01", th2 = "-1.1";
  const ProblemInstance angles = instance_of("torsion_double_pendulum", {{"th1", th1}, {"th2", th2}});
  const ProblemInstance bodies =
      instance_of("torsion_double_pendulum", {{"form", "descriptor"}, {"th1", th1}, {"th2", th2}});
  const State a = start_of(angles), b = start_of(bodies);
  EXPECT_NEAR(a.acceleration(0), b.acceleration(2), 1e-11);
  EXPECT_NEAR(a.acceleration(1), b.acceleration(5), 1e-11);
  EXPECT_NEAR(angles.energy(a.view()), bodies.energy(b.view()), 1e-13);
}

// Washing machine -----------------------------------------------------------------------------------------

TEST(WashingMachine, StartsInEquilibrium) {
  for (const char* form : {"force", "row"}) {
    const State start = start_of(instance_of("washing_machine", {{"form", form}}));
    EXPECT_LT(start.acceleration.norm(), 1e-6) << form;
    EXPECT_GE(start.q.size(), 19);
  }
}

TEST(WashingMachine, ForceAndRowMoveAlike) {
  const RunRecord a = tight_run("washing_machine", {{"form", "force"}}, 0.2);
  const RunRecord b = tight_run("washing_machine", {{"form", "row"}}, 0.2);
  EXPECT_LT((a.final_values - b.final_values.head(a.final_values.size())).head(15).norm(), 1e-7);
}

TEST(WashingMachine, TheDrumFollowsItsDrive) {
  RunSpec spec;
  spec.target = "washing_machine";
  spec.method = "radau_iia_3";
  spec.t_end = 1.0;
  spec.steps.rtol = spec.steps.atol = 1e-4;
  const RunRecord record = run(spec);
  ASSERT_EQ(record.columns[13].name, "drum.omega");
  EXPECT_NEAR(record.final_values(13), 1000.0 * std::numbers::pi / 30.0 / 2.0, 1.0);
}

TEST(WashingMachine, NonsenseIsRefused) {
  for (const auto& [name, value] : {std::pair{"laundry", "0"}, {"rise_time", "0"}, {"stiffness", "-1"}})
    EXPECT_THROW(instance_of("washing_machine", {{name, value}}), OptionError) << name;
}

// Truck platform ------------------------------------------------------------------------------------------

/// Timoshenko's simply supported beam, n half waves: the smaller root of
/// (ρ r²/κG) ω⁴ - (1 + k² r² (1 + E/κG)) ω² + (E/ρ) r² k⁴ = 0 with k = nπ/L, r² = h²/12.
double beam_frequency(const ElasticPlatform& p, int n) {
  const double shear = 5.0 / 6.0 * p.young / (2.0 * (1.0 + p.poisson));
  const double k = n * std::numbers::pi / p.length, k2 = k * k, r2 = p.height * p.height / 12.0;
  const double a = p.density * r2 / shear, b = 1.0 + k2 * r2 * (1.0 + p.young / shear);
  return std::sqrt((b - std::sqrt(b * b - 4.0 * a * p.young / p.density * r2 * k2 * k2)) / (2.0 * a));
}

TEST(TruckPlatform, OnItsEndsItIsABeam) {
  ElasticPlatform platform;
  platform.pin = 0.0;
  platform.driven = platform.length;
  platform.load_mass = 0.0;
  const PlatformModes modes = modes_of(platform, 6);
  EXPECT_GE(modes.nodes, 300);
  for (const int n : {1, 2, 3})
    EXPECT_NEAR(modes.frequencies(n - 1), beam_frequency(platform, n), 1e-3 * modes.frequencies(n - 1)) << n;
  EXPECT_NEAR(modes.statics(0), 0.0, 1e-12);  // turned about the pin
  EXPECT_NEAR(modes.statics(2), 1.0, 1e-12);
}

TEST(TruckPlatform, FrequenciesConvergeWithTheMesh) {
  ElasticPlatform platform;
  const Vector coarse = modes_of(platform, 2).frequencies;
  platform.columns *= 2;
  platform.layers *= 2;
  const Vector fine = modes_of(platform, 2).frequencies;
  EXPECT_TRUE((fine.array() < coarse.array()).all());
  EXPECT_TRUE((fine.array() > 0.995 * coarse.array()).all());
}

TEST(TruckPlatform, TheRoadHasTheDerivativesItClaims) {
  const RoadExcitation road{.speed = 3.0};
  const double t = 2.1, s = 1e-4;
  const VectorOf<double, 4> slope = (road.derivatives(t + s) - road.derivatives(t - s)) / (2.0 * s);
  EXPECT_LT((slope.head<3>() - road.derivatives(t).tail<3>()).norm(), 1e-5 * road.derivatives(t).norm());
}

/// The load by extrapolation of the modal equations in extended precision.
double exact_load(const ProblemInstance& instance, const PlatformModes& modes, double t_end) {
  const Index n = modes.frequencies.size();
  const reference::ExtendedVector w = modes.frequencies.cast<Extended>(),
                                  p = modes.participation.cast<Extended>();
  const RoadExcitation road;
  const auto rate = [&](Extended t, const reference::ExtendedVector& y) {
    using First = Dual<Extended>;
    const Dual<First> u = road(Dual<First>{First{t, Extended(1)}, First(1.0)});
    reference::ExtendedVector out(2 * n);
    out << y.tail(n), -(w.array() * (0.01L * y.tail(n).array() + w.array() * y.head(n).array())).matrix() -
                          u.derivative.derivative * p;
    return out;
  };
  reference::ExtendedVector y(2 * n);
  y << instance.q0.cast<Extended>(), instance.v0.cast<Extended>();
  const Vector end = reference::Extrapolation(rate, 0, y, 1e-13L).advance_to(t_end).cast<double>();
  return modes.shapes.row(1).dot(end.head(n)) + modes.statics(1) * road(t_end);
}

TEST(TruckPlatform, AFewModesMoveAsTheirEquationsSay) {
  const RunRecord record = tight_run("truck_platform", {{"modes", "4"}}, 5.0);
  ASSERT_EQ(record.columns[2].name, "load.y");
  const double exact = exact_load(instance_of("truck_platform", {{"modes", "4"}}), modes_of({}, 4), 5.0);
  EXPECT_NEAR(record.final_values(2), exact, 1e-7);
}

TEST(TruckPlatform, PartsOfAModeAreRefused) {
  for (const char* modes : {"2.5", "0", "1000"})
    EXPECT_THROW(instance_of("truck_platform", {{"modes", modes}}), OptionError) << modes;
}

}  // namespace
