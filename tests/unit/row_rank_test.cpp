// Which rows depend on which, by the joints they belong to.
#include "kreisel/analysis/row_rank.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kreisel/check/least_multipliers.hpp"
#include "kreisel/equations/differentiated.hpp"
#include "tests/support/linear_point.hpp"

namespace kreisel {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

State at(const Vector3& q, const Vector3& v = Vector3::Zero()) {
  return {.t = 0.0, .q = q, .v = v, .acceleration = Vector::Zero(3), .lambda = {}};
}

TEST(RowRank, IndependentRowsAreAllCounted) {
  LinearPoint<2> law;
  law.b << 1, 0, 0, 1, 1e-2, 0;
  law.all_rows = rigid_rows({"wall", "guide"});
  const RowRank rank = rank_of_rigid_rows(erase(differentiated(law)), at({0, 0, 0}));
  EXPECT_EQ(rank.rank, 2);
  EXPECT_EQ(rank.degrees_of_freedom(), 1);
  EXPECT_TRUE(rank.dependent.empty());
  EXPECT_FALSE(rank.is_nearly_redundant());
}

TEST(RowRank, TheWholeDependentSetIsNamedByItsJoints) {
  LinearPoint<4> law;
  law.masses = {1e-3, 10.0, 1.0};
  law.b << 1, 0, 0, 0, 2, 0, 0, 0, 1, 3, 5, 0;  // the last is 3·pin.x + 2.5·pin.y, and has no part of floor
  law.all_rows = rigid_rows({"pin.x", "pin.y", "floor", "weld.1"});
  const RowRank rank = rank_of_rigid_rows(erase(differentiated(law)), at({0, 0, 0}));
  EXPECT_EQ(rank.rank, 3);
  EXPECT_EQ(rank.redundant_rows(), 1);
  ASSERT_EQ(rank.dependent.size(), 1U);
  EXPECT_THAT(rank.dependent[0].row_names, UnorderedElementsAre("pin.x", "pin.y", "weld.1"));
  EXPECT_THAT(rank.dependent[0].joints, UnorderedElementsAre("pin", "weld"));
}

TEST(RowRank, DoesNotDependOnUnitsOfRowsOrMasses) {
  for (const double factor : {1e-9, 1.0, 1e9}) {
    LinearPoint<2> law;
    law.b << 1, 1, 0, factor, 2 * factor, 0;
    law.all_rows = rigid_rows({"a", "b"});
    law.masses = Vector3::Ones() * factor;
    EXPECT_EQ(rank_of_rigid_rows(erase(differentiated(law)), at({0, 0, 0})).rank, 2) << factor;
    law.b << 1, 1, 0, factor, factor, 0;
    EXPECT_EQ(rank_of_rigid_rows(erase(differentiated(law)), at({0, 0, 0})).rank, 1) << factor;
  }
}

TEST(RowRank, RowsNearEachOtherAreCalledNearlyRedundant) {
  LinearPoint<2> law;
  law.all_rows = rigid_rows({"a", "b"});
  law.b << 1, 0, 0, 1, 1e-4, 0;
  const RowRank near = rank_of_rigid_rows(erase(differentiated(law)), at({0, 0, 0}));
  EXPECT_EQ(near.rank, 2);
  EXPECT_TRUE(near.is_nearly_redundant());
  EXPECT_NEAR(near.weakest_share, 1e-4, 1e-7);
  law.b << 1, 0, 0, 1, 1e-6, 0;
  EXPECT_EQ(rank_of_rigid_rows(erase(differentiated(law)), at({0, 0, 0})).rank, 1);
}

TEST(RowRank, JointsThatContradictEachOtherSayByHowMuch) {
  LinearPoint<2> law;
  law.b << 1, 0, 0, 2, 0, 0;
  law.target << 0.5, 1.0;
  law.all_rows = rigid_rows({"a", "b"});
  EXPECT_NEAR(rank_of_rigid_rows(erase(differentiated(law)), at({0.7, 0, 0})).dependent.at(0).gap, 0.0,
              1e-15);
  law.target << 0.5, 1.2;
  const RowRank rank = rank_of_rigid_rows(erase(differentiated(law)), at({0.5, 0, 0}));
  const double own = rank.dependent.at(0).row_names[0] == "b" ? 0.2 : 0.1;
  EXPECT_NEAR(std::abs(rank.dependent[0].gap), own, 1e-15);
}

TEST(RowRank, RowsThatHoldNothingAreRedundantByThemselves) {
  LinearPoint<2> law;
  law.b << 0, 0, 0, 0, 1, 0;
  law.all_rows = rigid_rows({"nothing", "b"});
  const RowRank rank = rank_of_rigid_rows(erase(differentiated(law)), at({0, 0, 0}));
  EXPECT_EQ(rank.rank, 1);
  EXPECT_THAT(rank.dependent.at(0).row_names, ElementsAre("nothing"));
}

TEST(RowRank, VelocityRowsTakeVelocitiesButNoPositions) {
  LinearPoint<3> law;
  law.b << 1, 0, 0, 0, 1, 0, 0, 0, 1;
  law.all_rows = {
      {.name = "pin"}, {.name = "skate", .kind = RowKind::velocity}, {.name = "spring", .compliance = 1e-3}};
  const RowRank rank = rank_of_rigid_rows(erase(differentiated(law)), at({0, 0, 0}));
  EXPECT_EQ(rank.rigid_rows, 2);
  EXPECT_EQ(rank.degrees_of_freedom(), 1);
  EXPECT_EQ(rank.position_freedom(), 2);
}

TEST(LeastMultipliers, SharesTheForceAmongRowsThatHoldTheSame) {
  LinearPoint<3> law;
  law.b << 1, 0, 0, 10, 0, 0, 0, 1, 0;
  law.all_rows = rigid_rows({"a", "b", "c"});
  const AnySystem system = erase(differentiated(law));
  Vector lambda{{6.0, 0.0, 5.0}};
  EXPECT_TRUE(LeastMultipliers(system).apply(0.0, Vector::Zero(3), lambda));
  // Both give half of the force 6, whatever units their rows are written in.
  EXPECT_NEAR(lambda[0], 3.0, 1e-14);
  EXPECT_NEAR(lambda[1], 0.3, 1e-14);
  EXPECT_NEAR(lambda[2], 5.0, 1e-14);
}

TEST(LeastMultipliers, LeavesUniqueOnesAlone) {
  LinearPoint<2> law;
  law.b << 1, 0, 0, 1, 1, 0;
  law.all_rows = rigid_rows({"a", "b"});
  const AnySystem system = erase(differentiated(law));
  Vector lambda{{6.0, -2.0}};
  EXPECT_FALSE(LeastMultipliers(system).apply(0.0, Vector::Zero(3), lambda));
  EXPECT_EQ(lambda[0], 6.0);
  EXPECT_EQ(lambda[1], -2.0);
}

TEST(LeastMultipliers, DoesNotTouchCompliantRowsAndKeepsTheForce) {
  LinearPoint<4> law;
  law.masses = {2.0, 0.5, 1.0};
  law.b << 1, 0, 0, 0, 1, 0, 1, 1, 0, 1, 0, 0;
  law.all_rows = rigid_rows({"a", "b", "c"});
  law.all_rows.push_back({.name = "spring", .compliance = 1e-4});
  const AnySystem system = erase(differentiated(law));
  const Vector before{{1.0, 2.0, 0.0, 7.0}};
  Vector after = before;
  EXPECT_TRUE(LeastMultipliers(system).apply(0.0, Vector::Zero(3), after));
  EXPECT_EQ(after[3], 7.0);
  EXPECT_LT((law.b.transpose() * (after - before)).cwiseAbs().maxCoeff(), 1e-14);
  const auto size = [&](const Vector& x) {
    const Vector mobility = (law.b * law.masses.cwiseInverse().asDiagonal() * law.b.transpose()).diagonal();
    return x.head(3).cwiseAbs2().dot(mobility.head(3));
  };
  EXPECT_LT(size(after), size(before));
  for (const double other : {-1e-3, 1e-3}) {
    const Vector moved = after + other * Vector{{1.0, 1.0, -1.0, 0.0}};
    EXPECT_LT(size(after), size(moved));
  }
}

}  // namespace
}  // namespace kreisel
