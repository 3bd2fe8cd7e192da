// The index-1 system of explicit methods for systems in blocks: ExplicitKernel on the block kernel.
#pragma once

#include <vector>

#include "kreisel/linear/block_saddle_point.hpp"
#include "kreisel/methods/shared/matrices.hpp"

namespace kreisel {

class ExplicitBlockKernel {
 private:
  BlockSaddlePoint<double> kernel_;

 public:
  ExplicitBlockKernel() = default;
  ExplicitBlockKernel(const ExplicitBlockKernel&) = delete;
  ExplicitBlockKernel& operator=(const ExplicitBlockKernel&) = delete;

  BlockSquare<double>& mass = kernel_.s;
  BlockStrips<double>& jacobian = kernel_.l;
  Vector& compliance = kernel_.c;

  void resize(const SharedPattern& pattern) { kernel_.resize(pattern); }

  KernelStatus factorize() {
    load_columns(kernel_, jacobian);
    constexpr bool is_symmetric = true;
    return kernel_.factorize(is_symmetric);
  }

  /// (f, γ) -> (a, λ) in place.
  void solve(Vector& right, Vector& rows) const {
    rows = -rows;
    kernel_.solve(right, rows);
  }

  Index guilty() const { return kernel_.guilty(); }
  const std::vector<Index>& dropped() const { return kernel_.dropped(); }
  bool is_finite() const { return mass.values().allFinite() && jacobian.values().allFinite(); }
};

}  // namespace kreisel
