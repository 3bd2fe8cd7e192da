// Runge-Kutta methods on strongly damped motion, [Stumpp 2004] theorems 9 to 13, measured on the Chaplygin sleigh, whose M
// and B depend on the place (constant ones hide the error of order ε).
//
// With p the order and q the stage order of a stiffly accurate method, started on the slow motion:
//   v: h^p + ε h^q,   y: h^p + ε h^p + ε² h^q,   terms of the expansion vᵏ: h^(q+1-k), y¹: h^p, y²: h^q.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <vector>

#include <fmt/format.h>
#include <Eigen/LU>

#include "evidence/bench/extrapolation.hpp"
#include "kreisel/equations/differentiated.hpp"
#include "kreisel/integrate/expansion.hpp"
#include "kreisel/methods/shared/node_weights.hpp"
#include "kreisel/problems/chaplygin_sleigh.hpp"
#include "kreisel/run/run.hpp"

namespace kreisel::claims {
namespace {

constexpr double t_end = 1.0;

struct Motion {
  Vector y, v;
};

RunSpec sleigh(const std::string& method, double epsilon, double h) {
  RunSpec spec{.target = "chaplygin_sleigh", .settings = {{"epsilon", fmt::format("{}", epsilon)}}};
  spec.method = method;
  spec.t_end = t_end;
  spec.steps.step = h;
  spec.samples.count = 1;
  spec.start.motion = epsilon > 0.0 ? InitialMotion::smooth : InitialMotion::automatic;
  return spec;
}

Motion end_of(const RunRecord& record) {
  EXPECT_EQ(record.exit_code, ExitCode::success) << record.message;
  return {record.final_values.head<3>(), record.final_values.segment<3>(3)};
}

Motion computed(const std::string& method, double epsilon, double h) {
  RunSpec spec = sleigh(method, epsilon, h);
  spec.settings.push_back({"projection", "none"});
  return end_of(run(spec));
}

/// The expansion, exact where ε⁵ is nothing; checked against digits from elsewhere in tests/unit.
const Expansion& expansion() {
  static const Expansion e = [] {
    SleighRow law;
    law.epsilon = 1e-3;
    return expand(*series_system(law), erase(differentiated(law)), Vector{{0.1, -0.2, 0.3}},
                  Vector{{0.7 * std::cos(0.3), 0.7 * std::sin(0.3), 1.1}},
                  {.order = 4, .epsilon = 1e-3, .t_end = t_end, .tolerance = 1e-12, .sample_times = {}});
  }();
  return e;
}

struct Errors {
  double y, v;
};

Errors errors(const Motion& computed, const Motion& exact) {
  return {(computed.y - exact.y).cwiseAbs().maxCoeff(), (computed.v - exact.v).cwiseAbs().maxCoeff()};
}

Motion exact(double epsilon) {
  const State sum = expansion().end.sum(epsilon, 4);
  return {sum.q, sum.v};
}

double slope(double coarse, double fine) {
  return std::log2(coarse / fine);
}

struct Method {
  const char* name;
  int p, q;
};
constexpr std::array<Method, 3> methods{
    {{"radau_iia_2", 3, 2}, {"radau_iia_3", 5, 3}, {"lobatto_iiic_3", 4, 2}}};

/// Theorem 12 far inside its range: from ε = 1e-7 on the order is that of the limit, for every ε the same digits.
TEST(StrongDamping, FullOrderForEverySmallEpsilon) {
  for (const Method& method : methods) {
    for (const double epsilon : {0.0, 1e-9, 1e-8, 1e-7}) {
      const Errors coarse = errors(computed(method.name, epsilon, 0.1), exact(epsilon));
      const Errors fine = errors(computed(method.name, epsilon, 0.05), exact(epsilon));
      EXPECT_NEAR(slope(coarse.y, fine.y), method.p, 0.35) << method.name << ", eps " << epsilon;
      EXPECT_NEAR(slope(coarse.v, fine.v), method.p, 0.35) << method.name << ", eps " << epsilon;
    }
  }
}

/// Coefficients of ε and ε² of the numerical solution itself, from five values of ε, against those of the motion.
TEST(StrongDamping, TermsOfTheExpansionHaveTheirOrders) {
  const std::array<double, 5> epsilons{0.0, 5e-4, 1e-3, 1.5e-3, 2e-3};
  const auto weights = derivative_weights<2>(0.0, epsilons);
  for (const Method& method : methods) {
    std::map<std::pair<int, double>, Errors> error;
    for (const double h : {0.1, 0.05}) {
      std::array<Motion, 5> motion;
      for (std::size_t i = 0; i < epsilons.size(); ++i) motion[i] = computed(method.name, epsilons[i], h);
      for (const int k : {1, 2}) {
        Motion term{Vector::Zero(3), Vector::Zero(3)};
        const double factorial = k == 1 ? 1.0 : 2.0;
        for (std::size_t i = 0; i < epsilons.size(); ++i) {
          term.y += weights[static_cast<std::size_t>(k)][i] / factorial * motion[i].y;
          term.v += weights[static_cast<std::size_t>(k)][i] / factorial * motion[i].v;
        }
        error[{k, h}] = errors(term, {expansion().end.q.col(k), expansion().end.v.col(k)});
      }
    }
    const auto order = [&](int k, auto member) {
      return slope(error[{k, 0.1}].*member, error[{k, 0.05}].*member);
    };
    EXPECT_NEAR(order(1, &Errors::v), method.q, 0.4) << method.name;
    EXPECT_NEAR(order(2, &Errors::v), method.q - 1, 0.4) << method.name;
    EXPECT_NEAR(order(1, &Errors::y), method.p, 0.6) << method.name;
    EXPECT_NEAR(order(2, &Errors::y), method.q, 0.5) << method.name;
  }
}

/// The error of v grows with ε as ε h^q, and no more than that: theorem 11 over the whole range of ε.
TEST(StrongDamping, VelocityErrorsAreBoundedByTheTheorem) {
  for (const Method& method : methods) {
    const Errors limit = errors(computed(method.name, 0.0, 0.1), exact(0.0));
    const Errors one = errors(computed(method.name, 1e-3, 0.1), exact(1e-3));
    const double per_epsilon = std::abs(one.v - limit.v) / 1e-3;
    for (const double epsilon : {1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3}) {
      const Errors here = errors(computed(method.name, epsilon, 0.1), exact(epsilon));
      EXPECT_LT(here.v, 1.5 * limit.v + 3.0 * per_epsilon * epsilon) << method.name << ", eps " << epsilon;
      EXPECT_LT(here.y, 1.5 * limit.y + 3.0 * per_epsilon * epsilon * epsilon + 0.5 * epsilon * limit.y)
          << method.name << ", eps " << epsilon;
    }
  }
}

/// The sleigh as an ordinary differential equation in long double, for dampers that are not strong.
Motion exact_by_extrapolation(double epsilon, const Motion& start) {
  using reference::ExtendedVector;
  SleighForce law;
  law.epsilon = epsilon;
  const auto rate = [&law](Extended, const ExtendedVector& x) {
    const VectorOf<Extended, 3> q = x.head<3>(), v = x.tail<3>();
    ExtendedVector out(6);
    out << v, law.mass(q).inverse() * law.force(Extended(0), q, v);
    return out;
  };
  ExtendedVector x(6);
  x << start.y.cast<Extended>(), start.v.cast<Extended>();
  const ExtendedVector end = reference::Extrapolation(rate, 0, x).advance_to(t_end);
  return {end.head<3>().cast<double>(), end.tail<3>().cast<double>()};
}

/// ε = 1/10 > h: nothing is strong any more and the classical order is back.
TEST(StrongDamping, WeakDampersHaveTheClassicalOrder) {
  const double epsilon = 0.1;
  RunSpec spec = sleigh("radau_iia_3", epsilon, 0.01);
  spec.start.motion = InitialMotion::raw;
  const Motion fine = exact_by_extrapolation(
      epsilon, {Vector{{0.1, -0.2, 0.3}}, Vector{{0.7 * std::cos(0.3), 0.7 * std::sin(0.3), 1.1}}});
  for (const Method& method : methods) {
    std::array<Errors, 2> error{};
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
      spec.method = method.name;
      spec.steps.step = i == 0 ? 0.02 : 0.01;
      error[i] = errors(end_of(run(spec)), fine);
    }
    EXPECT_NEAR(slope(error[0].y, error[1].y), method.p, 0.4) << method.name;
    EXPECT_NEAR(slope(error[0].v, error[1].v), method.p, 0.8) << method.name;
  }
}

/// Sideways speed of the blade and its force after each step, from 0.5 m/s off the slow motion.
struct Blade {
  std::vector<double> speed, force;
};
Blade blade(const std::string& method, const std::map<std::string, std::string>& parameters, double epsilon,
            double h, int steps) {
  RunSpec spec = sleigh(method, epsilon, h);
  spec.settings.push_back({"sideways", "0.5"});
  for (const auto& [key, value] : parameters) spec.settings.push_back({key, value});
  spec.start.motion = InitialMotion::raw;
  spec.t_end = h * steps;
  spec.samples = {.every = h};
  spec.limits.max_divisions = 30;  // from so far off the slow motion the first steps do not converge
  Blade all;
  RunSinks sinks;
  sinks.sample = [&](const Sample& s) {
    const double theta = s.values[2];
    all.speed.push_back(-std::sin(theta) * s.values[3] + std::cos(theta) * s.values[4]);
    all.force.push_back(s.values[6]);
  };
  run(spec, sinks);
  return all;
}

/// Theorem 13: a step with h >> ε multiplies the distance to the slow motion by |R(∞)|.
TEST(StrongDamping, StepsAttractByTheStabilityFunctionAtInfinity) {
  for (const char* name : {"radau_iia_2", "radau_iia_3", "lobatto_iiic_3", "sdirk_2"})
    EXPECT_LT(std::abs(blade(name, {}, 1e-8, 1e-3, 3).speed.at(1)), 1e-3) << name;
}

/// Generalized-α meets the row at the end of every step; what is left swings in λ and dies out.
TEST(StrongDamping, GeneralizedAlphaArrivesInTheVelocityFirst) {
  const Blade damped = blade("generalized_alpha", {}, 1e-8, 1e-3, 40);
  const Blade radau = blade("radau_iia_3", {}, 1e-8, 1e-3, 40);
  EXPECT_LT(std::abs(damped.speed.at(1)), 1e-4);
  EXPECT_GT(std::abs(damped.force.at(1) - radau.force.at(2)), 10.0);
  EXPECT_NEAR(damped.force.at(40), radau.force.at(40), 0.05);
}

TEST(StrongDamping, GaussDoesNotAttract) {
  const Blade b = blade("gauss_2", {{"projection", "none"}}, 1e-8, 1e-3, 20);
  EXPECT_GT(std::abs(b.speed.back()), 0.45);
}

/// Theorem 3: the motion itself approaches like exp(-t B M⁻¹Bᵀ/ε).
TEST(StrongDamping, TheMotionAttractsWithTheRateOfTheDamper) {
  const double epsilon = 1e-3, h = 2e-5;
  const std::vector<double> w = blade("radau_iia_3", {}, epsilon, h, 200).speed;
  const double rate = std::log(w.at(50) / w.at(100)) / (50 * h) * epsilon;
  SleighRow law;
  const VectorOf<double, 3> q{0.1, -0.2, 0.3}, b = law.edge(q);
  const double mobility = b.dot(law.mass(q).inverse() * b);
  EXPECT_NEAR(rate / mobility, 1.0, 0.02);
}

/// Tolerance 1e-6: steps for every ε, as a row and in the classical form.
TEST(StrongDamping, StepsDoNotDependOnEpsilon) {
  for (const auto& [method, most] :
       std::map<std::string, long>{{"radau", 8}, {"radau_iia_3", 30}, {"bliedf", 100}}) {
    std::vector<long> steps;
    for (const char* epsilon : {"1e-3", "1e-4", "1e-5", "1e-6", "1e-7", "1e-8", "1e-9", "0"}) {
      RunSpec spec{.target = "chaplygin_sleigh",
                   .settings = {{"epsilon", epsilon}},
                   .method = method,
                   .steps = {.rtol = 1e-6}};
      spec.steps.atol = 1e-6;
      const RunRecord record = run(spec);
      EXPECT_EQ(record.exit_code, ExitCode::success);
      steps.push_back(record.statistics.accepted + record.statistics.rejected);
    }
    const auto [fewest, highest] = std::minmax_element(steps.begin(), steps.end());
    EXPECT_LE(*highest, most) << method;
    EXPECT_LE(*highest, *fewest + *fewest / 5 + 1) << method;
  }
}

TEST(StrongDamping, TheClassicalFormNeedsMoreStepsTheStrongerTheDamper) {
  std::vector<long> steps;
  for (const char* epsilon : {"1e-3", "1e-5", "1e-8"}) {
    RunSpec spec{.target = "chaplygin_sleigh",
                 .settings = {{"epsilon", epsilon}, {"form", "force"}, {"start", "slow"}},
                 .method = "radau_iia_3",
                 .steps = {.rtol = 1e-6}};
    spec.steps.atol = 1e-6;
    steps.push_back(run(spec).statistics.accepted);
  }
  EXPECT_GT(steps[1], 2 * steps[0]);
  EXPECT_GT(steps[2], 4 * steps[1]);
}

/// A smooth start of order K leaves a distance of O(ε^(K+1)) to the slow motion, and so does the end of the run.
TEST(StrongDamping, ASmoothStartRestoresTheOrderUpToItsOwn) {
  const double epsilon = 1e-2;
  const Motion best = [&] {
    RunSpec spec = sleigh("radau_iia_5", epsilon, 0.02);
    return end_of(run(spec));
  }();
  double before = INFINITY;
  for (int order = 0; order <= 3; ++order) {
    RunSpec spec = sleigh("radau_iia_5", epsilon, 0.02);
    spec.start.order = order;
    const Errors error = errors(end_of(run(spec)), best);
    EXPECT_LT(error.y, 3.0 * std::pow(epsilon, order + 1)) << "order " << order;
    EXPECT_LT(error.y, 0.2 * before) << "order " << order;
    before = error.y;
  }
}

/// d from 1e3 to infinity at tolerance 1e-6: the damper does not show in the number of steps.
TEST(StrongDamping, TheRodPendulumDoesNotNoticeItsDamper) {
  for (const auto& [method, most] :
       std::map<std::string, long>{{"radau", 30}, {"radau_iia_3", 35}, {"bliedf", 150}}) {
    long first = 0;
    for (const char* damping : {"1e3", "1e4", "1e5", "1e6", "1e7", "1e8", "inf"}) {
      RunSpec spec{.target = "rod_pendulum",
                   .settings = {{"damping", damping}},
                   .method = method,
                   .steps = {.rtol = 1e-6}};
      spec.steps.atol = 1e-6;
      const RunRecord record = run(spec);
      const long steps = record.statistics.accepted + record.statistics.rejected;
      EXPECT_LE(steps, most) << method << ", d = " << damping;
      if (first == 0) first = steps;
      EXPECT_LE(steps, first + 2) << method << ", d = " << damping;
    }
  }
}

/// The digits of the reference, from rest: 12 of them at a tight tolerance.
TEST(StrongDamping, TheRodPendulumReachesTwelveDigits) {
  for (const char* damping : {"1e2", "1e3", "1e4", "1e5", "1e6", "1e7", "1e8", "inf"}) {
    RunSpec spec{.target = "rod_pendulum",
                 .settings = {{"damping", damping}},
                 .method = "radau",
                 .steps = {.rtol = 1e-13}};
    spec.steps.atol = 1e-13;
    spec.start.motion = InitialMotion::raw;
    const RunRecord record = run(spec);
    EXPECT_EQ(record.exit_code, ExitCode::success) << record.message;
    ASSERT_FALSE(record.references.empty());
    for (const ReferenceValue& reference : record.references) {
      if (reference.observable != "x" && reference.observable != "y" && reference.observable != "phi")
        continue;
      for (std::size_t i = 0; i < record.columns.size(); ++i)
        if (record.columns[i].name == reference.observable) {
          EXPECT_NEAR(record.final_values[static_cast<Index>(i)], reference.value, 2e-12)
              << reference.observable << ", d = " << damping;
        }
    }
  }
}

}  // namespace
}  // namespace kreisel::claims
