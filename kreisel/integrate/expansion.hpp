// Strongly damped motion as a power series in ε: the limit of infinite damping and its corrections, all smooth and all
// independent of ε.
//
// Rows Bv + b = ε c̄ λ. Inserting y = y⁰ + ε y¹ + ..., likewise v and λ, and comparing powers of ε gives for k = 0, 1, ...
//
//   [q' - q·v~]_k = 0,   [M v' - f + Bᵀλ]_k = 0,   [B v + b]_k = c̄ λ^(k-1)
//
// [Stumpp 2004] (2.17) with its sign corrected. All k together are solved by Radau IIA with seven stages: unknowns are
// series, the matrix is that of k = 0 and is factorised once for all. With stage order 7 the velocities of term k converge
// with order 8-k [Stumpp 2004] theorem 9. Initial values vᵏ(0), orthogonal to the kernel of B in the mass metric, need
// derivatives of λ^(k-1): from the collocation polynomial of a trial step, as long as differences get smaller.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "kreisel/equations/any_system.hpp"
#include "kreisel/equations/series_system.hpp"
#include "kreisel/equations/state.hpp"

namespace kreisel {

/// Column k holds the coefficients of εᵏ.
struct SeriesState {
  double t = 0.0;
  Matrix q, v, lambda;

  /// Σ εᵏ·(column k) over k <= order.
  State sum(double epsilon, int order) const;
};

inline constexpr int highest_expansion_order = series_order - 1;  // the next term is the error estimate

struct ExpansionOptions {
  int order = 2;
  double epsilon = 1e-3;  // the largest compliance; the tolerance is for the sum with this ε
  double t_begin = 0.0, t_end = 1.0;
  double tolerance = 1e-10;  // relative, of positions and velocities over the whole interval
  std::vector<double> sample_times = {};
  long max_steps = 100'000;
};

struct Expansion {
  bool is_complete = false;
  std::string message;  // why it is not
  SeriesState begin, end;
  double start_uncertainty = 0.0;  // of the initial velocities, as far as two trial steps differ
  double integration_error = 0.0;  // sum of the estimates of all steps, in coordinates
  long steps = 0, rejected = 0, factorizations = 0, iterations = 0;
};

using SeriesObserver = std::function<void(const SeriesState&)>;

/// From q0 and v0, which is first projected onto the rows. Throws StartError when that fails.
Expansion expand(const SeriesSystem& series, const AnySystem& system, const Vector& q0, const Vector& v0,
                 const ExpansionOptions& options, const SeriesObserver& observer = {});

}  // namespace kreisel
