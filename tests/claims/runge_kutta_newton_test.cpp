// The linear algebra of an implicit Runge-Kutta step: systems of the size of the model, one for each eigenvalue of A⁻¹,
// give the Newton step of the whole stage system, and stay well conditioned however stiff a row is.
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "evidence/bench/subjects.hpp"
#include "kreisel/core/random.hpp"
#include "kreisel/equations/any_system.hpp"
#include "kreisel/equations/differentiated.hpp"
#include "kreisel/methods/implicit_runge_kutta/equations.hpp"
#include "kreisel/problems/elastic_pendulum.hpp"
#include "kreisel/solve/compiled_laws.hpp"

namespace kreisel::claims {
namespace {

// The whole stage system ------------------------------------------------------------------------------

/// Angles and lengths of this size leave errors of 1e-11; velocities and accelerations enter as polynomials.
constexpr double short_way = 4e-3, any_change = 1e2;

/// ∂f/∂x at 0 for x of size n, by differences of fourth order.
template <class F>
Matrix derivative(Index n, double s, const F& f) {
  const Vector middle = f(Vector(Vector::Zero(n)));
  Matrix out(middle.size(), n);
  for (Index j = 0; j < n; ++j) {
    const Vector d = s * Vector::Unit(n, j);
    const Vector near = f(d) - f(Vector(-d)), far = f(Vector(2.0 * d)) - f(Vector(-2.0 * d));
    out.col(j) = (8.0 * near - far) / (12.0 * s);
  }
  return out;
}

/// M, D, K of the balance; rows on the three levels by v', v and q; Z. All by differences.
struct Linearised {
  Matrix by_acceleration, by_velocity, by_position, b, rate_by_position, curve_by_velocity, curve_by_position,
      z;
};

Linearised linearised(const FixedHeavyTop& system, const RungeKuttaStage<FixedHeavyTop>& at) {
  using Tangent = FixedHeavyTop::Tangent;
  using Multiplier = FixedHeavyTop::Multiplier;
  const auto moved = [&](const Vector& x) {
    FixedHeavyTop::Element q = at.q;
    advance_into(system.group(), at.q, Tangent(x), q);
    return q;
  };
  const auto balance = [&](const FixedHeavyTop::Element& q, const Tangent& v, const Tangent& a) {
    Tangent r;
    system.balance(at.t, q, v, a, at.lambda, r);
    return Vector(r);
  };
  const auto rate = [&](const FixedHeavyTop::Element& q) {
    Multiplier r;
    system.rate(at.t, q, at.v, r);
    return Vector(r);
  };
  const auto curve = [&](const FixedHeavyTop::Element& q, const Tangent& v) {
    Multiplier r;
    system.row_acceleration(at.t, q, v, at.acceleration, r);
    return Vector(r);
  };
  const auto turned = [&](const Vector& x) {
    FixedHeavyTop::MassMatrix t = FixedHeavyTop::MassMatrix::Zero();
    tangent_operator_into(system.group(), Tangent(x), t);
    return Vector(t * at.v);
  };
  FixedHeavyTop::RowMatrix b;
  system.jacobian(at.t, at.q, b);
  const auto plus = [](const Tangent& x, const Vector& change) { return Tangent(x + change); };
  return {derivative(6, any_change,
                     [&](const Vector& x) { return balance(at.q, at.v, plus(at.acceleration, x)); }),
          derivative(6, any_change,
                     [&](const Vector& x) { return balance(at.q, plus(at.v, x), at.acceleration); }),
          derivative(6, short_way, [&](const Vector& x) { return balance(moved(x), at.v, at.acceleration); }),
          Matrix(b),
          derivative(6, short_way, [&](const Vector& x) { return rate(moved(x)); }),
          derivative(6, any_change, [&](const Vector& x) { return curve(at.q, plus(at.v, x)); }),
          derivative(6, short_way, [&](const Vector& x) { return curve(moved(x), at.v); }),
          derivative(6, short_way, turned)};
}

/// Unknowns of every stage δΘ, hδV, h²δV', h²δΛ and hδμ; nothing is eliminated.
template <bool stabilised>
class StageSystem {
 public:
  static constexpr Index n = 6, m = 3, p = stabilised ? 2 * m : m, width = 3 * n + p;
  using Stage = RungeKuttaStage<FixedHeavyTop>;

