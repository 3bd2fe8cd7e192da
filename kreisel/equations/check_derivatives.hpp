// Compares everything a mechanical system offers with differences of its simpler functions.
//
// B with differences of Φ, rates with Φ along the motion, tangents with the balance, and so on, at the state
// given and at randomly moved ones, which also lie off Φ = 0. Differences are central ones with three steps,
// extrapolated twice [Hairer, Nørsett, Wanner 1993] II.9, so that honest functions agree to about 1e-9.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "kreisel/equations/any_system.hpp"
#include "kreisel/equations/state.hpp"

namespace kreisel {

struct DerivativeCheckOptions {
  std::uint64_t seed = 1;
  int samples = 5;          // randomly moved states besides the one given
  double move = 0.1;        // how far they are moved: metres and radians, and that part of velocities
  double step = 8e-3;       // largest step of the differences, metres and radians
  double tolerance = 1e-7;  // relative to the largest number of a row
};

/// One number compared. `row` and `column` count from 0.
struct DerivativeEntry {
  std::string what;  // "stiffness", "jacobian", …
  int sample = 0;    // 0: the state given
  Index row = 0, column = 0;
  double ours = 0.0, difference = 0.0;
  double relative_error = 0.0;  // of the largest number in this row, or of what round-off leaves visible
  bool ok = false;
};

struct DerivativeReport {
  std::vector<DerivativeEntry> entries;
  std::uint64_t seed = 0;

  bool ok() const;
  /// Largest relative error; NaN counts as the worst.
  double worst() const;
  std::vector<DerivativeEntry> failures() const;
};

/// "stiffness(3,4), sample 2: ours 1.5, difference -1.5, relative error 2".
std::string describe(const DerivativeEntry& entry);

/// Acceleration and multipliers of `at` may be empty: random ones are used then.
DerivativeReport check_derivatives(const AnySystem& system, const State& at,
                                   const DerivativeCheckOptions& options = {});

/// Checks that ∂(M v' - f + Bᵀλ) by v', v and q vanishes outside diagonal blocks of these sizes.
DerivativeReport check_blocks(const AnySystem& system, std::span<const int> blocks, const State& at,
                              const DerivativeCheckOptions& options = {});

/// The same for a system with its own type, its promise of blocks included.
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
  return report;
}

}  // namespace kreisel
