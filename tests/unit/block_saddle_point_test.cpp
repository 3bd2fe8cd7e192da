#include "kreisel/linear/block_saddle_point.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>

#include "tests/support/random_mechanism.hpp"

namespace kreisel {
namespace {

using testing::Mechanism;

template <class Scalar>
double error_of(BlockSaddlePoint<Scalar>& kernel, Random& random) {
  using Values = VectorOf<Scalar, Dynamic>;
  const Index n = kernel.s.rows(), m = kernel.l.rows();
  const auto whole = testing::whole_matrix(kernel);
  Values right(n + m);
  for (Scalar& x : right) x = random.normal();
  const Values expected = whole.fullPivLu().solve(right);
  EXPECT_EQ(kernel.factorize(), KernelStatus::regular);
  Values x = right.head(n), y = right.tail(m), solution(n + m);
  kernel.solve(x, y);
  solution << x, y;
  return (solution - expected).norm() / expected.norm();
}

template <class Scalar>
class BlockSaddlePointOf : public ::testing::Test {};
using Scalars = ::testing::Types<double, Complex>;
TYPED_TEST_SUITE(BlockSaddlePointOf, Scalars);

TYPED_TEST(BlockSaddlePointOf, SolvesAsDenseMatricesDo) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    auto kernel = testing::random_kernel<TypeParam>(1 + static_cast<Index>(seed % 12), random);
    EXPECT_LT(error_of(kernel, random), 1e-12) << "seed " << seed;
    EXPECT_TRUE(kernel.dropped().empty()) << "seed " << seed;
    EXPECT_FALSE(kernel.used_fallback()) << "seed " << seed;
  }
}

}  // namespace
}  // namespace kreisel
