// The models we ship start on their rows, have the rank they claim, and reach their references with an integrator that
// is none of ours: Munthe-Kaas' Runge-Kutta of order 4 on the index-1 equations, multipliers by least squares.
#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <Eigen/Dense>

#include "kreisel/equations/block_system.hpp"
#include "kreisel/io/model_reader.hpp"
#include "kreisel/model/assemble.hpp"

namespace kreisel {
namespace {

AssembledModel shipped(const std::string& name) {
  const auto folder = std::filesystem::path(KREISEL_SOURCE_FOLDER) / "models";
  return assemble(read_model_file(folder / (name + ".json")).model);
}

struct Start {
  double gap = 0.0, rate = 0.0;  // largest of the rigid rows
  Index rows = 0, rank = 0, freedoms = 0;
};

Start start_of(const AssembledModel& model) {
  const AnySystem system = with_dense_matrices(model.system);
  const auto rows = static_cast<Index>(system.rows().size());
  Vector gap = Vector::Zero(rows), rate = Vector::Zero(rows);
  Matrix jacobian = Matrix::Zero(rows, system.group().dimension());
  system.gap(0.0, model.q0, gap);
  system.rate(0.0, model.q0, model.v0, rate);
  system.jacobian(0.0, model.q0, jacobian);
  Start start{.rows = rows, .freedoms = system.group().dimension()};
  for (Index i = 0; i < rows; ++i) {
    const Row& row = system.rows()[static_cast<std::size_t>(i)];
    if (!row.is_rigid()) continue;
    if (row.kind == RowKind::position) start.gap = std::max(start.gap, std::abs(gap(i)));
    start.rate = std::max(start.rate, std::abs(rate(i)));
  }
  Eigen::FullPivLU<Matrix> factors(jacobian);
  factors.setThreshold(1e-9);
  start.rank = factors.rank();
  return start;
}

TEST(ModelStart, EveryShippedModelStartsOnItsRigidRows) {
  for (const char* name :
       {"andrews", "bicycle", "bricard", "bricard_redundant", "chaplygin_sleigh", "figure_fall",
        "figure_high_bar", "four_bars", "four_bars_redundant", "gyroscope", "heavy_top", "quarter_car",
        "rolling_disc", "simple_pendulum", "slider_crank", "spring_pendulum", "truck", "washing_machine"}) {
    const Start start = start_of(shipped(name));
    EXPECT_LT(start.gap, 1e-15) << name;
    EXPECT_LT(start.rate, 1e-12) << name << ", of speeds up to 314 rad/s";
  }
}

TEST(ModelStart, RanksAreWhatTheDescriptionsSay) {
  const auto expect = [](const char* name, Index rows, Index rank, Index freedoms) {
    const Start start = start_of(shipped(name));
    EXPECT_EQ(start.rows, rows) << name;
    EXPECT_EQ(start.rank, rank) << name;
    EXPECT_EQ(start.freedoms - start.rank, freedoms) << name;
  };
  expect("four_bars", 29, 29, 1);
  expect("four_bars_redundant", 35, 29, 1);
  expect("bricard", 29, 29, 1);
  expect("bricard_redundant", 30, 29, 1);
  expect("andrews", 41, 41, 1);
  expect("slider_crank", 18, 18, 0);
  expect("rolling_disc", 3, 3, 3);
  expect("gyroscope", 21, 21, 3);
}

class PlainIntegrator {
 public:
  explicit PlainIntegrator(const AssembledModel& model)
      : model_(model), system_(with_dense_matrices(model.system)), q_(model.q0), v_(model.v0) {}

  void run_to(double end, int steps) {
    const double begin = t_, h = (end - begin) / steps;
    for (int i = 0; i < steps; ++i) {
      t_ = begin + i * h;
      step(h);
    }
    t_ = end;
  }

