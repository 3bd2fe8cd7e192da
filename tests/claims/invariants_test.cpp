// What the motion keeps, over many periods: errors of second order that stay, and a drift of third order.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "kreisel/run/run.hpp"

namespace kreisel::claims {
namespace {

/// Energy errors in the four quarters of a run.
struct EnergyHistory {
  std::array<double, 4> largest{}, mean{};
};

class EnergyRecorder {
 public:
  explicit EnergyRecorder(double t_end) : t_end_(t_end) {}

  void look(const StepNote& note) {
    if (std::isnan(initial_)) initial_ = note.energy;
    const auto quarter = std::min<std::size_t>(3, static_cast<std::size_t>(4.0 * note.t / t_end_));
    const double off = note.energy - initial_;
    history_.largest[quarter] = std::max(history_.largest[quarter], std::abs(off));
    history_.mean[quarter] += (off - history_.mean[quarter]) / ++count_[quarter];
  }
  const EnergyHistory& history() const { return history_; }

 private:
  double t_end_, initial_ = NAN;
  EnergyHistory history_;
  std::array<double, 4> count_{};
};

EnergyHistory energy_history(RunSpec spec, double step) {
  spec.steps.step = step;
  EnergyRecorder recorder(*spec.t_end);
  RunSinks sinks;
  sinks.step = [&](const StepNote& note) { recorder.look(note); };
  const RunRecord record = run(spec, sinks);
  EXPECT_EQ(record.status, "completed") << record.message;
  return recorder.history();
}

/// 84 periods, released from the horizontal: kinetic energies up to 9.81 J.
RunSpec long_swing(Formulation formulation) {
  RunSpec spec;
  spec.target = "pendulum";
  spec.method = "generalized_alpha";
  spec.settings = {{"start", "at_rest"}};
  spec.formulation = formulation;
  spec.t_end = 200.0;
  return spec;
}

TEST(LongRuns, EnergyOfThePendulumStaysNearItsValue) {
  EXPECT_LT(energy_history(long_swing(Formulation::index3), 0.01).largest[3], 8e-3);
  EXPECT_LT(energy_history(long_swing(Formulation::index2), 0.01).largest[3], 1e-2);
}

TEST(LongRuns, EnergyOfThePendulumDriftsWithThirdOrderOnly) {
  for (const Formulation formulation : {Formulation::index3, Formulation::index2}) {
    const EnergyHistory coarse = energy_history(long_swing(formulation), 0.02);
    const EnergyHistory fine = energy_history(long_swing(formulation), 0.01);
    const double ratio = (coarse.mean[3] - coarse.mean[0]) / (fine.mean[3] - fine.mean[0]);
    EXPECT_NEAR(std::log2(ratio), 3.0, 0.2) << name_of(formulation);
  }
}

RunSpec tumbling_body(const std::string& method) {
  RunSpec spec;
  spec.target = "free_body";
  spec.method = method;
  spec.t_end = 40.0;
  return spec;
}

TEST(LongRuns, EnergyOfAFreeBodyIsBounded) {
  for (const char* method : {"generalized_alpha", "trapezoidal"}) {
    const EnergyHistory coarse = energy_history(tumbling_body(method), 0.004);
    const EnergyHistory fine = energy_history(tumbling_body(method), 0.002);
    EXPECT_LT(fine.largest[3], 1.01 * fine.largest[0]) << method;
    EXPECT_NEAR(std::log2(coarse.largest[3] / fine.largest[3]), 2.0, 0.1) << method;
  }
}

/// Largest error of R J Ω, in space, in the first and in the last quarter of the run.
std::array<double, 2> momentum_errors(const std::string& method, double step) {
  RunSpec spec = tumbling_body(method);
  spec.steps.step = step;
  Vector3 initial = Vector3::Zero();
  std::array<double, 2> worst{};
  RunSinks sinks;
  sinks.sample = [&](const Sample& sample) {
    const Vector& x = sample.values;  // position, quaternion, velocity, angular velocity; moments 1, 2, 3
    const Vector3 momentum =
        Eigen::Quaterniond(x[3], x[4], x[5], x[6]) * Vector3(x[10], 2.0 * x[11], 3.0 * x[12]);
    if (sample.t == 0.0) initial = momentum;
    const double off = (momentum - initial).norm();
    if (sample.t <= 10.0) worst[0] = std::max(worst[0], off);
    if (sample.t >= 30.0) worst[1] = std::max(worst[1], off);
  };
  run(spec, sinks);
  return worst;
}

TEST(LongRuns, AngularMomentumOfAFreeBodyIsBounded) {
  for (const char* method : {"generalized_alpha", "trapezoidal"}) {
    const auto coarse = momentum_errors(method, 0.004), fine = momentum_errors(method, 0.002);
    EXPECT_LT(fine[1], 1.05 * fine[0]) << method;
    EXPECT_NEAR(std::log2(coarse[1] / fine[1]), 2.0, 0.1) << method;
  }
}

}  // namespace
}  // namespace kreisel::claims
