// Eigen's solvers for matrices of any size: seconds of compiling for each file that names them.
#include "kreisel/linear/decompositions.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>

namespace kreisel {

Eigenpairs eigenpairs(const Matrix& a) {
  const Eigen::EigenSolver<Matrix> solver(a);
  if (solver.info() != Eigen::Success) return {};
  return {true, solver.eigenvalues(), solver.eigenvectors()};
}

Eigen::VectorXcd eigenvalues_of(const Matrix& a) {
  return Eigen::EigenSolver<Matrix>(a, false).eigenvalues();
}

SymmetricEigenpairs symmetric_eigenpairs(const Matrix& a) {
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(a);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

Vector symmetric_eigenvalues(const Matrix& a) {
  return Eigen::SelfAdjointEigenSolver<Matrix>(a, Eigen::EigenvaluesOnly).eigenvalues();
}

SymmetricEigenpairs symmetric_eigenpairs(const Matrix& stiffness, const Matrix& mass) {
  const Eigen::GeneralizedSelfAdjointEigenSolver<Matrix> solver(stiffness, mass);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

LeastSolution least_solution(const Matrix& rows, const Matrix& right, double share) {
  Eigen::CompleteOrthogonalDecomposition<Matrix> decomposition;
  decomposition.setThreshold(share);
  decomposition.compute(rows);
  return {decomposition.solve(right), decomposition.rank()};
}

Matrix kernel_of(const Matrix& rows, double share) {
  Eigen::ColPivHouseholderQR<Matrix> qr;
  qr.setThreshold(share);
  qr.compute(rows.transpose());
  const Matrix q = qr.householderQ();
  return q.rightCols(rows.cols() - qr.rank());
}

}  // namespace kreisel
