// Eigenvalues and orthogonal factors of matrices of any size, for what is computed once and not in a step: compiled in one place.
#pragma once

#include "kreisel/core/types.hpp"

namespace kreisel {

struct Eigenpairs {
  bool found = false;  // the iteration came to its end
  Eigen::VectorXcd values = {};
  Eigen::MatrixXcd vectors = {};  // of length 1, in columns
};
Eigenpairs eigenpairs(const Matrix& a);
/// The values alone.
Eigen::VectorXcd eigenvalues_of(const Matrix& a);

/// Of a symmetric matrix, in ascending order.
struct SymmetricEigenpairs {
  Vector values = {};
  Matrix vectors = {};
};
SymmetricEigenpairs symmetric_eigenpairs(const Matrix& a);
Vector symmetric_eigenvalues(const Matrix& a);
/// The same of stiffness·x = value·mass·x with a positive definite mass; xᵀ mass x = 1.
SymmetricEigenpairs symmetric_eigenpairs(const Matrix& stiffness, const Matrix& mass);

struct LeastSolution {
  Matrix x = {};
  Index rank = 0;
};
/// x with the smallest norm for which rows·x is nearest to right; pivots below `share` of the largest count as zero.
LeastSolution least_solution(const Matrix& rows, const Matrix& right, double share);
/// An orthonormal basis, in columns, of the x for which rows·x = 0.
Matrix kernel_of(const Matrix& rows, double share);

}  // namespace kreisel
