// What a tolerance promises with implicit Runge-Kutta methods: errors follow it, steps are set by the motion and not by
// the stiffness of springs or the spin of bodies, and no forcing goes unseen.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "kreisel/equations/differentiated.hpp"
#include "kreisel/groups/real.hpp"
#include "kreisel/problems/all.hpp"
#include "kreisel/run/reference_comparison.hpp"
#include "kreisel/solve/solve.hpp"
#include "kreisel/solve/stepper_for.hpp"
#include "tests/claims/error_control_cases.hpp"
#include "tests/support/chosen_methods.hpp"

namespace kreisel::claims {
namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;

RunSpec spec_with(const std::string& method, const std::string& target, const Settings& settings = {}) {
  RunSpec spec;
  spec.method = method;
  spec.target = target;
  spec.settings = settings;
  return spec;
}

// Tolerances ------------------------------------------------------------------------------------------

TEST(RungeKuttaControl, TightensTheMotionForATighterMultiplier) {
  RunSpec spec = spec_with("radau", "heavy_top");
  spec.steps.rtol = spec.steps.atol = 1e-4;
  const auto error_of_forces = [&] {
    double worst = 0.0;
    const RunRecord record = run(spec);
    for (const ReferenceError& e : compare_with_references(record))
      if (e.observable.starts_with("lambda")) worst = std::max(worst, e.error);
    return worst;
  };
  const double loose = error_of_forces();
  spec.steps.lambda_tol = 1e-7;
  EXPECT_LT(error_of_forces(), 0.05 * loose);
}

struct Promise {
  std::string method, target;
  double tightest;
  Settings settings = {};
};

/// The beam of the slider crank vibrates undamped, a little above the tolerance; steps that pass over it damp it.
double largest_ratio(const std::string& target) {
  return target == "slider_crank" ? 75.0 : 30.0;
}

class ImplicitControl : public testing::TestWithParam<Promise> {};

/// Errors of phase pass through zero at some tolerance: that steps are not wasted shows in the mean.
TEST_P(ImplicitControl, FollowsTheTolerance) {
  const Promise& promise = GetParam();
  std::vector<ControlledRun> runs;
  double sum_of_logarithms = 0.0;
  for (double tolerance = 1e-3; tolerance > 0.5 * promise.tightest; tolerance *= 0.1) {
    runs.push_back(controlled_run(spec_with(promise.method, promise.target, promise.settings), tolerance));
    const ControlledRun& run = runs.back();
    const auto attempts = static_cast<double>(run.accepted + run.rejected);
    EXPECT_LT(run.error, largest_ratio(promise.target) * tolerance) << table_of({run});
    EXPECT_LT(static_cast<double>(run.rejected), 3.0 + 0.35 * attempts) << table_of({run});
    sum_of_logarithms += std::log(run.error / tolerance);
  }
  EXPECT_GT(std::exp(sum_of_logarithms / static_cast<double>(runs.size())), 1.0 / 300.0) << table_of(runs);
}

struct ControlProblem {
  std::string target;
  std::vector<std::string> methods;
  Settings settings = {};
};

/// Methods that do not damp what they cannot resolve (Gauss), or damp it with low order (SDIRK), are no methods for a
/// stiff spring; the slider crank, with its longitudinal vibrations among the forces, is one for short steps of low
/// order.
std::vector<ControlProblem> control_problems() {
  const std::vector<std::string> damping{"radau", "radau_iia_3", "radau_iia_5", "lobatto_iiic_3"},
      most{"radau", "radau_iia_3", "radau_iia_5", "lobatto_iiic_3", "sdirk_4"},
      all{"radau", "radau_iia_3", "radau_iia_5", "lobatto_iiic_3", "gauss_3", "sdirk_4"};
  return {{"heavy_top", {"radau", "radau_iia_3", "radau_iia_5", "gauss_3", "sdirk_4"}},
          {"andrews", most},
          {"car_axis", most},
          {"free_body", all},
          {"slider_crank", {"radau_iia_3", "lobatto_iiic_3", "sdirk_4"}},
          {"stiff_pendulum", all, {{"epsilon", "0"}}},
          {"stiff_pendulum", damping, {{"epsilon", "1e-4"}}}};
}

/// Within a reasonable number of steps.
double tightest_of(const std::string& method, const std::string& target) {
  if (method == "lobatto_iiic_3" || method == "sdirk_4") return 1e-7;
  if (method == "radau" || method == "radau_iia_5") return target == "andrews" ? 1e-11 : 1e-12;
  return target == "slider_crank" ? 1e-8 : 1e-9;
}

std::vector<Promise> promises() {
  std::vector<Promise> all;
  for (const ControlProblem& problem : control_problems())
    for (const std::string& method : problem.methods)
      all.push_back({method, problem.target, tightest_of(method, problem.target), problem.settings});
  return all;
}

std::string name_of_promise(const testing::TestParamInfo<Promise>& info) {
  std::string name = info.param.method + "_" + info.param.target;
  for (const auto& [key, value] : info.param.settings) name += value == "0" ? "_rigid" : "_stiff";
  return name;
}
INSTANTIATE_TEST_SUITE_P(Problems, ImplicitControl, testing::ValuesIn(promises()), name_of_promise);

// Stiffness -------------------------------------------------------------------------------------------

long steps_of(const RunSpec& spec, double tolerance) {
  RunSpec controlled = spec;
  controlled.steps.rtol = controlled.steps.atol = tolerance;
  const RunRecord record = run(controlled);
  EXPECT_EQ(record.status, "completed") << record.message;
  return record.statistics.accepted;
}

/// Where it is so soft that steps come near its vibration, holding it on its slow motion would not be right.
TEST(ImplicitStiffness, CostsFewStepsWhereTheSpringIsHardlyStiff) {
  for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
    const auto steps = [&](const char* epsilon) {
      return static_cast<double>(
          steps_of(spec_with("radau", "stiff_pendulum", {{"form", "row"}, {"epsilon", epsilon}}), tolerance));
    };
    EXPECT_LT(steps("1e-3"), 1.7 * steps("1e-8")) << "tolerance " << tolerance;
    EXPECT_GT(steps("1e-3"), 0.9 * steps("1e-8")) << "tolerance " << tolerance;
  }
}

