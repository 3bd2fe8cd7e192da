// Elements users write themselves do what ours do.
#include "kreisel/model/own_elements.hpp"

#include <gtest/gtest.h>

#include "kreisel/core/error.hpp"
#include "kreisel/equations/check_derivatives.hpp"
#include "kreisel/model/assemble.hpp"
#include "tests/support/sample_elements.hpp"

namespace kreisel {
namespace {

using testing_support::between;
using testing_support::sample_model;

/// A spring between two points, with its energy.
struct OwnSpring {
  double stiffness = 40.0, damping = 3.0, length = 0.5;
  template <class S>
  void operator()(const S&, const S* z, const S* rate, S* force) const {
    using std::sqrt;
    S d[3], square(0.0), along(0.0);
    for (int i = 0; i < 3; ++i) d[i] = z[3 + i] - z[i], square = square + d[i] * d[i];
    const S distance = sqrt(square);
    for (int i = 0; i < 3; ++i) along = along + d[i] * (rate[3 + i] - rate[i]) / distance;
    const S pull = (stiffness * (distance - length) + damping * along) / distance;
    for (int i = 0; i < 3; ++i) force[i] = pull * d[i], force[3 + i] = -pull * d[i];
  }
};

/// Two points stay at a distance.
struct OwnRod {
  double length = 0.8;
  template <class S>
  void operator()(const S&, const S* z, S* phi) const {
    using std::sqrt;
    S square(0.0);
    for (int i = 0; i < 3; ++i) square = square + (z[3 + i] - z[i]) * (z[3 + i] - z[i]);
    phi[0] = sqrt(square) - length;
  }
};

/// The first point does not move along the second vector.
struct OwnSkate {
  template <class S>
  void operator()(const S&, const S* z, const S* rate, S* out) const {
    out[0] = z[3] * rate[0] + z[4] * rate[1] + z[5] * rate[2];
  }
};

struct Balance {
  Vector r, rate;
};
Balance balance_of(const AssembledModel& model) {
  const Index n = model.v0.size(), m = row_count(model.system);
  Balance out{Vector(n), Vector(m)};
  const Vector acceleration = Vector::Constant(n, 0.3), lambda = Vector::Constant(m, 2.0);
  model.system.balance(0.2, model.q0, model.v0, acceleration, lambda, out.r);
  model.system.rate(0.2, model.q0, model.v0, out.rate);
  return out;
}

void expect_alike(const Model& ours, const OwnElements& own) {
  const Model bare = sample_model("se3");
  const AssembledModel expected = assemble(ours), actual = assemble(bare, own);
  const Balance a = balance_of(expected), b = balance_of(actual);
  EXPECT_LE((a.r - b.r).cwiseAbs().maxCoeff(), 1e-13);
  EXPECT_LE((a.rate - b.rate).norm(), 1e-13);
  State state;
  state.q = actual.q0;
  state.v = actual.v0;
  const DerivativeReport report = check_derivatives(with_dense_matrices(actual.system), state);
  EXPECT_TRUE(report.ok()) << describe(report.failures().empty() ? DerivativeEntry{}
                                                                 : report.failures().front());
}

TEST(OwnElements, SpringIsOurSpring) {
  Model model = sample_model("se3");
  auto spring = between<SpringDamper>("one", "p", "q");
  spring.stiffness = 40.0;
  spring.damping = 3.0;
  spring.length = 0.5;
  spring.form = Form::force;
  model.forces.emplace_back(spring);
  OwnElements own;
  own.add_force("one", {origin_of(spring.a), origin_of(spring.b)}, OwnSpring{});
  expect_alike(model, own);
}

TEST(OwnElements, RodIsOurRod) {
  Model model = sample_model("se3");
  auto rod = between<DistanceJoint>("one", "p", "q");
  rod.length.text = "0.8";
  model.joints.emplace_back(rod);
  OwnElements own;
  own.add_joint("one", {origin_of(rod.a), origin_of(rod.b)}, {Row{.name = "length"}}, OwnRod{});
  expect_alike(model, own);
  EXPECT_EQ(assemble(sample_model("r3xso3"), own).system.rows()[0].name, "one.length");
}

TEST(OwnElements, SkateIsOurSkate) {
  Model model = sample_model("se3");
  SkateJoint skate;
  skate.name = "one";
  skate.blade = testing_support::sample_end("p", 1.0);
  skate.surface.body = ground;
  model.joints.emplace_back(skate);
  OwnElements own;
  own.add_velocity_joint("one", {origin_of(skate.blade), axis_of(skate.blade, 2)}, {Row{.name = "side"}},
                         OwnSkate{});
  expect_alike(model, own);
}

TEST(OwnElements, MustTouchABody) {
  OwnElements own;
  End end;
  end.body = ground;
  own.add_joint("one", {origin_of(end), origin_of(end)}, {Row{.name = "length"}}, OwnRod{});
  EXPECT_THROW(assemble(sample_model("se3"), own), ModelError);
}

}  // namespace
}  // namespace kreisel
