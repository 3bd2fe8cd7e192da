// The block kernel beside the dense one and KLU; redundant rows are found and named.
#include "kreisel/linear/block_saddle_point.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include <Eigen/LU>
#include <Eigen/QR>
#include <Eigen/SVD>

#include "kreisel/linear/saddle_point.hpp"
#include "tests/support/random_mechanism.hpp"

namespace kreisel {
namespace {

using testing::Mechanism;

template <class Scalar>
using DenseKernel = SaddlePoint<Dynamic, Dynamic, std::integer_sequence<int, Dynamic>, Scalar>;

template <class Scalar>
VectorOf<Scalar, Dynamic> random_right(Index size, Random& random) {
  VectorOf<Scalar, Dynamic> right(size);
  for (Scalar& x : right) x = random.normal();
  return right;
}

template <class Kernel, class Values>
Values solve(const Kernel& kernel, const Values& right, Index n) {
  Values x = right.head(n), y = right.tail(right.size() - n), solution(right.size());
  kernel.solve(x, y);
  solution << x, y;
  return solution;
}

template <class Scalar>
DenseKernel<Scalar> dense_kernel(const BlockSaddlePoint<Scalar>& kernel) {
  DenseKernel<Scalar> dense;
  const Index n = kernel.s.rows(), m = kernel.l.rows();
  dense.resize(n, m);
  const auto whole = testing::whole_matrix(kernel);
  dense.s = whole.topLeftCorner(n, n);
  dense.u = whole.topRightCorner(n, m);
  dense.l = whole.bottomLeftCorner(m, n);
  dense.c = -whole.bottomRightCorner(m, m);
  return dense;
}

template <class Scalar>
class BlockSaddlePointOf : public ::testing::Test {};
using Scalars = ::testing::Types<double, Complex>;
TYPED_TEST_SUITE(BlockSaddlePointOf, Scalars);

TYPED_TEST(BlockSaddlePointOf, SolvesAsTheDenseKernelAndKluDo) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    auto kernel = testing::random_kernel<TypeParam>(1 + static_cast<Index>(seed % 12), random);
    const Index n = kernel.s.rows();
    const auto right = random_right<TypeParam>(n + kernel.l.rows(), random);
    ASSERT_EQ(kernel.factorize(), KernelStatus::regular) << "seed " << seed;
    EXPECT_TRUE(kernel.dropped().empty()) << "seed " << seed;
    EXPECT_FALSE(kernel.used_fallback()) << "seed " << seed;
    const auto solution = solve(kernel, right, n);

    auto dense = dense_kernel(kernel);
    ASSERT_EQ(dense.factorize(), KernelStatus::regular);
    EXPECT_LT((solve(dense, right, n) - solution).norm(), 1e-12 * solution.norm()) << "seed " << seed;

    PivotedFallback<TypeParam> klu;
    ASSERT_TRUE(klu.factorize(kernel.s, kernel.u, kernel.l, kernel.c, {}));
    VectorOf<TypeParam, Dynamic> pivoted = right;
    klu.solve(pivoted.data());
    EXPECT_LT((pivoted - solution).norm(), 1e-12 * solution.norm()) << "seed " << seed;
  }
}

TYPED_TEST(BlockSaddlePointOf, SolvesWithBlocksOfUnusualSizes) {
  const auto pattern = std::make_shared<const BlockPattern>(
      std::vector<Index>{9, 1, 6, 7},
      std::vector<std::pair<Index, std::vector<Index>>>{{7, {0, 2}}, {1, {1}}, {2, {3, 0}}, {0, {1}}},
      std::vector<std::pair<Index, Index>>{{3, 1}, {0, 3}});
  Random random(3);
  BlockSaddlePoint<TypeParam> kernel;
  kernel.resize(pattern);
  for (auto* values : {&kernel.s.values(), &kernel.l.values()})
    for (TypeParam& x : *values) x = 0.2 * random.normal();
  for (Index i = 0; i < 4; ++i) kernel.s.diagonal(i).diagonal().array() += TypeParam(4.0);
  kernel.u = kernel.l;
  const auto right = random_right<TypeParam>(33, random);
  ASSERT_EQ(kernel.factorize(), KernelStatus::regular);
  const auto solution = solve(kernel, right, 23);
  EXPECT_LT((testing::whole_matrix(kernel) * solution - right).norm(), 1e-12 * right.norm());
}

