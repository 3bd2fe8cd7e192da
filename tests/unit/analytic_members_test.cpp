// What a law offers analytically against what dual numbers make of its mass, force and constraint alone.
#include <gtest/gtest.h>

#include "kreisel/core/random.hpp"
#include "kreisel/core/sines.hpp"
#include "kreisel/equations/differentiated.hpp"
#include "kreisel/problems/andrews_law.hpp"
#include "kreisel/problems/heavy_top_law.hpp"

namespace {

using namespace kreisel;

/// The law without its optional members.
template <class L>
struct Bare {
  using Group = typename L::Group;
  static constexpr int fixed_rows = L::fixed_rows;
  template <class S>
  using Element = VectorOf<S, Group::fixed_coordinates>;
  template <class S>
  using Tangent = VectorOf<S, Group::fixed_dimension>;
  L law;

  auto rows() const { return law.rows(); }
  template <class S>
  auto mass(const Element<S>& q) const {
    return law.mass(q);
  }
  template <class S>
  Tangent<S> force(const S& t, const Element<S>& q, const Tangent<S>& v) const {
    return law.force(t, q, v);
  }
  template <class S>
  VectorOf<S, fixed_rows> constraint(const S& t, const Element<S>& q) const {
    return law.constraint(t, q);
  }
};

template <class M>
void expect_same(const M& analytic, const M& automatic, const char* what) {
  const double scale = std::max(automatic.cwiseAbs().maxCoeff(), 1e-300);
  EXPECT_LE((analytic - automatic).cwiseAbs().maxCoeff(), 1e-12 * scale) << what;
}

template <class L>
class AnalyticMembers : public testing::Test {};
using Laws = testing::Types<Andrews, HeavyTopInertial<R3xSO3>, HeavyTopInertial<R3xS3>, HeavyTopInertial<SE3>,
                            HeavyTopInertial<SE3Quaternion>>;
TYPED_TEST_SUITE(AnalyticMembers, Laws);

template <class L>
struct RandomState {
  using System = Differentiated<L>;
  typename System::Element q;
  typename System::Tangent v, acceleration, w;
  typename System::Multiplier lambda;

  explicit RandomState(Random& random) {
    for (auto* x : {&v, &acceleration, &w})
      for (double& value : *x) value = random.normal();
    for (double& value : lambda) value = random.normal();
    q = L::Group::advance(L::Group::identity(), w);
    w *= 0.1;
  }
};

TYPED_TEST(AnalyticMembers, AgreeWithDualNumbersAtRandomStates) {
  using L = TypeParam;
  using System = Differentiated<L>;
  const System ours(L{});
  const Differentiated<Bare<L>> plain(Bare<L>{});
  Random random(11);
  for (int sample = 0; sample < 20; ++sample) {
    const RandomState<L> at(random);
    typename System::Tangent balance, expected_balance;
    ours.balance(0.0, at.q, at.v, at.acceleration, at.lambda, balance);
    plain.balance(0.0, at.q, at.v, at.acceleration, at.lambda, expected_balance);
    expect_same(balance, expected_balance, "balance");
    typename System::Multiplier rows, expected_rows;
    ours.rate(0.0, at.q, at.v, rows);
    plain.rate(0.0, at.q, at.v, expected_rows);
    expect_same(rows, expected_rows, "rate");
    ours.row_acceleration(0.0, at.q, at.v, at.acceleration, rows);
    plain.row_acceleration(0.0, at.q, at.v, at.acceleration, expected_rows);
    expect_same(rows, expected_rows, "row_acceleration");
    ours.gap_change(0.0, at.q, 0.0, at.w, rows);
    plain.gap_change(0.0, at.q, 0.0, at.w, expected_rows);
    expect_same(rows, expected_rows, "gap_change");
  }
}

TYPED_TEST(AnalyticMembers, TangentsAgreeWithDualNumbersAtRandomStates) {
  using L = TypeParam;
  using System = Differentiated<L>;
  const System ours(L{});
  const Differentiated<Bare<L>> plain(Bare<L>{});
  Random random(12);
  for (int sample = 0; sample < 20; ++sample) {
    const RandomState<L> at(random);
    typename System::AllTangents tangents, expected;
    for (auto* all : {&tangents, &expected}) all->resize(at.v.size(), at.lambda.size());
    ours.tangents(0.0, at.q, at.v, at.acceleration, at.lambda, tangents);
    plain.tangents(0.0, at.q, at.v, at.acceleration, at.lambda, expected);
    expect_same(tangents.mass, expected.mass, "mass");
    expect_same(tangents.damping, expected.damping, "damping");
    expect_same(tangents.stiffness, expected.stiffness, "stiffness");
    expect_same(tangents.jacobian, expected.jacobian, "jacobian");
    expect_same(tangents.rate_stiffness, expected.rate_stiffness, "rate_stiffness");
  }
}

/// Blocks of a law are all that is not zero.
TEST(AnalyticMembers, AndrewsIsBlockDiagonal) {
  const Differentiated<Bare<Andrews>> plain(Bare<Andrews>{});
  Random random(13);
  const RandomState<Andrews> at(random);
  Tangents<7, 6> all;
  all.resize(7, 6);
  plain.tangents(0.0, at.q, at.v, at.acceleration, at.lambda, all);
  const int block_of[] = {0, 0, 1, 2, 2, 3, 3};
  for (int i = 0; i < 7; ++i) {
    for (int j = 0; j < 7; ++j) {
      if (block_of[i] == block_of[j]) continue;
      EXPECT_EQ(all.mass(i, j), 0.0) << i << ' ' << j;
      EXPECT_EQ(all.damping(i, j), 0.0) << i << ' ' << j;
      EXPECT_EQ(all.stiffness(i, j), 0.0) << i << ' ' << j;
    }
  }
}

TEST(Sines, AgreeWithTheLibraryFarFromZeroToo) {
  Random random(14);
  for (const double range : {1e-8, 0.1, 1.0, 10.0, 1e4, 1e7}) {
    for (int sample = 0; sample < 1000; ++sample) {
      VectorOf<double, 4> x;
      for (double& value : x) value = range * random.normal();
      x(3) = std::round(x(3)) * 1.5707963267948966;
      const SinesOf<double, 4> found = sines(x);
      for (int i = 0; i < 4; ++i) {
        EXPECT_NEAR(found.sine(i), std::sin(x(i)), 4e-16 * std::min(1.0, std::abs(x(i)))) << x(i);
        EXPECT_NEAR(found.cosine(i), std::cos(x(i)), 4e-16) << x(i);
      }
    }
  }
  const VectorOf<double, 2> broken(0.0, NAN);
  EXPECT_TRUE(std::isnan(sines(broken).sine(1)));
}

}  // namespace
