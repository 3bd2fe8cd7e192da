// The laws of every group of the list, and a broken group that they refuse.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string_view>

#include "kreisel/core/random.hpp"
#include "kreisel/groups/all.hpp"
#include "kreisel/groups/group_laws.hpp"
#include "kreisel/groups/product_group.hpp"

namespace {

using namespace kreisel;

constexpr double ulp = std::numeric_limits<double>::epsilon();
constexpr double pi = std::numbers::pi;

template <class G>
void expect_all_laws(const G& group) {
  for (const LawViolation& violation : check_group_laws(group)) {
    ADD_FAILURE() << G::name << ": " << describe(violation);
  }
}

TEST(GroupLaws, HoldForEveryGroupOfTheList) {
  for_each_group([](auto group) { expect_all_laws(group); });
}

TEST(GroupLaws, HoldForAProductOfTheCompiler) {
  expect_all_laws(Product<SO2, SE3, Real<2>>{});
}

TEST(GroupLaws, HoldForARunTimeProduct) {
  expect_all_laws(
      ProductGroup({factor_of<SO3>(), real_factor(2), factor_of<SE3Quaternion>(), factor_of<SO2>()}));
}

/// SO(3) with T left out: the mistake that turns order 4 into order 2.
struct WithoutTangentOperator : SO3 {
  template <class S>
  static MatrixOf<S, 3, 3> tangent_operator(const VectorOf<S, 3>&) {
    return MatrixOf<S, 3, 3>::Identity();
  }
};
/// SO(3) with the T of right trivialisation.
struct WithWrongSign : SO3 {
  template <class S>
  static MatrixOf<S, 3, 3> tangent_operator(const VectorOf<S, 3>& w) {
    return SO3::tangent_operator<S>(-w);
  }
};

template <class G>
bool is_reported(const G& group, std::string_view law) {
  const auto violations = check_group_laws(group);
  return std::any_of(violations.begin(), violations.end(),
                     [&](const auto& found) { return found.law == law; });
}

TEST(GroupLaws, ReportAGroupWithoutTangentOperator) {
  EXPECT_TRUE(is_reported(WithoutTangentOperator{}, "d exp(w) = exp(w) T(w) dw"));
  EXPECT_TRUE(is_reported(WithoutTangentOperator{}, "T(w)⁻¹ T(w) = I"));
  EXPECT_TRUE(is_reported(WithWrongSign{}, "d exp(w) = exp(w) T(w) dw"));
  EXPECT_FALSE(is_reported(WithoutTangentOperator{}, "a(bc) = (ab)c"));
}

TEST(GroupLaws, DescribeWhatWhereAndHowMuch) {
  const auto violations = check_group_laws(WithoutTangentOperator{}, LawOptions{.seed = 42});
  ASSERT_FALSE(violations.empty());
  const std::string text = describe(violations.front());
  EXPECT_NE(text.find("seed 42"), std::string::npos) << text;
  EXPECT_NE(text.find("exp("), std::string::npos) << text;
  EXPECT_NE(text.find("allowed"), std::string::npos) << text;
}

TEST(Rotation, LogarithmBeyondPiIsThePrincipalOne) {
  const Vector3 axis = Vector3(1, -2, 0.5).normalized();
  const Vector3 expected = (4.0 - 2.0 * pi) * axis;
  EXPECT_LE((SO3::log(SO3::exp(Vector3(4.0 * axis))) - expected).norm(), 16 * ulp);
  EXPECT_LE((UnitQuaternion::log(UnitQuaternion::exp(Vector3(4.0 * axis))) - expected).norm(), 16 * ulp);
}

TEST(Rotation, LogarithmNearPiKeepsTheAxis) {
  const Vector3 axis = Vector3(-3, 1, 2).normalized();
  for (const double gap : {1e-3, 1e-6, 1e-9, 1e-12}) {
    const Vector3 w = (pi - gap) * axis;
    EXPECT_LE((SO3::log(SO3::exp(w)) - w).norm(), 32 * ulp) << gap;
  }
}

TEST(Rotation, BothQuaternionsOfARotationHaveTheSameLogarithm) {
  const Vector3 w(0.3, -1.2, 2.0);
  const VectorOf<double, 4> q = UnitQuaternion::exp(w), opposite = -q;
  EXPECT_LE((UnitQuaternion::log(q) - UnitQuaternion::log(opposite)).norm(), ulp);
}

TEST(Rotation, MatricesAndQuaternionsConvertIntoEachOther) {
  Random random(7);
  for (int i = 0; i < 200; ++i) {
    const double angle = i < 100 ? pi * random.uniform() : pi - 1e-9 * i;
    const Vector3 axis = Vector3(random.normal(), random.normal(), random.normal()).normalized();
    const Vector3 w = angle * axis;
    const Matrix3 r = SO3::to_matrix(SO3::exp(w));
    const VectorOf<double, 4> q = quaternion_of_rotation(r);
    EXPECT_LE((rotation_of_quaternion(q) - r).cwiseAbs().maxCoeff(), 8 * ulp);
    EXPECT_NEAR(q.norm(), 1.0, 4 * ulp);
    EXPECT_LE((UnitQuaternion::to_matrix(UnitQuaternion::exp(w)) - r).cwiseAbs().maxCoeff(), 8 * ulp);
  }
}

TEST(Rotation, ExpMinusIdentityKeepsRelativeAccuracy) {
  for (const double angle : {1e-12, 1e-6, 1e-2, 0.7, 0.9, 3.0}) {
    const Vector3 w = angle * Vector3(1, 2, -2) / 3.0;
    const Matrix3 measured = exp_minus_identity(w), s = hat(w);
    const Matrix3 expected =
        std::sin(angle) / angle * s + 2.0 * std::pow(std::sin(0.5 * angle) / angle, 2) * s * s;
    // The diagonal is of size θ² and would vanish in exp(w) itself.
    for (Index i = 0; i < 3; ++i) EXPECT_NEAR(measured(i, i) / expected(i, i), 1.0, 8 * ulp) << angle;
    EXPECT_LE((measured - expected).cwiseAbs().maxCoeff(), 4 * ulp * angle) << angle;
  }
}

template <class G>
double defect(const ElementOf<G>& q) {
  const Matrix3 r = G::to_matrix(q);
  return (r.transpose() * r - Matrix3::Identity()).cwiseAbs().maxCoeff();
}

TEST(Rotation, NormalizeSquaresTheDefect) {
  auto q = SO3::exp(Vector3(1, 2, 3));
  q += 1e-5 * SO3::exp(Vector3(0.3, 0.2, -1));
  const double before = defect<SO3>(q);
  SO3::normalize(q);
  EXPECT_LE(defect<SO3>(q), 3 * before * before);
  SO3::normalize(q);
  EXPECT_LE(defect<SO3>(q), 4 * ulp);

  VectorOf<double, 4> p = 1.00001 * UnitQuaternion::exp(Vector3(1, 2, 3));
  UnitQuaternion::normalize(p);
  EXPECT_NEAR(p.squaredNorm(), 1.0, 4e-10);
  UnitQuaternion::normalize(p);
  EXPECT_NEAR(p.squaredNorm(), 1.0, 4 * ulp);
}

TEST(Rotation, ManySmallStepsDriftSlowly) {
  constexpr int steps = 100000;
  auto q = SO3::identity();
  const Vector3 w(1e-3, -2e-3, 1.5e-3);
  for (int i = 0; i < steps; ++i) q = SO3::advance(q, w);
  EXPECT_LE(defect<SO3>(q), 4 * ulp * std::sqrt(steps));
}

TEST(Groups, SizesAreLengthsForPositionsAndOneForAngles) {
  VectorOf<double, 6> sizes;
  ElementOf<SE3> rigid = SE3::identity();
  rigid.head<3>() << 3, 4, 0;
  SE3::sizes(rigid, sizes);
  EXPECT_EQ(sizes, (VectorOf<double, 6>() << 5, 5, 5, 1, 1, 1).finished());
  ElementOf<R3xS3> separate = R3xS3::identity();
  separate.head<3>() << 3, -4, 0;
  R3xS3::sizes(separate, sizes);
  EXPECT_EQ(sizes, (VectorOf<double, 6>() << 3, 4, 0, 1, 1, 1).finished());
}

TEST(Groups, NamesAreThoseOfTheCommandLine) {
  EXPECT_EQ(Real<1>::name, "r1");
  EXPECT_EQ(Real<120>::name, "r120");
  EXPECT_EQ(UnitQuaternion::name, "s3");
  EXPECT_EQ(SE3Quaternion::name, "s3_semi_r3");
  EXPECT_EQ(R3xSO3::name, "r3xso3");
  EXPECT_EQ(R3xS3::name, "r3xs3");
}

/// T from the definition: the derivative of log(exp(w)⁻¹ exp(w + t u)), on a second level of dual numbers.
TEST(Groups, NestedDualsGiveSecondDerivativesOfExp) {
  using D = Dual<double>;
  using DD = Dual<D>;
  const VectorOf<double, 6> w = (VectorOf<double, 6>() << 0.1, -0.4, 0.3, 0.5, 0.2, -0.6).finished();
  const VectorOf<double, 6> u = (VectorOf<double, 6>() << -0.2, 0.7, 0.1, 0.3, -0.9, 0.4).finished();
  // Outer level moves w along u, inner level along u again: d/ds T(w + s u) u.
  VectorOf<D, 6> base;
  VectorOf<DD, 6> moving, fixed;
  for (Index i = 0; i < 6; ++i) {
    base(i) = D(w(i), u(i));
    moving(i) = DD(base(i), D(u(i)));
    fixed(i) = DD(base(i));
  }
  const VectorOf<DD, 6> increment = SE3::log(SE3::compose(SE3::inverse(SE3::exp(fixed)), SE3::exp(moving)));
  const VectorOf<double, 6> expected = tangent_operator_derivative(SE3{}, w, u) * u;
  for (Index i = 0; i < 6; ++i) EXPECT_NEAR(increment(i).derivative.derivative, expected(i), 16 * ulp);
}

TEST(Random, IsTheSameEverywhere) {
  Random random(1);
  const std::uint64_t first = random.bits();
  EXPECT_EQ(first, Random(1).bits());
  EXPECT_NE(first, Random(2).bits());
  double sum = 0, square = 0;
  constexpr int samples = 100000;
  for (int i = 0; i < samples; ++i) {
    const double x = random.normal();
    sum += x;
    square += x * x;
  }
  EXPECT_NEAR(sum / samples, 0.0, 4.0 / std::sqrt(samples));
  EXPECT_NEAR(square / samples, 1.0, 4.0 * std::sqrt(2.0 / samples));
}

}  // namespace
