#include "kreisel/integrate/consistent_start.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "kreisel/core/error.hpp"
#include "kreisel/equations/differentiated.hpp"
#include "kreisel/groups/real.hpp"

namespace kreisel {
namespace {

/// A point on a rod, heavier in x than in y; optionally the same rod twice, or a springy rod.
template <int Rods>
struct RodLaw {
  using Group = Real<2>;
  static constexpr int fixed_rows = Rods;
  double compliance = 0.0;

  std::vector<Row> rows() const {
    std::vector<Row> all;
    for (int i = 0; i < Rods; ++i)
      all.push_back({.name = i == 0 ? "rod" : "second_rod", .compliance = compliance});
    return all;
  }
  template <class S>
  MatrixOf<S, 2, 2> mass(const VectorOf<S, 2>&) const {
    MatrixOf<S, 2, 2> m = MatrixOf<S, 2, 2>::Zero();
    m(0, 0) = S(4.0);
    m(1, 1) = S(1.0);
    return m;
  }
  template <class S>
  VectorOf<S, 2> force(const S&, const VectorOf<S, 2>&, const VectorOf<S, 2>&) const {
    return {S(0.0), S(-9.81)};
  }
  template <class S>
  VectorOf<S, Rods> constraint(const S&, const VectorOf<S, 2>& q) const {
    return VectorOf<S, Rods>::Constant(0.5 * (q.squaredNorm() - 1.0));
  }
};

AnySystem rod(double compliance = 0.0) {
  RodLaw<1> law;
  law.compliance = compliance;
  return erase(differentiated(law));
}

TEST(ConsistentStart, LeavesConsistentValuesAlone) {
  StartReport report;
  const State s =
      consistent_start(rod(), 0.0, Eigen::Vector2d(0.6, -0.8), Eigen::Vector2d(0.8, 0.6), {}, report);
  EXPECT_LT(report.moved_position, 1e-15);
  EXPECT_LT(report.moved_velocity, 1e-15);
  EXPECT_EQ(s.q[0], 0.6);
}

TEST(ConsistentStart, ProjectsInTheMassMetricAndReports) {
  for (const double size : {1e-12, 1e-8, 1e-5, 5e-3}) {
    StartReport report;
    const Eigen::Vector2d q0(0.6 + size, -0.8), v0(0.8, 0.6 + size);
    const State s = consistent_start(rod(), 0.0, q0, v0, {}, report);
    EXPECT_NEAR(s.q.squaredNorm(), 1.0, 1e-14);
    EXPECT_NEAR(s.q.dot(s.v), 0.0, 1e-14);
    EXPECT_EQ(report.rows.at(0).row, "rod");
    EXPECT_NEAR(report.worst_gap(), 0.6 * size, size * size + 1e-16);
    // The correction is along M⁻¹Bᵀ: four times less in the heavy direction.
    const Eigen::Vector2d moved = s.q - q0;
    if (size > 1e-6) {
      EXPECT_NEAR(moved[0] / moved[1], q0[0] / 4.0 / q0[1], 0.02);
    }
  }
}

TEST(ConsistentStart, RefusesBeyondTheLimitAndNamesTheRow) {
  StartReport report;
  try {
    consistent_start(rod(), 0.0, Eigen::Vector2d(0.7, -0.8), Eigen::Vector2d(0.0, 0.0), {}, report);
    FAIL() << "accepted a gap of 0.065";
  } catch (const StartError& error) {
    EXPECT_NE(error.fact().find("rod"), std::string::npos);
    EXPECT_EQ(error.code(), ExitCode::inconsistent_start);
  }
  StartOptions generous;
  generous.limit = 1.0;
  EXPECT_NO_THROW(
      consistent_start(rod(), 0.0, Eigen::Vector2d(0.7, -0.8), Eigen::Vector2d(0.0, 0.0), generous, report));
}

TEST(ConsistentStart, NamesARedundantRow) {
  StartReport report;
  const AnySystem twice = erase(differentiated(RodLaw<2>{}));
  EXPECT_THROW(
      consistent_start(twice, 0.0, Eigen::Vector2d(0.0, -1.0), Eigen::Vector2d(0.0, 0.0), {}, report),
      StartError);
}

TEST(ConsistentStart, RefusesNan) {
  StartReport report;
  EXPECT_THROW(
      consistent_start(rod(), 0.0, Eigen::Vector2d(NAN, -1.0), Eigen::Vector2d(0.0, 0.0), {}, report),
      StartError);
}

TEST(ConsistentStart, PutsAStiffRodOnItsSlowMotion) {
  const double c = 1e-9;
  StartReport report;
  const State s =
      consistent_start(rod(c), 0.0, Eigen::Vector2d(0.6, -0.8), Eigen::Vector2d(0.8, 0.6), {}, report);
  const double gap = 0.5 * (s.q.squaredNorm() - 1.0);
  StartReport rigid_report;
  const State rigid =
      consistent_start(rod(), 0.0, Eigen::Vector2d(0.6, -0.8), Eigen::Vector2d(0.8, 0.6), {}, rigid_report);
  EXPECT_NEAR(gap, c * rigid.lambda[0], 1e-3 * c * std::abs(rigid.lambda[0]));
  EXPECT_NEAR(s.lambda[0], rigid.lambda[0], 1e-5 * std::abs(rigid.lambda[0]));
  EXPECT_TRUE(report.rows.at(0).smooth);
}

TEST(ConsistentStart, TakesASoftRodLiterally) {
  StartReport report;
  const State s =
      consistent_start(rod(0.1), 0.0, Eigen::Vector2d(1.2, 0.0), Eigen::Vector2d(0.0, 0.0), {}, report);
  EXPECT_EQ(s.q[0], 1.2);
  EXPECT_NEAR(s.lambda[0], 0.5 * (1.44 - 1.0) / 0.1, 1e-12);
}

}  // namespace
}  // namespace kreisel