TEST(ImplicitStiffness, CostsNoStepsWhereTheSpringIsARow) {
  for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
    long fewest = std::numeric_limits<long>::max(), most = 0;
    for (const char* epsilon : {"1e-4", "1e-5", "1e-6", "1e-7", "1e-8"}) {
      const long steps =
          steps_of(spec_with("radau", "stiff_pendulum", {{"form", "row"}, {"epsilon", epsilon}}), tolerance);
      fewest = std::min(fewest, steps);
      most = std::max(most, steps);
    }
    EXPECT_LT(static_cast<double>(most), 1.15 * static_cast<double>(fewest)) << "tolerance " << tolerance;
  }
}

TEST(ImplicitStiffness, CostsStepsWhereTheSpringIsAForce) {
  const auto steps = [](const char* form, const char* epsilon) {
    return steps_of(spec_with("radau", "stiff_pendulum", {{"form", form}, {"epsilon", epsilon}}), 1e-6);
  };
  EXPECT_GT(steps("force", "1e-4"), 3 * steps("force", "1e-2"));
  EXPECT_GT(steps("force", "1e-4"), 5 * steps("row", "1e-4"));
}

// Moving chart ----------------------------------------------------------------------------------------

TEST(MovingChart, TakesOutTheSpinOfTheTop) {
  EXPECT_LT(steps_of(spec_with("radau", "heavy_top"), 1e-6), 40);
  EXPECT_GT(steps_of(spec_with("radau", "heavy_top", {{"chart", "plain"}}), 1e-6), 150);
}

TEST(MovingChart, DoesNoHarmToABodyWithoutSymmetry) {
  for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
    const long automatic = steps_of(spec_with("radau", "free_body"), tolerance);
    const long plain = steps_of(spec_with("radau", "free_body", {{"chart", "plain"}}), tolerance);
    EXPECT_LE(10 * automatic, 11 * plain) << "tolerance " << tolerance;
  }
}

// Forcing ---------------------------------------------------------------------------------------------

/// q'' = -50 sin 50t, so that v = cos 50t: a pure quadrature, where estimates made of stages at one node see nothing.
struct ShakenPoint {
  using Group = Real<1>;
  static constexpr int fixed_rows = 0;
  static constexpr double frequency = 50.0;

  std::array<Row, 0> rows() const { return {}; }
  template <class S>
  MatrixOf<S, 1, 1> mass(const VectorOf<S, 1>&) const {
    return MatrixOf<S, 1, 1>::Identity();
  }
  template <class S>
  VectorOf<S, 1> force(const S& t, const VectorOf<S, 1>&, const VectorOf<S, 1>&) const {
    using std::sin;
    return VectorOf<S, 1>(S(-frequency) * sin(S(frequency) * t));
  }
};

class Forcing : public testing::TestWithParam<std::string> {};