  Vector observed() const {
    State state{.t = t_, .q = q_, .v = v_, .acceleration = Vector::Zero(v_.size()), .lambda = {}};
    state.lambda = Vector::Zero(static_cast<Index>(system_.rows().size()));
    Vector out(static_cast<Index>(model_.observables.size()));
    model_.observe(state.view(), out);
    return out;
  }

 private:
  Vector acceleration(double t, const Vector& q, const Vector& v) const {
    const Index n = v.size(), m = static_cast<Index>(system_.rows().size());
    Matrix mass = Matrix::Zero(n, n), b = Matrix::Zero(m, n);
    Vector rest(n), gamma(m);
    const Vector none = Vector::Zero(n);
    system_.mass(q, mass);
    system_.jacobian(t, q, b);
    system_.balance(t, q, v, none, Vector::Zero(m), rest);
    system_.row_acceleration(t, q, v, none, gamma);
    const Eigen::LLT<Matrix> factors(mass);
    const Matrix response = factors.solve(b.transpose());
    const Vector free = -factors.solve(rest);
    const Eigen::CompleteOrthogonalDecomposition<Matrix> rows(b * response);
    return free - response * rows.solve(b * free + gamma);
  }

  void step(double h) {
    const auto& group = system_.group();
    const Index n = v_.size();
    Vector u = Vector::Zero(n), w = v_, u_sum = Vector::Zero(n), v_sum = Vector::Zero(n);
    constexpr std::array<double, 4> weights = {1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0},
                                    nodes = {0.0, 0.5, 0.5, 1.0};
    for (std::size_t stage = 0; stage < 4; ++stage) {
      const Vector u_slope = group.inverse_tangent_operator(u) * w;
      const Vector v_slope = acceleration(t_ + nodes[stage] * h, group.advance(q_, u), w);
      u_sum += h * weights[stage] * u_slope;
      v_sum += h * weights[stage] * v_slope;
      if (stage == 3) break;
      u = nodes[stage + 1] * h * u_slope;
      w = v_ + nodes[stage + 1] * h * v_slope;
    }
    q_ = group.advance(q_, u_sum);
    v_ += v_sum;
  }

  const AssembledModel& model_;
  AnySystem system_;
  double t_ = 0.0;
  Vector q_, v_;
};

/// Largest error of the references at time t, relative where they are larger than 1.
double error_at(const std::string& name, double t, int steps) {
  const AssembledModel model = shipped(name);
  PlainIntegrator integrator(model);
  integrator.run_to(t, steps);
  const Vector observed = integrator.observed();
  double worst = 0.0;
  int compared = 0;
  for (const Reference& reference : model.references) {
    if (reference.t != t) continue;
    for (std::size_t i = 0; i < model.observables.size(); ++i) {
      if (model.observables[i].name != reference.observable) continue;
      const double error = std::abs(observed(static_cast<Index>(i)) - reference.value);
      worst = std::max(worst, error / std::max(1.0, std::abs(reference.value)));
      ++compared;
    }
  }
  EXPECT_GE(compared, 2) << name;
  return worst;
}

// Two to five times what order 4 leaves at these steps (Bricard: what the published digits leave).
TEST(ModelReferences, AreReached) {
  EXPECT_LT(error_at("simple_pendulum", 1.0, 1000), 1e-10);
  EXPECT_LT(error_at("heavy_top", 0.2, 2000), 3e-8);
  EXPECT_LT(error_at("chaplygin_sleigh", 2.0, 500), 1e-11);
  EXPECT_LT(error_at("slider_crank", 0.1, 200), 6e-6);
  EXPECT_LT(error_at("four_bars_redundant", 1.0, 300), 2e-9);
  EXPECT_LT(error_at("bricard", 0.5, 100), 1e-10);
  EXPECT_LT(error_at("bricard_redundant", 0.5, 100), 1e-10);
  EXPECT_LT(error_at("andrews", 0.03, 600), 5e-8);
}

}  // namespace
}  // namespace kreisel
