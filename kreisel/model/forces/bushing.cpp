// The matrices of a bushing: what they must be, and the directions in which both are diagonal.
#include "kreisel/model/forces/bushing.hpp"

#include <vector>

#include <fmt/format.h>

#include "kreisel/core/error.hpp"
#include "kreisel/linear/decompositions.hpp"

namespace kreisel {
namespace {

void expect_positive_semidefinite(const Matrix6& matrix, const std::string& pointer) {
  const double size = matrix.cwiseAbs().maxCoeff();
  if (!matrix.allFinite() || (matrix - matrix.transpose()).cwiseAbs().maxCoeff() > 1e-12 * size)
    throw ModelError("the matrix is not symmetric or not finite", pointer, "give a symmetric 6 by 6 matrix");
  if (symmetric_eigenvalues(matrix)(0) < -1e-12 * size)
    throw ModelError("the matrix has a negative eigenvalue: it would drive the motion", pointer,
                     "give a matrix that is positive semidefinite");
}

}  // namespace

/// K and D become diagonal together: with K + D/T = V Λ Vᵀ and Λ^(-1/2)Vᵀ K V Λ^(-1/2) = Q κ Qᵀ, the rows
/// W = Qᵀ Λ^(1/2) Vᵀ have K = Wᵀ κ W and D/T = Wᵀ (1 - κ) W; directions with neither drop out. Rows are scaled to length 1.
Bushing::Principal Bushing::diagonalised(const std::string& pointer) const {
  expect_positive_semidefinite(stiffness, pointer + "/stiffness");
  expect_positive_semidefinite(damping, pointer + "/damping");
  const double time =
      damping.isZero(0.0) || stiffness.isZero(0.0) ? 1.0 : damping.trace() / stiffness.trace();
  const SymmetricEigenpairs sum = symmetric_eigenpairs(stiffness + damping / time);
  std::vector<Index> kept;
  for (Index i = 0; i < 6; ++i)
    if (sum.values(i) > 1e-14 * sum.values(5)) kept.push_back(i);
  if (kept.empty())
    throw ModelError(fmt::format("\"{}\" has neither stiffness nor damping", name), pointer + "/stiffness",
                     "give a stiffness, or leave the bushing out");
  const Matrix v = sum.vectors(Eigen::all, kept);
  const Vector root = sum.values(kept).cwiseSqrt();
  const auto inverse_root = root.cwiseInverse().asDiagonal();
  const SymmetricEigenpairs split =
      symmetric_eigenpairs(inverse_root * v.transpose() * stiffness * v * inverse_root);
  const Matrix w = split.vectors.transpose() * root.asDiagonal() * v.transpose();
  const Vector sizes = w.rowwise().norm();
  Vector part = split.values;
  for (double& share : part) share = share < 1e-13 ? 0.0 : share > 1.0 - 1e-13 ? 1.0 : share;
  return {sizes.cwiseInverse().asDiagonal() * w, part.cwiseProduct(sizes.cwiseAbs2()),
          time * (1.0 - part.array()) * sizes.array().square()};
}

}  // namespace kreisel