  StageSystem(const FixedHeavyTop& system, Formulation formulation, const RungeKuttaScheme& scheme, double h)
      : system_(system), formulation_(formulation), scheme_(scheme), h_(h) {}

  /// The columns of the result belong to stages: δΘ, then h²δΛ, then hδμ.
  Matrix newton_step(const std::vector<Stage>& stages) const {
    const Index s = scheme_.stages;
    const Linearised d = linearised(system_, stages[static_cast<std::size_t>(scheme_.middle)]);
    Matrix whole = Matrix::Zero(s * width, s * width);
    Vector right = Vector::Zero(s * width);
    for (Index i = 0; i < s; ++i) {
      fill(whole, right, i, d, stages[static_cast<std::size_t>(i)]);
      for (Index j = 0; j < s; ++j) {
        const double inverse = scheme_.inverse(i, j);
        whole.block(i * width, j * width, n, n) -= inverse * Matrix::Identity(n, n);
        whole.block(i * width + n, j * width + n, n, n) -= inverse * Matrix::Identity(n, n);
      }
    }
    const Vector x = whole.partialPivLu().solve(right);
    Matrix out(n + p, s);
    for (Index i = 0; i < s; ++i) out.col(i) << x.segment(i * width, n), x.segment(i * width + 3 * n, p);
    return out;
  }

 private:
  void fill(Matrix& whole, Vector& right, Index i, const Linearised& d, const Stage& stage) const {
    auto block = whole.block(i * width, i * width, width, width);
    const Index v = n, a = 2 * n, l = 3 * n;
    block.block(0, 0, n, n) = -h_ * d.z;
    block.block(0, v, n, n) += Matrix::Identity(n, n);
    block.block(v, a, n, n) += Matrix::Identity(n, n);
    block.block(a, 0, n, n) = h_ * h_ * d.by_position;
    block.block(a, v, n, n) = h_ * d.by_velocity;
    block.block(a, a, n, n) = d.by_acceleration;
    block.block(a, l, n, m) = d.b.transpose();
    FixedHeavyTop::Tangent r;
    system_.balance(stage.t, stage.q, stage.v, stage.acceleration, stage.lambda, r);
    right.segment(i * width + a, n) = -h_ * h_ * r;
    fill_rows(block, right, i, d, stage);
  }

  template <class Block>
  void fill_rows(Block& block, Vector& right, Index i, const Linearised& d, const Stage& stage) const {
    const Index v = n, a = 2 * n, l = 3 * n;
    FixedHeavyTop::Multiplier rate, curve;
    system_.rate(stage.t, stage.q, stage.v, rate);
    system_.row_acceleration(stage.t, stage.q, stage.v, stage.acceleration, curve);
    const auto velocity_rows = [&](Index row) {
      block.block(row, 0, m, n) = h_ * d.rate_by_position;
      block.block(row, v, m, n) = d.b;
      right.segment(i * width + row, m) = -h_ * rate;
    };
    if (formulation_ == Formulation::velocity) return velocity_rows(l);
    if (formulation_ == Formulation::index1) {
      block.block(l, 0, m, n) = h_ * h_ * d.curve_by_position;
      block.block(l, v, m, n) = h_ * d.curve_by_velocity;
      block.block(l, a, m, n) = d.b;
      right.segment(i * width + l, m) = -h_ * h_ * curve;
      return;
    }
    block.block(l, 0, m, n) = d.b;
    right.segment(i * width + l, m) = -stage.gap;
    if constexpr (stabilised) {
      velocity_rows(l + m);
      block.block(0, l + m, n, m) = d.b.transpose();
    }
  }

