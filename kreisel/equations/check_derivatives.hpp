// Compares everything a mechanical system offers with differences of its simpler functions.
//
// B with differences of Φ, rates with Φ along the motion, tangents with the balance, and so on, at the state
// given and at randomly moved ones, which also lie off Φ = 0; a change of Φ that is offered as exact must be
// so for tiny moves too. Differences are central ones with three steps, extrapolated twice [Hairer, Nørsett,
// Wanner 1993] II.9, so that honest functions agree to about 1e-9.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "kreisel/core/random.hpp"
#include "kreisel/equations/block_system.hpp"
#include "kreisel/equations/derivative_report.hpp"
#include "kreisel/equations/state.hpp"

namespace kreisel {

struct DerivativeCheckOptions {
  std::uint64_t seed = 1;
  int samples = 5;          // randomly moved states besides the one given
  double move = 0.1;        // how far they are moved: metres and radians, and that part of velocities
  double step = 8e-3;       // largest step of the differences, metres and radians
  double tolerance = 1e-7;  // relative to the largest number of a row
};

/// Acceleration and multipliers of `at` may be empty: random ones are used then.
DerivativeReport check_derivatives(const AnySystem& system, const State& at,
                                   const DerivativeCheckOptions& options = {});

/// Checks that ∂(M v' - f + Bᵀλ) by v', v and q vanishes outside diagonal blocks of these sizes.
DerivativeReport check_blocks(const AnySystem& system, std::span<const int> blocks, const State& at,
                              const DerivativeCheckOptions& options = {});

namespace detail {

/// A step with its change of Φ in one go must agree with the two apart.
template <MechanicalSystem System>
void check_advance_with_gap(const System& system, const State& at, const DerivativeCheckOptions& options,
                            DerivativeReport& report) {
  Random random(options.seed);
  for (int sample = 0; sample <= options.samples; ++sample) {
    typename System::Tangent w = system.group().log(system.group().identity());
    for (double& value : w) value = options.move * random.normal();
    const typename System::Element q = at.q;
    typename System::Element together = q, apart = q;
    typename System::Multiplier change_together(row_count(system)), change_apart(row_count(system));
    system.advance_with_gap(at.t, q, options.move, w, together, change_together);
    advance_into(system.group(), q, w, apart);
    system.gap_change(at.t, q, options.move, w, change_apart);
    compare_vectors(report, "advance_with_gap, element", together, apart, options.tolerance);
    compare_vectors(report, "advance_with_gap, change", change_together, change_apart, options.tolerance);
  }
}

}  // namespace detail

/// The same for a system in blocks, its combined step included.
inline DerivativeReport check_derivatives(const BlockSystem& system, const State& at,
                                          const DerivativeCheckOptions& options = {}) {
  DerivativeReport report = check_derivatives(with_dense_matrices(system), at, options);
  detail::check_advance_with_gap(system, at, options, report);
  return report;
}

/// The same for a system with its own type, its promise of blocks and its combined step included.
template <MechanicalSystem System>
DerivativeReport check_derivatives(const System& system, const State& at,
                                   const DerivativeCheckOptions& options = {}) {
  const AnySystem erased = erase(system);
  DerivativeReport report = check_derivatives(erased, at, options);
  const auto blocks = []<int... sizes>(std::integer_sequence<int, sizes...>) {
    return std::vector{sizes...};
  }
  (typename System::Blocks{});
  const DerivativeReport outside = check_blocks(erased, blocks, at, options);
  report.entries.insert(report.entries.end(), outside.entries.begin(), outside.entries.end());
  if constexpr (requires(typename System::Element q, typename System::Tangent w,
                         typename System::Multiplier gap) {
                  system.advance_with_gap(at.t, q, at.t, w, q, gap);
                }) {
    detail::check_advance_with_gap(system, at, options, report);
  }
  return report;
}

}  // namespace kreisel
