// Explicit inverse of blocks up to 3×3, for the mass-dominated blocks of the kernel: no pivots, no branches.
//
// Cofactors lose at most a few ulps times the condition number of the block, which is that of a body's
// inertia; solving becomes a product.
#pragma once

#include <cmath>
#include <type_traits>

#include <Eigen/LU>

#include "kreisel/core/types.hpp"
#include "kreisel/linear/dense_lu.hpp"

namespace kreisel {

template <int N, class Scalar = double>
class SmallInverse {
 public:
  static_assert(N >= 1 && N <= 3);
  static constexpr int fixed_size = N;
  using MatrixN = MatrixOf<Scalar, N, N>;

  void resize(Index) { matrix_.setZero(); }
  MatrixN& storage() { return matrix_; }  // write the matrix here, then factorize()

  /// False: singular or not finite; weakest_row() is then the row with the smallest entries.
  bool factorize() {
    inverse_ = matrix_.inverse();
    return std::isfinite(magnitude(inverse_.sum()));
  }

  template <class Columns>
  void solve_in_place(Columns&& x) const {
    x = inverse_.lazyProduct(x).eval();
  }

  Index weakest_row() const {
    Index row = 0;
    matrix_.cwiseAbs().rowwise().sum().minCoeff(&row);
    return row;
  }

 private:
  MatrixN matrix_, inverse_;
};

template <int N, class Scalar = double>
using BlockSolver = std::conditional_t<(N >= 1 && N <= 3), SmallInverse<(N >= 1 && N <= 3) ? N : 1, Scalar>,
                                       DenseLu<N, Scalar>>;

}  // namespace kreisel
