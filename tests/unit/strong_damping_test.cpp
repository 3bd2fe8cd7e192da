// Which methods the theory of strong damping covers, and what is said when another one is chosen.
#include "kreisel/methods/shared/strong_damping.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "kreisel/equations/differentiated.hpp"
#include "kreisel/groups/real.hpp"
#include "kreisel/run/damping_watch.hpp"
#include "kreisel/run/run.hpp"

namespace kreisel {
namespace {

DampingVerdict verdict(const std::string& name) {
  const MethodEntry& method = find_method(name);
  return strong_damping(method.coefficients(Parameters(method.parameters)));
}

TEST(StrongDamping, VerdictsFollowTheTheory) {
  const std::map<std::string, double> covered{
      {"radau", 0.0},      {"radau_iia_1", 0.0},      {"radau_iia_2", 0.0}, {"radau_iia_3", 0.0},
      {"radau_ia_3", 0.0}, {"lobatto_iiic_3", 0.0},   {"sdirk_2", 0.0},     {"sdirk_3", 0.0},
      {"bliedf", 0.0},     {"generalized_alpha", 0.9}};
  for (const auto& [name, attraction] : covered) {
    const DampingVerdict v = verdict(name);
    EXPECT_TRUE(v.is_covered) << name << ": " << v.reason;
    EXPECT_NEAR(v.attraction, attraction, 1e-9) << name;
  }
  for (const char* name : {"gauss_2", "gauss_3", "lobatto_iiia_3", "lobatto_iiib_3", "dop853", "rk4"})
    EXPECT_FALSE(verdict(name).is_covered) << name << ": " << verdict(name).reason;
  for (const char* name : {"lobatto_iiia_2", "lobatto_iiia_3", "lobatto_iiib_3", "esdirk_2", "esdirk_3"})
    EXPECT_NE(verdict(name).reason.find("singular"), std::string::npos)
        << name << ": " << verdict(name).reason;
  for (const MethodEntry& method : all_methods())
    EXPECT_FALSE(verdict(method.name).reason.empty()) << method.name;
}

TEST(StrongDamping, WhatDampsDependsOnTheParameters) {
  EXPECT_TRUE(strong_damping(GeneralizedAlphaParameters::chung_hulbert(0.5)).is_covered);
  EXPECT_NEAR(strong_damping(GeneralizedAlphaParameters::chung_hulbert(0.5)).attraction, 0.5, 1e-12);
  EXPECT_FALSE(strong_damping(GeneralizedAlphaParameters::chung_hulbert(1.0)).is_covered);
  EXPECT_FALSE(strong_damping(GeneralizedAlphaParameters::newmark(0.5)).is_covered);
}

/// What the verdict calls attraction is what the stability function does to a strong damper.
TEST(StrongDamping, AttractionIsTheStabilityFunctionFarOut) {
  for (const MethodEntry& method : all_methods()) {
    const MethodCoefficients coefficients = method.coefficients(Parameters(method.parameters));
    const auto* p = std::get_if<ImplicitRungeKuttaParameters>(&coefficients);
    if (p == nullptr || p->variable_order) continue;
    const DampingVerdict v = strong_damping(coefficients);
    if (!std::isfinite(v.attraction)) continue;
    const Tableau tableau = implicit_tableau(p->family, p->stages, p->theta);
    EXPECT_NEAR(std::abs(stability_function(tableau, -1e8)), v.attraction, 1e-5) << method.name;
  }
}

TEST(StrongDamping, AnotherMethodIsWarnedOfBeforeTheRun) {
  std::vector<std::string> heard;
  RunSinks sinks;
  bool was_running = false;
  sinks.step = [&](const StepNote&) { was_running = true; };
  sinks.warning = [&](const std::string& text) {
    EXPECT_FALSE(was_running);
    heard.push_back(text);
  };
  RunSpec spec{.target = "chaplygin_sleigh",
               .settings = {{"epsilon", "1e-5"}},
               .method = "gauss_2",
               .steps = {.step = 0.1}};
  const RunRecord record = run(spec, sinks);
  ASSERT_EQ(heard.size(), 1u);
  EXPECT_EQ(record.warnings, heard);
  for (const char* part : {"gauss_2", "edge", "|R(∞)| = 1", "radau"})
    EXPECT_NE(heard[0].find(part), std::string::npos) << heard[0];
  spec.method = "radau_iia_3";
  EXPECT_TRUE(run(spec).warnings.empty());
  spec.method = "gauss_2";
  spec.settings = {{"epsilon", "1"}};  // no strong damper
  EXPECT_TRUE(run(spec).warnings.empty());
}

/// Two dampers in the plane whose directions become parallel as the point moves along x.
struct TurningDampers {
  using Group = Real<2>;
  static constexpr int fixed_rows = 2;
  static constexpr bool rheonomic = false;

  std::vector<Row> rows() const {
    return {{.name = "first", .kind = RowKind::velocity, .compliance = 1.0},
            {.name = "second", .kind = RowKind::velocity, .compliance = 1.0}};
  }
  template <class S>
  MatrixOf<S, 2, 2> mass(const VectorOf<S, 2>&) const {
    return MatrixOf<S, 2, 2>::Identity();
  }
  template <class S>
  VectorOf<S, 2> force(const S&, const VectorOf<S, 2>&, const VectorOf<S, 2>&) const {
    return {S(1.0), S(0.0)};
  }
  template <class S>
  MatrixOf<S, 2, 2> jacobian(const S&, const VectorOf<S, 2>& q) const {
    MatrixOf<S, 2, 2> b;
    b << S(1.0), S(0.0), S(1.0), 1.0 - q(0);
    return b;
  }
};

TEST(StrongDamping, ALostDirectionIsReportedWithItsRows) {
  const AnySystem system = erase(differentiated(TurningDampers{}));
  DampingWatch watch(system);
  State state{0.0, Vector::Zero(2), Vector::Zero(2), Vector::Zero(2), Vector::Zero(2)};
  for (const double x : {0.0, 0.5, 1.0, 1.5}) {
    state.t = x;
    state.q[0] = x;
    watch.look(state.view());
  }
  EXPECT_EQ(watch.first_rank(), 2);
  ASSERT_EQ(watch.changes().size(), 2u);
  EXPECT_EQ(watch.changes()[0].t, 1.0);
  EXPECT_EQ(watch.changes()[0].rank, 1);
  EXPECT_EQ(watch.changes()[0].rows, "first, second");
  EXPECT_EQ(watch.changes()[1].rank, 2);
}

TEST(StrongDamping, SystemsWithoutVelocityRowsAreNotWatched) {
  const RunRecord record = run({.target = "pendulum", .t_end = 0.1, .steps = {.step = 0.01}});
  EXPECT_EQ(record.audit.damping_rank, -1);
  EXPECT_TRUE(record.audit.rank_changes.empty());
}

}  // namespace
}  // namespace kreisel
