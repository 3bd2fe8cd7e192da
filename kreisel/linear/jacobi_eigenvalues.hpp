// Eigenvalues of a small symmetric matrix by Jacobi's rotations, in place and without heap.
#pragma once

#include <cmath>

#include "kreisel/core/types.hpp"

namespace kreisel {

/// Leaves the eigenvalues on the diagonal of the leading n×n block; [Golub, Van Loan 2013] section 8.5.
inline void jacobi_eigenvalues(Matrix& a, Index n) {
  constexpr int sweeps = 12;
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    bool is_diagonal = true;
    for (Index p = 0; p < n; ++p) {
      for (Index q = p + 1; q < n; ++q) {
        const double off = a(p, q);
        if (std::abs(off) <= 1e-10 * std::sqrt(std::abs(a(p, p) * a(q, q)))) continue;
        is_diagonal = false;
        const double ratio = (a(q, q) - a(p, p)) / (2.0 * off);
        const double t = std::copysign(1.0, ratio) / (std::abs(ratio) + std::hypot(1.0, ratio));
        const double c = 1.0 / std::hypot(1.0, t), s = t * c;
        for (Index i = 0; i < n; ++i) {
          const double x = a(i, p), y = a(i, q);
          a(i, p) = c * x - s * y;
          a(i, q) = s * x + c * y;
        }
        for (Index i = 0; i < n; ++i) {
          const double x = a(p, i), y = a(q, i);
          a(p, i) = c * x - s * y;
          a(q, i) = s * x + c * y;
        }
      }
    }
    if (is_diagonal) return;
  }
}

}  // namespace kreisel
