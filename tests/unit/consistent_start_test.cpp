// Starts: projected in the mass metric, put on the slow motion, or refused with the row that is wrong.
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
  generous.start.limit = 1.0;
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

/// Two bars of one length in the plane, given roughly; rows may be repeated or contradict each other.
struct LinkageLaw {
  using Group = Real<4>;
  static constexpr int fixed_rows = 4;
  double repeated_length = 1.0;

  std::vector<Row> rows() const {
    return {{.name = "first"}, {.name = "second"}, {.name = "height"}, {.name = "repeated"}};
  }
  template <class S>
  MatrixOf<S, 4, 4> mass(const VectorOf<S, 4>&) const {
    return MatrixOf<S, 4, 4>::Identity();
  }
  template <class S>
  VectorOf<S, 4> force(const S&, const VectorOf<S, 4>&, const VectorOf<S, 4>&) const {
    return VectorOf<S, 4>(S(0.0), S(-9.81), S(0.0), S(-9.81));
  }
  template <class S>
  VectorOf<S, 4> constraint(const S&, const VectorOf<S, 4>& q) const {
    const S first = 0.5 * (q[0] * q[0] + q[1] * q[1]);
    const S dx = q[2] - q[0], dy = q[3] - q[1];
    return VectorOf<S, 4>(first - 0.5, 0.5 * (dx * dx + dy * dy - 1.0), q[3] + 0.3,
                          2.0 * first - repeated_length * repeated_length);
  }
};

/// As systems of many bodies do: rows that depend on others are left out.
class Dropping final : public AnySystem::Interface {
 public:
  explicit Dropping(AnySystem inner) : inner_(std::move(inner)) {}

  std::span<const Row> rows() const override { return inner_.rows(); }
  void mass(const Vector& q, Matrix& m) const override { inner_.mass(q, m); }
  void balance(double t, const Vector& q, const Vector& v, const Vector& a, const Vector& lambda,
               Vector& r) const override {
    inner_.balance(t, q, v, a, lambda, r);
  }
  void gap(double t, const Vector& q, Vector& phi) const override { inner_.gap(t, q, phi); }
  void gap_change(double t, const Vector& q, double dt, const Vector& w, Vector& change) const override {
    inner_.gap_change(t, q, dt, w, change);
  }
  bool has_exact_gap_change() const override { return inner_.has_exact_gap_change(); }
  void jacobian(double t, const Vector& q, Matrix& b) const override { inner_.jacobian(t, q, b); }
  void rate(double t, const Vector& q, const Vector& v, Vector& out) const override {
    inner_.rate(t, q, v, out);
  }
  void row_acceleration(double t, const Vector& q, const Vector& v, const Vector& a,
                        Vector& out) const override {
    inner_.row_acceleration(t, q, v, a, out);
  }
  void tangents(double t, const Vector& q, const Vector& v, const Vector& a, const Vector& lambda,
                AnySystem::AllTangents& out) const override {
    inner_.tangents(t, q, v, a, lambda, out);
  }
  void acceleration_tangents(double t, const Vector& q, const Vector& v, const Vector& a, Matrix& by_position,
                             Matrix& by_velocity) const override {
    inner_.acceleration_tangents(t, q, v, a, by_position, by_velocity);
  }
  bool drops_redundant_rows() const override { return true; }

 private:
  AnySystem inner_;
};

AnySystem linkage(double repeated_length) {
  LinkageLaw law;
  law.repeated_length = repeated_length;
  const AnySystem system = erase(differentiated(law));
  return {system.group(), std::make_shared<Dropping>(system)};
}

TEST(ConsistentStart, AssemblesWhatIsGivenRoughlyWithRedundantRows) {
  StartReport report;
  const Vector rough{{0.5, -0.2, 1.9, -0.9}};
  const State s =
      consistent_start(linkage(1.0), 0.0, rough, Vector::Zero(4), {.start = {.limit = 2.0}}, report);
  Vector gap(4);
  linkage(1.0).gap(0.0, s.q, gap);
  EXPECT_LT(gap.cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_GT(report.moved_position, 0.3);
  EXPECT_TRUE(s.acceleration.allFinite());
}

/// Both rows vanish to second order at the origin, so that Newton halves the gap for ever.
struct FlatLaw {
  using Group = Real<2>;
  static constexpr int fixed_rows = 1;
  std::vector<Row> rows() const { return {{.name = "flat"}}; }
  template <class S>
  MatrixOf<S, 2, 2> mass(const VectorOf<S, 2>&) const {
    return MatrixOf<S, 2, 2>::Identity();
  }
  template <class S>
  VectorOf<S, 2> force(const S&, const VectorOf<S, 2>&, const VectorOf<S, 2>&) const {
    return VectorOf<S, 2>(S(0.0), S(0.0));
  }
  template <class S>
  VectorOf<S, 1> constraint(const S&, const VectorOf<S, 2>& q) const {
    return VectorOf<S, 1>(q[0] * q[0] + 1e-30 * q[0]);
  }
};

TEST(ConsistentStart, EndsWhereGapsShrinkForEver) {
  StartReport report;
  const State s = consistent_start(erase(differentiated(FlatLaw{})), 0.0, Vector{{1e-3, 0.0}},
                                   Vector::Zero(2), {}, report);
  EXPECT_LT(std::abs(s.q[0]), 1e-9);
}

TEST(ConsistentStart, RefusesRowsThatContradictEachOther) {
  StartReport report;
  try {
    consistent_start(linkage(1.1), 0.0, Vector{{0.8, -0.6, 1.6, -0.3}}, Vector::Zero(4),
                     {.start = {.limit = 2.0}}, report);
    FAIL() << "no refusal";
  } catch (const StartError& error) {
    EXPECT_NE(error.fact().find("contradicts"), std::string::npos) << error.fact();
    EXPECT_TRUE(error.fact().find("repeated") != std::string::npos ||
                error.fact().find("first") != std::string::npos)
        << error.fact();
  }
}

TEST(ConsistentStart, SaysWhichRowCannotBeMet) {
  StartReport report;
  try {  // both bars point down from far above: no position has this height
    consistent_start(linkage(1.0), 0.0, Vector{{0.0, 0.0, 0.0, 0.0}}, Vector::Zero(4),
                     {.start = {.limit = 2.0}}, report);
    FAIL() << "no refusal";
  } catch (const StartError& error) {
    EXPECT_NE(error.fact().find("\""), std::string::npos) << error.fact();
  }
}

}  // namespace
}  // namespace kreisel