/// A mechanism whose rows depend on each other, or nearly: rank against singular values, x against least squares.
struct RankCase {
  std::string name = {};
  Mechanism mechanism = {};
  Index deficit = 0;
  double most_error = 0.0;
};

RankCase doubled_joint() {
  Random random(11);
  RankCase c{"doubled joint", testing::chain(60, random), 3, 1e-12};
  c.mechanism.turn_bodies(0.3, random);
  c.mechanism.joints.push_back(c.mechanism.joints[37]);
  return c;
}
RankCase chain_between_walls(double turn) {
  Random random(12);
  RankCase c{"chain between walls", testing::chain(60, random), turn > 0.0 ? 0 : 1,
             turn > 0.0 ? 1e-10 : 1e-12};
  c.mechanism.join(Mechanism::Kind::spherical, 59, -1, {60.0, 0.0, 0.0});
  c.mechanism.turn_bodies(turn, random);
  return c;
}
RankCase flat_plates(double turn) {
  Random random(13);
  RankCase c{"plates", testing::plates(6, random), turn > 0.0 ? 0 : 16, turn > 0.0 ? 1e-8 : 1e-11};
  c.mechanism.turn_bodies(turn, random);
  return c;
}
std::vector<RankCase> rank_table() {
  Random random(14);
  return {{"chain", testing::chain(60, random), 0, 1e-12},
          {"ring", testing::ring(60, random), 0, 1e-12},
          {"rod net", testing::rod_net(5, random), 0, 1e-11},
          doubled_joint(),
          chain_between_walls(0.0),
          chain_between_walls(1e-3),
          flat_plates(0.0),
          flat_plates(1e-3)};
}

Index deficit_by_singular_values(const BlockSaddlePoint<double>& kernel) {
  const Index n = kernel.s.rows(), m = kernel.l.rows();
  const Matrix whole = testing::whole_matrix(kernel);
  const Matrix scaled = whole.bottomLeftCorner(m, n) *
                        whole.topLeftCorner(n, n).llt().matrixL().solve(Matrix::Identity(n, n)).transpose();
  const Vector values = Eigen::BDCSVD<Matrix>(scaled).singularValues();
  return m - (values.array() > 1e-9 * values[0]).count();
}

TEST(BlockSaddlePoint, DropsAsManyRowsAsSingularValuesTell) {
  for (const RankCase& c : rank_table()) {
    SCOPED_TRACE(c.name);
    BlockSaddlePoint<double> kernel;
    kernel.resize(c.mechanism.pattern());
    c.mechanism.fill(kernel);
    const Index n = kernel.s.rows(), m = kernel.l.rows();
    const Matrix whole = testing::whole_matrix(kernel);
    EXPECT_EQ(deficit_by_singular_values(kernel), c.deficit);
    ASSERT_EQ(kernel.factorize(), KernelStatus::regular);
    EXPECT_FALSE(kernel.used_fallback());
    EXPECT_EQ(static_cast<Index>(kernel.dropped().size()), c.deficit);

    Random random(5);
    Vector right = random_right<double>(n + m, random);
    right.tail(m) = whole.bottomLeftCorner(m, n) * right.head(n);  // rows that do not contradict each other
    const Vector x = solve(kernel, right, n).head(n);
    const Vector expected = whole.completeOrthogonalDecomposition().solve(right).head(n);
    EXPECT_LT((x - expected).norm(), c.most_error * expected.norm());

    auto dense = dense_kernel(kernel);
    dense.drops_redundant_rows = true;
    ASSERT_EQ(dense.factorize(), KernelStatus::regular);
    EXPECT_EQ(dense.dropped().size(), kernel.dropped().size());
    EXPECT_LT((solve(dense, right, n).head(n) - expected).norm(), c.most_error * expected.norm());
  }
}

