// Coefficients of backward differentiation for the printed Munthe-Kaas BDF and the programs in arrays. The library keeps its
// own, so that neither checks itself.
#pragma once

#include <vector>

namespace kreisel::experiments {

/// α_0, ..., α_k, [Wieloch 2022] (2.7); the source prints k = 6 twice, with two misprints.
std::vector<double> bdf_alpha(int k);
/// γ_i = α_0 + ... + α_{i-1}, i = 1, ..., k, (2.16).
std::vector<double> bdf_gamma(int k);

}  // namespace kreisel::experiments
