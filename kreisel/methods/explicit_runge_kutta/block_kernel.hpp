// The index-1 system of explicit methods for systems in blocks: ExplicitKernel on the block kernel.
#pragma once

#include <vector>

#include "kreisel/linear/block_saddle_point.hpp"
#include "kreisel/methods/shared/matrices.hpp"

namespace kreisel {

class ExplicitBlockKernel {
 public:
  BlockSquare<double> mass;
  BlockStrips<double> jacobian;
  Vector compliance;

  void resize(const SharedPattern& pattern) {
    mass.resize(pattern, true);
    jacobian.resize(pattern);
    compliance.setZero(pattern->rows());
    kernel_.resize(pattern);
  }

  KernelStatus factorize() {
    load_square(kernel_, mass);
    load_columns(kernel_, jacobian);
    load_rows(kernel_, jacobian);
    kernel_.c = compliance;
    return kernel_.factorize();
  }

  /// (f, γ) -> (a, λ) in place.
  void solve(Vector& right, Vector& rows) const {
    rows = -rows;
    kernel_.solve(right, rows);
  }

  Index guilty() const { return kernel_.guilty(); }
  const std::vector<Index>& dropped() const { return kernel_.dropped(); }
  bool is_finite() const { return mass.values().allFinite() && jacobian.values().allFinite(); }

 private:
  BlockSaddlePoint<double> kernel_;
};

}  // namespace kreisel