TEST(BlockSaddlePoint, NamesTheRowsOfTheDoubledJoint) {
  const Mechanism mechanism = doubled_joint().mechanism;
  BlockSaddlePoint<double> kernel;
  kernel.resize(mechanism.pattern());
  mechanism.fill(kernel);
  ASSERT_EQ(kernel.factorize(), KernelStatus::regular);
  const std::vector<Index> first = {111, 112, 113}, second = {180, 181, 182};
  EXPECT_THAT(kernel.dropped(), ::testing::AnyOf(first, second));
}

/// The first joint of the chain acts on its second body only, so that what is eliminated early has no pivot.
TEST(BlockSaddlePoint, RowsThatOnlyLookLikeJointsAreNotDropped) {
  const auto pattern = std::make_shared<const BlockPattern>(
      std::vector<Index>{6, 6, 6},
      std::vector<std::pair<Index, std::vector<Index>>>{{3, {0, 1}}, {3, {1, 2}}});
  ASSERT_TRUE(program_for(pattern)->has_early_strips());
  for (const std::size_t one_sided : {std::size_t{0}, std::size_t{1}}) {
    Random random(21);
    BlockSaddlePoint<double> kernel;
    kernel.resize(pattern);
    for (double& x : kernel.l.values()) x = random.normal();
    const auto& strip = pattern->strips()[one_sided];
    one_sided == 0 ? kernel.l.strip(strip).leftCols(6).setZero()
                   : kernel.l.strip(strip).rightCols(6).setZero();
    kernel.u = kernel.l;
    for (Index i = 0; i < 3; ++i) kernel.s.diagonal(i).setIdentity();
    const Vector right = random_right<double>(24, random);
    ASSERT_EQ(kernel.factorize(), KernelStatus::regular);
    EXPECT_TRUE(kernel.dropped().empty());
    EXPECT_LT((testing::whole_matrix(kernel) * solve(kernel, right, 18) - right).norm(),
              1e-12 * right.norm());
  }
}

/// Seldom a strip gives the body what it lacks before its turn comes.
TYPED_TEST(BlockSaddlePointOf, PivotsWhereABodyHasNoMassOfItsOwn) {
  int pivoted = 0;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Random random(seed);
    auto kernel = testing::random_kernel<TypeParam>(6, random);
    kernel.s.diagonal(2).row(0).setZero();
    kernel.s.diagonal(2).col(0).setZero();
    const auto right = random_right<TypeParam>(kernel.s.rows() + kernel.l.rows(), random);
    for (int repetition = 0; repetition < 2; ++repetition) {
      ASSERT_EQ(kernel.factorize(), KernelStatus::regular) << "seed " << seed;
      const auto solution = solve(kernel, right, kernel.s.rows());
      EXPECT_LT((testing::whole_matrix(kernel) * solution - right).norm(), 1e-11 * solution.norm());
    }
    pivoted += kernel.used_fallback() ? 1 : 0;
    EXPECT_EQ(kernel.fallbacks(), kernel.used_fallback() ? 2 : 0);
    const BlockSaddlePoint<TypeParam> copy = kernel;
    EXPECT_LT((solve(copy, right, kernel.s.rows()) - solve(kernel, right, kernel.s.rows())).norm(),
              1e-9 * right.norm());
    kernel.s.diagonal(2)(0, 0) = 1.0;
    EXPECT_EQ(kernel.factorize(), KernelStatus::regular);
    EXPECT_FALSE(kernel.used_fallback());
  }
  EXPECT_GT(pivoted, 30);
}

