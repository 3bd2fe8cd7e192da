// One step of the mixed pair: Newton with differences for the derivatives.
#include "evidence/peers/mixed_lobatto.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

namespace kreisel::experiments {

void MixedLobatto::step(Vector4& y, double h) const {
  Matrix slopes = rate_(y).replicate(1, stages);
  double last = 1e300;
  for (int i = 0; i < 50; ++i) {
    const double size = h * newton_step(y, h, slopes);
    if (size < 1e-14 || (i > 3 && size > 0.5 * last)) break;
    last = size;
  }
  y += h * (slopes * iiic_.b);
}

double MixedLobatto::newton_step(const Vector4& y, double h, Matrix& slopes) const {
  Matrix jacobian = Matrix::Identity(n * stages, n * stages);
  Vector residual(n * stages);
  for (Index i = 0; i < stages; ++i) {
    Vector4 at = y;
    for (Index k = 0; k < n; ++k) at(k) += h * coefficients(k).row(i).dot(slopes.row(k));
    residual.segment(i * n, n) = slopes.col(i) - rate_(at);
    for (Index l = 0; l < n; ++l) {
      const Vector4 slope = derivative(at, l);
      for (Index j = 0; j < stages; ++j)
        jacobian.block(i * n, j * n + l, n, 1) -= (h * coefficients(l)(i, j)) * slope;
    }
  }
  const Vector change = jacobian.partialPivLu().solve(residual);
  for (Index i = 0; i < stages; ++i) slopes.col(i) -= change.segment(i * n, n);
  return change.norm();
}

Vector4 MixedLobatto::derivative(const Vector4& at, Index l) const {
  const double d = 1e-6 * std::max(1.0, std::abs(at(l)));
  Vector4 up = at, down = at;
  up(l) += d;
  down(l) -= d;
  return (rate_(up) - rate_(down)) / (2.0 * d);
}

}  // namespace kreisel::experiments
