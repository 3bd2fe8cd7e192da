// Every kind of wrong derivative is noticed and named.
#include "kreisel/equations/check_derivatives.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <set>

#include "kreisel/equations/differentiated.hpp"
#include "kreisel/problems/heavy_top_law.hpp"

namespace {

using namespace kreisel;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

using Top = HeavyTopInertial<R3xSO3>;

template <class L>
DerivativeReport report_of(const L& law, const Vector& q, const Vector& v) {
  return check_derivatives(differentiated(law), State{0.3, q, v, {}, {}});
}

template <class L>
DerivativeReport report_of_top(const L& law) {
  Vector q = L::Group::identity();
  q(1) = 1.0;
  return report_of(law, q, Vector{{4.61538, 0.0, 0.0, 0.0, 150.0, -4.61538}});
}

std::set<std::string> failed(const DerivativeReport& report) {
  std::set<std::string> names;
  for (const DerivativeEntry& entry : report.failures()) names.insert(entry.what);
  return names;
}

TEST(CheckDerivatives, TheBenchmarkTopAgreesFarBelowTheTolerance) {
  EXPECT_THAT(failed(report_of_top(Top{})), IsEmpty());
  EXPECT_LT(report_of_top(Top{}).worst(), 1e-8);
}

/// The top with one mistake.
struct FaultyTop : Top {
  enum class Mistake {
    stiffness_sign,
    damping_sign,
    rate_stiffness_sign,
    jacobian_sign,
    mass_sign,
    linearised_change,
    cancelling_change,
    combined_step
  } mistake;

  void tangents(double t, const VectorOf<double, 12>& q, const VectorOf<double, 6>& v,
                const VectorOf<double, 6>& acceleration, const VectorOf<double, 3>& lambda,
                Tangents<6, 3>& out) const {
    Top::tangents(t, q, v, acceleration, lambda, out);
    if (mistake == Mistake::stiffness_sign) out.stiffness *= -1.0;
    if (mistake == Mistake::damping_sign) out.damping *= -1.0;
    if (mistake == Mistake::rate_stiffness_sign) out.rate_stiffness *= -1.0;
    if (mistake == Mistake::jacobian_sign) out.jacobian *= -1.0;
    if (mistake == Mistake::mass_sign) out.mass *= -1.0;
  }
  VectorOf<double, 3> constraint_change(double t, const VectorOf<double, 12>& q, double dt,
                                        const VectorOf<double, 6>& w) const {
    if (mistake == Mistake::linearised_change) return jacobian(t, q) * w;
    if (mistake == Mistake::cancelling_change) return constraint(t, R3xSO3::advance(q, w)) - constraint(t, q);
    return Top::constraint_change(t, q, dt, w);
  }
  void advance_with_gap(double t, const VectorOf<double, 12>& q, double dt, const VectorOf<double, 6>& w,
                        VectorOf<double, 12>& moved, Vector3& change) const {
    Top::advance_with_gap(t, q, dt, w, moved, change);
    if (mistake == Mistake::combined_step) {
      moved(5) += 1e-3;
      change(0) *= 1.001;
    }
  }
};

std::set<std::string> failed_with(FaultyTop::Mistake mistake) {
  FaultyTop law;
  law.mistake = mistake;
  return failed(report_of_top(law));
}

TEST(CheckDerivatives, ASignErrorInAnyAnalyticTangentIsNamed) {
  using enum FaultyTop::Mistake;
  EXPECT_THAT(failed_with(stiffness_sign), ElementsAre("stiffness"));
  EXPECT_THAT(failed_with(damping_sign), ElementsAre("damping"));
  EXPECT_THAT(failed_with(rate_stiffness_sign), ElementsAre("rate_stiffness"));
  EXPECT_THAT(failed_with(jacobian_sign), ElementsAre("tangents.jacobian"));
  EXPECT_THAT(failed_with(mass_sign), ElementsAre("tangents.mass"));
}

TEST(CheckDerivatives, ALinearisedConstraintChangeIsCaught) {
  EXPECT_THAT(failed_with(FaultyTop::Mistake::linearised_change),
              UnorderedElementsAre("gap_change", "advance_with_gap, change"));
}

TEST(CheckDerivatives, AConstraintChangeThatCancelsIsCaught) {
  EXPECT_THAT(failed_with(FaultyTop::Mistake::cancelling_change),
              UnorderedElementsAre("gap_change of a tiny move"));
}

TEST(CheckDerivatives, AWrongCombinedStepIsCaught) {
  EXPECT_THAT(failed_with(FaultyTop::Mistake::combined_step),
              UnorderedElementsAre("advance_with_gap, element", "advance_with_gap, change"));
}

/// The Jacobian as printed in the literature, exact on Φ = 0 only.
struct PrintedFormB : HeavyTopBody<SE3> {
  template <class S>
  MatrixOf<S, 3, 6> jacobian(const S&, const VectorOf<S, 12>&) const {
    MatrixOf<S, 3, 6> b;
    b << -MatrixOf<S, 3, 3>::Identity(), -hat(offset).template cast<S>();
    return b;
  }
};

TEST(CheckDerivatives, AJacobianThatHoldsOnTheManifoldOnlyIsCaughtOffIt) {
  const DerivativeReport report = report_of_top(PrintedFormB{});
  EXPECT_THAT(failed(report), Contains("jacobian"));
  for (const DerivativeEntry& entry : report.failures()) {
    EXPECT_FALSE(entry.what == "jacobian" && entry.sample == 0) << describe(entry);
  }
}

/// A point on a moving line; switches break its promises one by one.
struct Line {
  using Group = Real<2>;
  static constexpr int fixed_rows = 1;
  double lever = 0.5, mass_of_y = 3.0, force_of_y = 0.0;