TEST(BlockSaddlePoint, DropsRedundantRowsAlsoWhenItPivots) {
  const Mechanism mechanism = doubled_joint().mechanism;
  BlockSaddlePoint<double> kernel;
  kernel.resize(mechanism.pattern());
  mechanism.fill(kernel);
  kernel.s.diagonal(20)(1, 1) = 0.0;
  const Index n = kernel.s.rows(), m = kernel.l.rows();
  const Matrix whole = testing::whole_matrix(kernel);
  Random random(7);
  Vector right = random_right<double>(n + m, random);
  right.tail(m) = whole.bottomLeftCorner(m, n) * right.head(n);
  ASSERT_EQ(kernel.factorize(), KernelStatus::regular);
  EXPECT_TRUE(kernel.used_fallback());
  EXPECT_EQ(kernel.dropped().size(), 3U);
  const Vector expected = whole.completeOrthogonalDecomposition().solve(right);
  EXPECT_LT((solve(kernel, right, n) - expected).head(n).norm(), 1e-11 * expected.head(n).norm());
}

TEST(BlockSaddlePoint, TrustsNegativePivotsOnlyWhenTheSolutionIsGood) {
  Random random(17);
  const Mechanism mechanism = testing::chain(10, random);
  BlockSaddlePoint<double> kernel;
  kernel.resize(mechanism.pattern());
  mechanism.fill(kernel);
  for (const double inertia : {-0.05, 1e-9}) {
    // A block with pivots 1e-9 and about -1e9: healthy by themselves, useless together.
    kernel.s.diagonal(4).bottomRightCorner(3, 3) = inertia * Matrix3::Identity();
    if (inertia > 0.0) kernel.s.diagonal(4)(3, 4) = kernel.s.diagonal(4)(4, 3) = 1.0;
    const Vector right = random_right<double>(kernel.s.rows() + kernel.l.rows(), random);
    ASSERT_EQ(kernel.factorize(), KernelStatus::regular);
    const Vector solution = solve(kernel, right, kernel.s.rows());
    EXPECT_LT((testing::whole_matrix(kernel) * solution - right).norm(), 1e-11 * solution.norm());
    EXPECT_EQ(kernel.used_fallback(), inertia > 0.0);
  }
}

TEST(BlockSaddlePoint, NamesTheCoordinateThatNothingHolds) {
  Random random(19);
  const Mechanism mechanism = testing::star(3, 2, random);
  BlockSaddlePoint<double> kernel;
  kernel.resize(mechanism.pattern());
  mechanism.fill(kernel);
  kernel.s.setZero();
  for (Index i = 0; i < 7; ++i) kernel.s.diagonal(i).setIdentity();
  kernel.s.diagonal(2)(4, 4) = 0.0;
  for (Index row = 0; row < kernel.l.rows(); ++row) {
    Index column = 0;
    for (const Index body : kernel.l.pattern().strip_of_row(row).bodies) {
      if (body == 2) kernel.l.row(row)[column + 4] = kernel.u.row(row)[column + 4] = 0.0;
      column += 6;
    }
  }
  ASSERT_EQ(kernel.factorize(), KernelStatus::singular_body);
  EXPECT_EQ(kernel.guilty(), 16);
}

TEST(BlockSaddlePoint, ReportsWhatIsNotANumber) {
  Random random(23);
  auto kernel = testing::random_kernel<double>(8, random);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  auto bad_body = kernel, bad_row = kernel, bad_compliance = kernel;
  bad_body.s.diagonal(3)(1, 1) = nan;
  EXPECT_EQ(bad_body.factorize(), KernelStatus::singular_body);
  EXPECT_EQ(bad_body.guilty(), kernel.s.pattern().body(3).first + 1);
  bad_row.l.row(2)[0] = nan;
  EXPECT_EQ(bad_row.factorize(), KernelStatus::singular_row);
  EXPECT_EQ(bad_row.guilty(), 2);
  bad_compliance.c[1] = nan;
  EXPECT_EQ(bad_compliance.factorize(), KernelStatus::singular_row);
  EXPECT_EQ(bad_compliance.guilty(), 1);
}

