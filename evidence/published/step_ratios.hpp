// Which ratios of steps generalized-α bears: the criterion of [Wieloch 2022] theorem 3 and table 4.1.
#pragma once

#include "kreisel/methods/generalized_alpha/parameters.hpp"

namespace kreisel::experiments {

/// |T_z|_* of the error recursion, (4.43c), (4.44), for ratios σ_n, σ_{n+1} one after the other; below 1: stable.
double recursion_norm(int approximation, double rho, double sigma, double next_sigma);

/// The smallest σ with |T_z(σ, σ)|_* <= 1.
double smallest_ratio(int approximation, double rho);
/// The largest σ with |T_z(σ, σ_next)|_* <= 1, where σ_next is `smallest` (the worst corner) or σ itself.
double largest_ratio(int approximation, double rho, double smallest);
double largest_equal_ratio(int approximation, double rho);

/// [Wieloch 2022] table 4.1; ρ∞ = 0.1, 0.2, ..., 0.9 are rows 0 to 8.
struct PrintedRatios {
  double smallest, largest;
};
PrintedRatios printed_ratios(int approximation, int row);

}  // namespace kreisel::experiments