TEST_P(Forcing, IsSeenByTheErrorEstimate) {
  const AnySystem system = erase(differentiated(ShakenPoint{}));
  constexpr double t_end = 10.0, w = ShakenPoint::frequency;
  SolveOptions options;
  const MethodEntry& entry = find_method(GetParam());
  options.method = entry.coefficients(Parameters(entry.parameters));
  for (const double tolerance : {1e-3, 1e-6}) {
    options.steps.rtol = options.steps.atol = tolerance;
    const Solution solution = solve(system, {0.0, t_end}, Vector::Zero(1), Vector::Ones(1), options);
    ASSERT_EQ(solution.outcome.termination, Termination::reached_end) << solution.outcome.message;
    EXPECT_LT(std::abs(solution.state.v(0) - std::cos(w * t_end)), 30.0 * tolerance) << tolerance;
    EXPECT_LT(std::abs(solution.state.q(0) - std::sin(w * t_end) / w), 30.0 * tolerance) << tolerance;
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, Forcing,
                         testing::Values("lobatto_iiic_3", "lobatto_iiidc_3", "lobatto_iiia_3",
                                         "lobatto_iiid_3", "radau", "radau_iia_3", "gauss_3", "sdirk_4"),
                         [](const auto& tested) { return tested.param; });

// Local errors of stiff springs -----------------------------------------------------------------------

struct LocalErrors {
  double position, velocity;
};

/// One step from exact values at a time where no derivative of cos 2t vanishes.
LocalErrors prothero_robinson_errors(const std::string& method, const std::string& form,
                                     const std::string& omega, double h) {
  constexpr double t = 0.3;
  const ProblemEntry& entry = find_problem("prothero_robinson");
  Parameters parameters(entry.parameters);
  parameters.set("form", form);
  parameters.set("omega", omega);
  const ProblemInstance problem = entry.make(parameters);
  const MeasuredMethod chosen = runge_kutta(method, Formulation::index3, as_the_stages_leave_it);
  const auto stepper = stepper_for(problem.system, chosen.coefficients, chosen.options);
  const Index rows = form == "row" ? 1 : 0;
  stepper->start({t, Vector{{std::cos(2.0 * t)}}, Vector{{-2.0 * std::sin(2.0 * t)}},
                  Vector{{-4.0 * std::cos(2.0 * t)}}, Vector::Zero(rows)});
  EXPECT_EQ(stepper->attempt(h).status, StepStatus::completed);
  stepper->accept(t + h);
  return {std::abs(stepper->state().q(0) - std::cos(2.0 * (t + h))),
          std::abs(stepper->state().v(0) + 2.0 * std::sin(2.0 * (t + h)))};
}

struct StiffLocal {
  std::string method, form, omega;
  double position, velocity;  // powers of h
};

class ProtheroRobinson : public testing::TestWithParam<StiffLocal> {};

/// [Schaub 2004] section 4.1.3: e_q = ε²h^(η-1), e_v = h^η for stiffly accurate methods with stage order η.
TEST_P(ProtheroRobinson, LocalErrorsHaveThePowersOfTheTheory) {
  const StiffLocal& c = GetParam();
  constexpr double h = 0.1;
  const LocalErrors coarse = prothero_robinson_errors(c.method, c.form, c.omega, h);
  const LocalErrors fine = prothero_robinson_errors(c.method, c.form, c.omega, h / 4);
  EXPECT_NEAR(std::log2(coarse.position / fine.position) / 2, c.position, 0.2)
      << coarse.position << " " << fine.position;
  EXPECT_NEAR(std::log2(coarse.velocity / fine.velocity) / 2, c.velocity, 0.2)
      << coarse.velocity << " " << fine.velocity;
  const double squared = std::pow(std::stod(c.omega), -2.0);
  EXPECT_LT(coarse.position, 10.0 * squared);
  EXPECT_GT(coarse.position, 1e-4 * squared);
}

std::vector<StiffLocal> stiff_locals() {
  std::vector<StiffLocal> all;
  for (const char* form : {"force", "row"})
    for (const char* omega : {"1e3", "1e6"}) {
      all.push_back({"lobatto_iiic_3", form, omega, 1.0, 2.0});
      all.push_back({"radau_iia_3", form, omega, 2.0, 3.0});
    }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Methods, ProtheroRobinson, testing::ValuesIn(stiff_locals()),
                         [](const auto& tested) {
                           return tested.param.method + "_" + tested.param.form + "_" + tested.param.omega;
                         });

}  // namespace
}  // namespace kreisel::claims
