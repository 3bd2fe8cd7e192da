// Dampers of any strength beside rigid joints in index 3: they cost no steps, and the errors stay those asked for.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "kreisel/io/model_reader.hpp"
#include "kreisel/run/reference_comparison.hpp"
#include "kreisel/run/simulate.hpp"

namespace kreisel::claims {
namespace {

/// Two arms on hinges about y, falling from the horizontal, and something between the ground and the lower one.
std::string arms(const std::string& between) {
  return R"({"name": "arms", "duration": "2 s",
 "bodies": [{"name": "upper", "mass": 1, "inertia": [1e-3, 0.0833, 0.0833], "position": [0.5, 0, 0]},
            {"name": "lower", "mass": 1, "inertia": [1e-3, 0.0833, 0.0833], "position": [1.5, 0, 0]}],
 "joints": [{"type": "revolute", "name": "shoulder", "a": {"body": "ground", "axis": [0, 1, 0]},
             "b": {"body": "upper", "position": [-0.5, 0, 0], "axis": [0, 1, 0]}},
            {"type": "revolute", "name": "elbow", "a": {"body": "upper", "position": [0.5, 0, 0], "axis": [0, 1, 0]},
             "b": {"body": "lower", "position": [-0.5, 0, 0], "axis": [0, 1, 0]}}],
 "forces": [)" +
         between + "]}";
}

std::string turning_damper(double damping) {
  return fmt::format(
      R"({{"type": "torsion_spring", "name": "brake", "a": {{"body": "ground", "axis": [0, 1, 0]}},
 "b": {{"body": "lower", "position": [-0.5, 0, 0], "axis": [0, 1, 0]}}, "damping": {}, "form": "row"}})",
      damping);
}

std::string strut(double stiffness, double damping) {
  return fmt::format(
      R"({{"type": "spring_damper", "name": "strut", "a": {{"body": "ground", "position": [1, 0, 0.5]}},
 "b": {{"body": "lower"}}, "stiffness": {}, "damping": {}, "length": 0.5, "form": "row"}})",
      stiffness, damping);
}

Simulation motion_of(const std::string& text, const std::string& method, double tolerance) {
  RunSpec spec{.method = method, .formulation = Formulation::index3};
  spec.steps.rtol = tolerance;
  spec.samples.count = 8;
  spec.limits.max_steps = 30'000;
  return simulate(read_model_text("arms.json", text).model, spec);
}

/// The largest error of coordinates and velocities at the samples, over 1 + the largest value.
double error_of(const Simulation& run, const Simulation& exact) {
  if (!run.is_complete() || run.values.rows() != exact.values.rows()) return INFINITY;
  double worst = 0.0;
  for (Index k = 0; k < exact.values.cols(); ++k) {
    const std::string& unit = exact.record.columns[static_cast<std::size_t>(k)].unit;
    if (unit == "N" || unit == "N m" || unit == "J") continue;
    const double off = (run.values.col(k) - exact.values.col(k)).cwiseAbs().maxCoeff();
    worst = std::max(worst, off / (1.0 + exact.values.col(k).cwiseAbs().maxCoeff()));
  }
  return worst;
}

struct Bounds {
  long least, most;
  double error;  // in tolerances
};

void expect_run(const std::string& text, const std::string& method, double tolerance, const Bounds& bounds,
                const std::string& what) {
  const Simulation exact = motion_of(text, "radau", 1e-10), run = motion_of(text, method, tolerance);
  ASSERT_TRUE(exact.is_complete()) << what;
  EXPECT_TRUE(run.is_complete()) << what << ", " << method << ": " << run.record.message;
  EXPECT_GT(run.record.statistics.accepted, bounds.least) << what << ", " << method;
  EXPECT_LT(run.record.statistics.accepted, bounds.most) << what << ", " << method;
  EXPECT_LT(error_of(run, exact), bounds.error * tolerance) << what << ", " << method;
}

/// Settling must move the damper's force along with v, and the estimate must know that a damper forgets: without, up to
/// 20 000 steps to t = 0.02 s.
TEST(DampedJoints, DampersCostNoStepsWhateverTheirStrength) {
  for (const double damping : {1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e8}) {
    const std::string what = fmt::format("damping {}", damping);
    for (const std::string& text : {arms(turning_damper(damping)), arms(strut(0.0, damping))}) {
      expect_run(text, "bliedf", 1e-6, {150, 900, 10.0}, what);
      expect_run(text, "generalized_alpha", 1e-5, {1000, 8000, 10.0}, what);
    }
  }
}

TEST(DampedJoints, SpringDampersCostNoSteps) {
  for (const double damping : {4e2, 4e3, 4e4})
    for (const char* method : {"bliedf", "mk_bdf"})
      expect_run(arms(strut(8e5, damping)), method, 1e-6, {150, 4000, 10.0},
                 fmt::format("spring with damping {}", damping));
}

/// Where a damper relaxes in about a step: 26 000 steps before.
TEST(DampedJoints, GeneralizedAlphaForgetsWhatDampersForget) {
  for (const char* damping : {"1e3", "1e4", "1e6"}) {
    RunSpec spec{.target = "rod_pendulum", .settings = {{"damping", damping}}};
    spec.method = "generalized_alpha";
    spec.steps.rtol = spec.steps.atol = 1e-5;
    spec.limits.max_steps = 30'000;
    const RunRecord record = run(spec);
    EXPECT_EQ(record.status, "completed") << damping << record.message;
    EXPECT_GT(record.statistics.accepted, 300) << damping;
    EXPECT_LT(record.statistics.accepted, 1000) << damping;
    for (const ReferenceError& e : compare_with_references(record)) {
      if (e.observable.starts_with("lambda")) continue;
      EXPECT_LT(e.error, 10.0 * 1e-5 * (1.0 + std::abs(e.reference))) << damping << ", " << e.observable;
    }
  }
}

}  // namespace
}  // namespace kreisel::claims
