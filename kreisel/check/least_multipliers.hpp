// The multipliers that are shown where rigid rows are redundant.
//
// Then λ is determined up to the null space of Bᵀ: forces that cancel each other inside the mechanism. Of all λ with the same
// Bᵀλ this is the one with the smallest Σ (g_i λ_i)², g_i² = B_i M⁻¹B_iᵀ: the least norm in the metric of the mass, which
// depends neither on units nor on which rows the linear kernel left out.
#pragma once

#include "kreisel/analysis/row_rank.hpp"

namespace kreisel {

class LeastMultipliers {
 public:
  explicit LeastMultipliers(const AnySystem& system);

  /// λ of the rigid rows replaced by that of least norm at (t, q); those of compliant rows are unique. True if something
  /// was redundant there.
  bool apply(double t, const Vector& q, Vector& lambda);

 private:
  const AnySystem& system_;
  std::vector<Index> rows_;
  Matrix mass_, jacobian_, rigid_;
};

}  // namespace kreisel
