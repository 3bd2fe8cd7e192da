// A system made of functions beside the same one with derivatives of its own.
#include "kreisel/equations/function_system.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "kreisel/core/error.hpp"
#include "kreisel/equations/check_derivatives.hpp"
#include "kreisel/equations/differentiated.hpp"
#include "kreisel/groups/named_group.hpp"
#include "kreisel/problems/heavy_top_law.hpp"

namespace kreisel {
namespace {

using Top = Differentiated<HeavyTopInertial<R3xSO3>>;

/// The heavy top by its functions alone, as somebody would write it in a script.
SystemFunctions functions_of(const Top& top) {
  return {.mass =
              [top](const Vector& q, Matrix& m) {
                Top::MassMatrix out;
                top.mass(q, out);
                m = out;
              },
          .force =
              [top](double t, const Vector& q, const Vector& v, Vector& f) {
                Top::Tangent out;
                top.balance(t, q, v, Top::Tangent::Zero(), Top::Multiplier::Zero(), out);
                f = -out;
              },
          .constraint =
              [top](double t, const Vector& q, Vector& phi) {
                Top::Multiplier out;
                top.gap(t, q, out);
                phi = out;
              }};
}

void add_jacobian(const Top& top, SystemFunctions& functions) {
  functions.jacobian = [top](double t, const Vector& q, Matrix& b) {
    Top::RowMatrix out;
    top.jacobian(t, q, out);
    b = out;
  };
}

std::vector<Row> rows_of(const Top& top) {
  return {top.rows().begin(), top.rows().end()};
}

ProductGroup group_named(const std::string& name) {
  return product_of(std::vector{name});
}

struct Point {
  Vector q, v, acceleration, lambda;
};

/// Turned, fast and off the joint.
Point some_point(const ProductGroup& group) {
  Vector move(6), v(6), acceleration(6), lambda(3);
  move << 0.1, 0.9, -0.2, 0.3, -0.5, 0.2;
  v << 1.0, -2.0, 0.5, 3.0, 150.0, -4.6;
  acceleration << 10.0, 5.0, -3.0, 40.0, -7.0, 300.0;
  lambda << 50.0, -20.0, 110.0;
  return {group.advance(group.identity(), move), v, acceleration, lambda};
}

class OwnTop : public testing::TestWithParam<bool> {
 protected:
  AnySystem system() const {
    SystemFunctions functions = functions_of(top_);
    if (GetParam()) add_jacobian(top_, functions);
    return function_system(group_named("r3xso3"), rows_of(top_), functions);
  }
  Top top_{HeavyTopInertial<R3xSO3>{}};
};

TEST_P(OwnTop, StandsInItsEquationsAsExactlyAsTheOneWithDerivatives) {
  const AnySystem own = system(), exact = erase(top_);
  const auto [q, v, acceleration, lambda] = some_point(own.group());
  Matrix b(3, 6), b_exact(3, 6);
  own.jacobian(0.0, q, b);
  exact.jacobian(0.0, q, b_exact);
  EXPECT_LT((b - b_exact).cwiseAbs().maxCoeff(), 1e-11);
  Vector ours(3), theirs(3);
  own.rate(0.0, q, v, ours);
  exact.rate(0.0, q, v, theirs);
  EXPECT_LT((ours - theirs).norm(), 1e-11 * 150.0);
  own.row_acceleration(0.0, q, v, acceleration, ours);
  exact.row_acceleration(0.0, q, v, acceleration, theirs);
  EXPECT_LT((ours - theirs).norm(), 1e-8 * theirs.norm());
  Vector r(6), r_exact(6);
  own.balance(0.0, q, v, acceleration, lambda, r);
  exact.balance(0.0, q, v, acceleration, lambda, r_exact);
  EXPECT_LT((r - r_exact).norm(), 1e-10 * r_exact.norm());
}

TEST_P(OwnTop, GivesNewtonATrueMatrix) {
  const AnySystem own = system(), exact = erase(top_);
  const auto [q, v, acceleration, lambda] = some_point(own.group());
  AnySystem::AllTangents ours, theirs;
  ours.resize(6, 3);
  theirs.resize(6, 3);
  own.tangents(0.0, q, v, acceleration, lambda, ours);
  exact.tangents(0.0, q, v, acceleration, lambda, theirs);
  const auto agree = [](const Matrix& a, const Matrix& b) {
    return (a - b).cwiseAbs().maxCoeff() <= 1e-6 * std::max(1.0, b.cwiseAbs().maxCoeff());
  };
  EXPECT_TRUE(agree(ours.mass, theirs.mass));
  EXPECT_TRUE(agree(ours.damping, theirs.damping)) << ours.damping - theirs.damping;
  EXPECT_TRUE(agree(ours.stiffness, theirs.stiffness)) << ours.stiffness - theirs.stiffness;
  EXPECT_TRUE(agree(ours.jacobian, theirs.jacobian));
  EXPECT_TRUE(agree(ours.rate_stiffness, theirs.rate_stiffness));
  Matrix by_q(3, 6), by_v(3, 6), exact_by_q(3, 6), exact_by_v(3, 6);
  own.acceleration_tangents(0.0, q, v, acceleration, by_q, by_v);
  exact.acceleration_tangents(0.0, q, v, acceleration, exact_by_q, exact_by_v);
  EXPECT_LT((by_q - exact_by_q).norm(), 1e-4 * exact_by_q.norm());
  EXPECT_LT((by_v - exact_by_v).norm(), 1e-4 * exact_by_v.norm());
}

INSTANTIATE_TEST_SUITE_P(FunctionSystem, OwnTop, testing::Bool(),
                         [](const auto& given) { return given.param ? "WithJacobian" : "WithoutJacobian"; });

/// x = sin(t), by its row: the rate and the acceleration of the row are those of time.
TEST(FunctionSystem, DrivenRowsKnowTheTime) {
  SystemFunctions functions{
      .mass = [](const Vector&, Matrix& m) { m.setIdentity(); },
      .force = [](double, const Vector&, const Vector&, Vector& f) { f.setZero(); },
      .constraint = [](double t, const Vector& q, Vector& phi) { phi[0] = q[0] - std::sin(t); }};
  for (const bool has_jacobian : {false, true}) {
    if (has_jacobian) functions.jacobian = [](double, const Vector&, Matrix& b) { b << 1.0; };
    const AnySystem system = function_system(group_named("r1"), {{.name = "drive"}}, functions);
    const Vector q = Vector::Constant(1, std::sin(0.7)), zero = Vector::Zero(1);
    Vector rate(1), acceleration(1);
    system.rate(0.7, q, zero, rate);
    system.row_acceleration(0.7, q, zero, zero, acceleration);
    EXPECT_NEAR(rate[0], -std::cos(0.7), 1e-12);
    EXPECT_NEAR(acceleration[0], std::sin(0.7), 1e-10);
  }
}

TEST(FunctionSystem, RowsWithoutTheirFunctionsAreRefused) {
  const SystemFunctions bare{.mass = [](const Vector&, Matrix& m) { m.setIdentity(); },
                             .force = [](double, const Vector&, const Vector&, Vector& f) { f.setZero(); }};
  const std::vector<Row> skate{{.name = "edge", .kind = RowKind::velocity}}, rod{{.name = "rod"}};
  EXPECT_THROW(function_system(group_named("r3"), skate, bare), OptionError);
  EXPECT_THROW(function_system(group_named("r3"), rod, bare), OptionError);
}

TEST(NamedGroup, ProductsAreFoundByName) {
  const ProductGroup group = product_of(std::vector<std::string>{"r7", "so3"});
  EXPECT_EQ(group.coordinate_count(), 16);
  EXPECT_EQ(group.dimension(), 10);
  EXPECT_THROW(factor_named("so4"), UnknownName);
  EXPECT_THROW(factor_named("r0"), UnknownName);
  EXPECT_THROW(factor_named("r-1"), UnknownName);
  EXPECT_THROW(product_of({}), OptionError);
}

}  // namespace
}  // namespace kreisel
