// The dense kernel: mass, rows, scaling, redundant rows.
#include "kreisel/linear/saddle_point.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>

namespace kreisel {
namespace {

template <int N, int P, class Blocks>
SaddlePoint<N, P, Blocks> example(Index n, Index p) {
  SaddlePoint<N, P, Blocks> kernel;
  kernel.resize(n, p);
  std::srand(7);
  const Matrix noise = Matrix::Random(n, n);
  kernel.s = Matrix(4.0 * Matrix::Identity(n, n) + 0.3 * noise);
  kernel.l = Matrix(Matrix::Random(p, n));
  kernel.u = Matrix(kernel.l.transpose()) + 0.1 * Matrix(Matrix::Random(n, p));
  kernel.c = Matrix(Matrix::Zero(p, p));
  if (p > 1) kernel.c(1, 1) = 0.5;
  return kernel;
}

template <class Kernel>
void expect_solves(Kernel& kernel, const Matrix& s) {
  const Index n = s.rows(), p = kernel.u.cols();
  Matrix whole(n + p, n + p);
  whole << s, Matrix(kernel.u), Matrix(kernel.l), -Matrix(kernel.c);
  const Vector right = Vector::LinSpaced(n + p, -1.0, 2.0);
  ASSERT_EQ(kernel.factorize(), KernelStatus::regular);
  typename Kernel::VectorN x = right.head(n);
  typename Kernel::VectorP y = right.tail(p);
  kernel.solve(x, y);
  Vector solution(n + p);
  solution << x, y;
  EXPECT_LT((whole * solution - right).norm(), 1e-13 * right.norm());
}

TEST(SaddlePoint, SolvesWithOneBlockOfFixedSize) {
  auto kernel = example<6, 3, std::integer_sequence<int, 6>>(6, 3);
  expect_solves(kernel, kernel.s);
}

TEST(SaddlePoint, SolvesWithRunTimeSizes) {
  auto kernel = example<Dynamic, Dynamic, std::integer_sequence<int, Dynamic>>(9, 4);
  expect_solves(kernel, kernel.s);
}

TEST(SaddlePoint, ReadsOnlyTheDiagonalBlocks) {
  auto kernel = example<6, 3, std::integer_sequence<int, 3, 3>>(6, 3);
  Matrix blocks = kernel.s;
  blocks.topRightCorner(3, 3).setZero();
  blocks.bottomLeftCorner(3, 3).setZero();
  expect_solves(kernel, blocks);
}

TEST(SaddlePoint, SolvesWithoutRows) {
  auto kernel = example<3, 0, std::integer_sequence<int, 3>>(3, 0);
  const Matrix3 s = kernel.s;
  ASSERT_EQ(kernel.factorize(), KernelStatus::regular);
  Vector3 x(1.0, 2.0, 3.0);
  VectorOf<double, 0> none;
  kernel.solve(x, none);
  EXPECT_LT((s * x - Vector3(1.0, 2.0, 3.0)).norm(), 1e-14);
}

TEST(SaddlePoint, NamesTheRowThatDependsOnOthers) {
  auto kernel = example<Dynamic, Dynamic, std::integer_sequence<int, Dynamic>>(6, 3);
  kernel.c.setZero();
  kernel.l.row(2) = 0.5 * kernel.l.row(0) + 2.0 * kernel.l.row(1);
  kernel.u = kernel.l.transpose();
  ASSERT_EQ(kernel.factorize(), KernelStatus::singular_row);
  EXPECT_GE(kernel.guilty(), 0);
  EXPECT_LT(kernel.guilty(), 3);
}

TEST(SaddlePoint, AcceptsRowsOfVeryDifferentScale) {
  auto kernel = example<Dynamic, Dynamic, std::integer_sequence<int, Dynamic>>(6, 2);
  kernel.l.row(1) *= 1e-9;
  kernel.u.col(1) *= 1e-9;
  kernel.c.setZero();
  EXPECT_EQ(kernel.factorize(), KernelStatus::regular);
}

TEST(SaddlePoint, NamesTheCoordinateWithoutMass) {
  auto kernel = example<Dynamic, Dynamic, std::integer_sequence<int, Dynamic>>(4, 1);
  kernel.s.row(2).setZero();
  kernel.s.col(2).setZero();
  EXPECT_EQ(kernel.factorize(), KernelStatus::singular_body);
}

TEST(SaddlePoint, ReportsNanAsSingular) {
  auto kernel = example<6, 3, std::integer_sequence<int, 3, 3>>(6, 3);
  kernel.s(4, 4) = NAN;
  EXPECT_NE(kernel.factorize(), KernelStatus::regular);
}

}  // namespace
}  // namespace kreisel
