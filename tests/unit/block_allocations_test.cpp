// Factorising and solving take no memory from the heap. This program counts every allocation, as
// tests/claims/allocations_test.cpp does: Eigen goes to malloc directly, operator new ends there too.
#include <gtest/gtest.h>

#include <cstdlib>

#include "kreisel/linear/saddle_point.hpp"
#include "tests/support/counted_allocations.hpp"
#include "tests/support/random_mechanism.hpp"

namespace kreisel {
namespace {

using testing::Mechanism;

template <class Kernel>
long allocations_of_two_rounds(Kernel& kernel) {
  typename Kernel::Values x = Kernel::Values::Ones(kernel.s.rows()),
                          y = Kernel::Values::Ones(kernel.l.rows());
  EXPECT_EQ(kernel.factorize(), KernelStatus::regular);
  const long before = allocations;
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(kernel.factorize(), KernelStatus::regular);
    kernel.solve(x, y);
  }
  return allocations - before;
}

TEST(BlockAllocations, TheCounterCounts) {
  if (!KREISEL_COUNTS_ALLOCATIONS) GTEST_SKIP();
  const long before = allocations;
  const Vector some = Vector::Zero(1000);
  EXPECT_GT(allocations, before);
  EXPECT_EQ(some.size(), 1000);
}

TEST(BlockAllocations, NoneAfterResize) {
  Random random(1);
  auto real = testing::random_kernel<double>(30, random);
  Vector x = Vector::Ones(real.s.rows()), y = Vector::Ones(real.l.rows());
  const long before = allocations;
  EXPECT_EQ(real.factorize(), KernelStatus::regular);
  real.solve(x, y);
  EXPECT_GT(real.mobility(real.l, 0, 0) + real.row_mobility(0), 0.0);
  EXPECT_EQ(allocations - before, 0);
  auto complex = testing::random_kernel<Complex>(30, random);
  EXPECT_EQ(allocations_of_two_rounds(complex), 0);
}

TEST(BlockAllocations, NoneForRowsThatAreDropped) {
  Random random(2);
  for (const Mechanism& mechanism : {testing::plates(6, random), testing::chain(40, random)}) {
    BlockSaddlePoint<double> kernel;
    kernel.resize(mechanism.pattern());
    mechanism.fill(kernel);
    EXPECT_EQ(allocations_of_two_rounds(kernel), 0);
  }
}

/// KLU's refactorisation keeps what its first factorisation took; its solution, too.
TEST(BlockAllocations, NoneAfterTheFirstFallback) {
  Random random(3);
  const Mechanism mechanism = testing::chain(10, random);
  BlockSaddlePoint<double> kernel;
  kernel.resize(mechanism.pattern());
  mechanism.fill(kernel);
  kernel.s.diagonal(9).topLeftCorner(1, 6).setZero();
  EXPECT_EQ(allocations_of_two_rounds(kernel), 0);
  EXPECT_EQ(kernel.fallbacks(), 3);
}

TEST(BlockAllocations, NoneOfTheDenseKernelThatDropsRows) {
  SaddlePoint<Dynamic, Dynamic, std::integer_sequence<int, Dynamic>> kernel;
  kernel.resize(6, 3);
  kernel.drops_redundant_rows = true;
  kernel.s.setIdentity();
  kernel.l.setOnes();
  kernel.u.setOnes();
  Vector x = Vector::Ones(6), y = Vector::Ones(3);
  EXPECT_EQ(kernel.factorize(), KernelStatus::regular);
  const long before = allocations;
  EXPECT_EQ(kernel.factorize(), KernelStatus::regular);
  kernel.solve(x, y);
  EXPECT_EQ(allocations - before, 0);
  EXPECT_EQ(kernel.dropped().size(), 2U);
}

}  // namespace
}  // namespace kreisel