  const FixedHeavyTop& system_;
  Formulation formulation_;
  const RungeKuttaScheme& scheme_;
  double h_;
};

StepPoint<FixedHeavyTop> point_of(const FixedHeavyTop& system, const State& state) {
  StepPoint<FixedHeavyTop> point;
  point.resize(system);
  point.q = state.q;
  point.v = state.v;
  point.acceleration = state.acceleration;
  point.lambda = state.lambda;
  return point;
}

/// A first guess that satisfies nothing.
template <class Equations>
void disturb(Equations& equations, const RungeKuttaScheme& scheme, const StepPoint<FixedHeavyTop>& from,
             double h) {
  Random random(7);
  for (Index i = 0; i < scheme.stages; ++i) {
    auto& stage = equations.stage(i);
    for (Index j = 0; j < 6; ++j)
      stage.theta[j] = scheme.c[i] * h * (from.v[j] + 0.5 * scheme.c[i] * h * from.acceleration[j]) +
                       0.1 * h * random.normal();
    for (Index j = 0; j < 3; ++j) stage.lambda[j] = from.lambda[j] + 10.0 * random.normal();
    stage.mu.setZero();
  }
}

/// Largest difference of the two Newton steps, relative to their largest entry: of δΘ and of h²δΛ, hδμ.
template <bool stabilised>
double difference(const Tableau& tableau, Formulation formulation, double h) {
  const Subject top = heavy_top_subject({.constraint = "a"});
  const FixedHeavyTop& system = *top.system.as<FixedHeavyTop>();
  const RungeKuttaScheme scheme = make_scheme(tableau);
  const StepPoint<FixedHeavyTop> from = point_of(system, top.start);
  RungeKuttaEquations<FixedHeavyTop, stabilised> equations(system, formulation, scheme.stages);
  equations.begin(from, h, scheme);
  equations.select(0, scheme.stages);
  equations.allowed.setOnes();
  disturb(equations, scheme, from, h);
  EXPECT_TRUE(equations.evaluate());
  EXPECT_TRUE(equations.factorize());
  const auto before = equations.stages;
  equations.correct();
  const Matrix expected = StageSystem<stabilised>(system, formulation, scheme, h).newton_step(before);
  Matrix measured = expected;
  for (Index i = 0; i < scheme.stages; ++i) {
    const auto &old = before[static_cast<std::size_t>(i)], &now = equations.stage(i);
    measured.col(i).head(6) = now.theta - old.theta;
    measured.col(i).segment(6, 3) = h * h * (now.lambda - old.lambda);
    if constexpr (stabilised) measured.col(i).tail(3) = h * (now.mu - old.mu);
  }
  const Matrix off = measured - expected;
  const double of_motion = off.topRows(6).cwiseAbs().maxCoeff() / expected.topRows(6).cwiseAbs().maxCoeff();
  const double of_rows = off.bottomRows(off.rows() - 6).cwiseAbs().maxCoeff() /
                         expected.bottomRows(off.rows() - 6).cwiseAbs().maxCoeff();
  return std::max(of_motion, of_rows);
}

struct Stages {
  ImplicitFamily family;
  int count;
};

class DecoupledStages : public testing::TestWithParam<Stages> {};

TEST_P(DecoupledStages, GiveTheNewtonStepOfTheWholeSystem) {
  const Tableau tableau = implicit_tableau(GetParam().family, GetParam().count);
  for (const double h : {1e-2, 1e-3}) {
    for (const Formulation formulation : {Formulation::index3, Formulation::index1, Formulation::velocity})
      EXPECT_LT(difference<false>(tableau, formulation, h), 1e-10)
          << tableau.name << " " << name_of(formulation) << " h = " << h;
    EXPECT_LT(difference<true>(tableau, Formulation::index2, h), 1e-10) << tableau.name << " h = " << h;
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, DecoupledStages,
                         testing::Values(Stages{ImplicitFamily::radau_iia, 2},
                                         Stages{ImplicitFamily::radau_iia, 3},
                                         Stages{ImplicitFamily::radau_iia, 5},
                                         Stages{ImplicitFamily::gauss, 4},
                                         Stages{ImplicitFamily::lobatto_iiic, 3}),
                         [](const auto& tested) {
                           std::string name = implicit_tableau(tested.param.family, tested.param.count).name;
                           std::replace_if(
                               name.begin(), name.end(), [](char c) { return !std::isalnum(c); }, '_');
                           return name;
                         });

// Condition -------------------------------------------------------------------------------------------

/// The matrix of the real mode of Radau IIA with three stages, rows and columns scaled by mass, for a pendulum at rest
/// at 45 degrees. What the kernel hides, its solutions show.
double condition_of_pendulum(const AnySystem& system, double h) {
  const Index n = 2, m = row_count(system);
  const RungeKuttaScheme scheme = make_scheme(implicit_tableau(ImplicitFamily::radau_iia, 3));
  StepPoint<AnySystem> from;
  from.resize(system);
  from.q << std::sqrt(0.5), -std::sqrt(0.5);
  RungeKuttaEquations<AnySystem, false> equations(system, Formulation::index3, scheme.stages);
  equations.begin(from, h, scheme);
  equations.select(0, scheme.stages);
  EXPECT_TRUE(equations.evaluate());
  EXPECT_TRUE(equations.factorize());
  Matrix inverse(n + m, n + m);
  for (Index j = 0; j < n + m; ++j) {
    const Vector unit = Vector::Unit(n + m, j);
    Vector x = unit.head(n), y = unit.tail(m);
    EXPECT_TRUE(equations.filter(x, y));
    inverse.col(j) << x, y;
  }
  const Matrix whole = inverse.inverse();
  const Matrix s = whole.topLeftCorner(n, n), u = whole.topRightCorner(n, m),
               l = whole.bottomLeftCorner(m, n);
  const Matrix schur = l * s.inverse() * u - whole.bottomRightCorner(m, m);
  Vector scale(n + m);
  scale << s.diagonal(), schur.diagonal();
  scale = scale.cwiseAbs().cwiseInverse().cwiseSqrt().eval();
  const Vector values =
      Eigen::JacobiSVD<Matrix>(scale.asDiagonal() * whole * scale.asDiagonal()).singularValues();
  return values(0) / values(values.size() - 1);
}

/// The spring of stiffness 1/ε².
template <class Law>
AnySystem pendulum(double epsilon) {
  return erase(differentiated(Law{.stiffness = 1.0 / (epsilon * epsilon), .gravity = 1.0}));
}

TEST(RungeKuttaKernel, IsWellConditionedHoweverStiffTheRow) {
  for (const double epsilon : {1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8})
    for (const double h : {0.1, 0.01, 0.001})
      EXPECT_LT(condition_of_pendulum(pendulum<ElasticPendulumRow>(epsilon), h), 10.0)
          << "epsilon = " << epsilon << ", h = " << h;
}

/// The same spring among the forces: (h/ε)² over α0², without end.
TEST(RungeKuttaKernel, IsIllConditionedWithTheSpringAmongTheForces) {
  constexpr double h = 0.1, alpha = 3.6378342527444957;
  for (const double epsilon : {1e-4, 1e-5, 1e-6}) {
    const double condition = condition_of_pendulum(pendulum<ElasticPendulumForce>(epsilon), h);
    const double expected = std::pow(h / (epsilon * alpha), 2.0);
    EXPECT_NEAR(condition / expected, 1.0, 0.2) << "epsilon = " << epsilon;
  }
}

}  // namespace
}  // namespace kreisel::claims