  std::array<Row, 1> rows() const { return {{{.name = "line"}}}; }
  template <class S>
  MatrixOf<S, 2, 2> mass(const VectorOf<S, 2>&) const {
    MatrixOf<S, 2, 2> m;
    m << S(2), S(lever), S(lever), S(mass_of_y);
    return m;
  }
  template <class S>
  VectorOf<S, 2> force(const S& t, const VectorOf<S, 2>& q, const VectorOf<S, 2>& v) const {
    using std::sin;
    return {sin(t) - v(0) * q(1), S(force_of_y)};
  }
  template <class S>
  VectorOf<S, 1> constraint(const S& t, const VectorOf<S, 2>& q) const {
    using std::cos;
    return VectorOf<S, 1>(q(0) * q(1) - cos(2.0 * t));
  }
  template <class S>
  MatrixOf<S, 1, 2> jacobian(const S&, const VectorOf<S, 2>& q) const {
    return MatrixOf<S, 1, 2>(q(1), q(0));
  }
};
struct FalselyScleronomic : Line {
  static constexpr bool rheonomic = false;
};
struct FalselyDiagonal : Line {
  using Blocks = std::integer_sequence<int, 1, 1>;
};

template <class L>
DerivativeReport report_of_line(const L& law) {
  return report_of(law, Vector{{0.7, -1.2}}, Vector{{0.3, 0.4}});
}

TEST(CheckDerivatives, TimeDependentRowsAgree) {
  EXPECT_LT(report_of_line(Line{}).worst(), 1e-8);
}

TEST(CheckDerivatives, AnUntrueScleronomicPromiseIsCaught) {
  EXPECT_THAT(failed(report_of_line(FalselyScleronomic{})), Contains("rate"));
}

TEST(CheckDerivatives, AnUntrueBlockPromiseIsCaught) {
  EXPECT_THAT(failed(report_of_line(FalselyDiagonal{})),
              UnorderedElementsAre("mass outside blocks", "stiffness outside blocks"));
}

TEST(CheckDerivatives, AnIndefiniteMassIsCaught) {
  const auto names = failed(report_of_line(Line{.mass_of_y = 0.1}));
  EXPECT_THAT(names, ElementsAre("mass positive definite (smallest eigenvalue)"));
}

TEST(CheckDerivatives, NotANumberIsCaught) {
  const auto report = report_of_line(Line{.force_of_y = std::numeric_limits<double>::quiet_NaN()});
  EXPECT_FALSE(report.ok());
  EXPECT_TRUE(std::isnan(report.worst()));
}

/// A skate on the plane: (x, y, heading), sideways speed zero.
struct Skate {
  using Group = Real<3>;
  static constexpr int fixed_rows = 1;
  std::array<Row, 1> rows() const { return {{{.name = "blade", .kind = RowKind::velocity}}}; }
  template <class S>
  MatrixOf<S, 3, 3> mass(const VectorOf<S, 3>&) const {
    return MatrixOf<S, 3, 3>::Identity();
  }
  template <class S>
  VectorOf<S, 3> force(const S&, const VectorOf<S, 3>&, const VectorOf<S, 3>&) const {
    return VectorOf<S, 3>::Zero();
  }
  template <class S>
  MatrixOf<S, 1, 3> jacobian(const S&, const VectorOf<S, 3>& q) const {
    using std::cos, std::sin;
    return MatrixOf<S, 1, 3>(-sin(q(2)), cos(q(2)), S(0));
  }
  template <class S>
  VectorOf<S, 1> velocity_offset(const S& t, const VectorOf<S, 3>& q) const {
    return VectorOf<S, 1>(0.1 * t * q(0));
  }
};

TEST(CheckDerivatives, VelocityRowsAgree) {
  const auto report = report_of(Skate{}, Vector{{0.1, 0.2, 0.3}}, Vector{{1.0, 2.0, 3.0}});
  EXPECT_THAT(failed(report), IsEmpty());
  EXPECT_LT(report.worst(), 1e-8);
}

TEST(CheckDerivatives, TheSameSeedGivesTheSameNumbers) {
  const auto first = report_of_line(Line{}), second = report_of_line(Line{});
  ASSERT_EQ(first.entries.size(), second.entries.size());
  for (std::size_t i = 0; i < first.entries.size(); ++i) {
    EXPECT_EQ(first.entries[i].difference, second.entries[i].difference);
  }
}

TEST(CheckDerivatives, AnEntryDescribesItself) {
  const DerivativeEntry entry{"stiffness", 2, 3, 4, 1.5, -1.5, 2.0, false};
  EXPECT_EQ(describe(entry), "stiffness(3,4), sample 2: ours 1.5, difference -1.5, relative error 2");
}

}  // namespace