TEST(BlockSaddlePoint, KnowsMobilityAndSensitivityAsTheDenseKernelDoes) {
  Random random(29);
  const Mechanism mechanism = testing::random_mechanism(6, 0, true, random);
  BlockSaddlePoint<double> kernel;
  kernel.resize(mechanism.pattern());
  mechanism.fill(kernel);
  auto dense = dense_kernel(kernel);
  ASSERT_EQ(kernel.factorize(), KernelStatus::regular);
  ASSERT_EQ(dense.factorize(), KernelStatus::regular);
  for (Index i = 0; i < kernel.l.rows(); ++i) {
    EXPECT_NEAR(kernel.row_mobility(i), dense.row_mobility(i), 1e-12 * dense.row_mobility(i));
    for (Index j = 0; j < kernel.l.rows(); ++j)
      EXPECT_NEAR(kernel.mobility(kernel.l, i, j), dense.mobility(dense.l, i, j),
                  1e-12 * dense.row_mobility(i));
  }
  EXPECT_GT(kernel.row_sensitivity(), 0.1 * dense.row_sensitivity());
  EXPECT_LT(kernel.row_sensitivity(), 10.0 * dense.row_sensitivity());
}

TEST(BlockSaddlePoint, SharesOneProgramAmongKernelsOfAPattern) {
  const auto pattern = std::make_shared<const BlockPattern>(
      std::vector<Index>{6, 6}, std::vector<std::pair<Index, std::vector<Index>>>{{3, {0, 1}}});
  const auto program = program_for(pattern);
  EXPECT_EQ(program, program_for(pattern));
  EXPECT_NE(program, program_for(std::make_shared<const BlockPattern>(*pattern)));
}

TEST(BlockSaddlePoint, SolvesAStarOf3000Legs) {
  Random random(31);
  const Mechanism mechanism = testing::star(3000, 1, random);
  BlockSaddlePoint<double> kernel;
  kernel.resize(mechanism.pattern());
  mechanism.fill(kernel);
  ASSERT_EQ(kernel.factorize(), KernelStatus::regular);
  EXPECT_LT(program_for(kernel.s.shared_pattern())->values(), 130 * 3001);
  const Vector right = random_right<double>(kernel.s.rows() + kernel.l.rows(), random);
  Vector x = right.head(kernel.s.rows()), y = right.tail(kernel.l.rows()), rows(y.size());
  kernel.solve(x, y);
  product_into(kernel.l, x, rows);
  EXPECT_LT((rows - right.tail(y.size())).norm(), 1e-11 * x.norm());
}

TEST(SaddlePoint, TheFlagAloneDecidesWhetherRowsAreDropped) {
  Random random(37);
  const Mechanism mechanism = doubled_joint().mechanism;
  BlockSaddlePoint<double> kernel;
  kernel.resize(mechanism.pattern());
  mechanism.fill(kernel);
  auto dense = dense_kernel(kernel);
  EXPECT_EQ(dense.factorize(), KernelStatus::singular_row);
  EXPECT_TRUE(dense.dropped().empty());
}

TEST(SaddlePoint, ComplianceIsSetAlikeInBothKernels) {
  Random random(41);
  auto kernel = testing::random_kernel<Complex>(4, random);
  auto dense = dense_kernel(kernel);
  clear_compliance(kernel);
  clear_compliance(dense);
  set_compliance(kernel, 2, 0.5);
  set_compliance(dense, 2, 0.5);
  EXPECT_EQ(dense.c, -testing::whole_matrix(kernel).bottomRightCorner(dense.c.rows(), dense.c.cols()));
}

}  // namespace
}  // namespace kreisel
