// Backward differences in powers, summed.
#include "evidence/peers/bdf_coefficients.hpp"

namespace kreisel::experiments {

std::vector<double> bdf_alpha(int k) {
  // Σ_j ∇^j / j.
  std::vector<double> alpha(static_cast<std::size_t>(k) + 1, 0.0);
  for (int j = 1; j <= k; ++j) {
    double binomial = 1.0;
    for (int i = 0; i <= j; ++i) {
      alpha[static_cast<std::size_t>(i)] += (i % 2 == 0 ? binomial : -binomial) / j;
      binomial *= static_cast<double>(j - i) / (i + 1);
    }
  }
  return alpha;
}

std::vector<double> bdf_gamma(int k) {
  const std::vector<double> alpha = bdf_alpha(k);
  std::vector<double> gamma;
  double sum = 0.0;
  for (int i = 0; i < k; ++i) gamma.push_back(sum += alpha[static_cast<std::size_t>(i)]);
  return gamma;
}

}  // namespace kreisel::experiments
