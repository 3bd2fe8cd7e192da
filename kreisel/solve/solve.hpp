// Solve an initial value problem: consistent start, first step, time loop. The front door of the library.
//
//   const Solution s = solve(differentiated(Pendulum{}), {0.0, 2.0}, q0, v0, {.steps = {.rtol = 1e-6}});
//
// Methods are compiled once, in the library, for systems behind the run-time type. Who wants machine code of his own for
// a law takes kreisel/solve/compiled.hpp.
#pragma once

#include "kreisel/solve/solution.hpp"

namespace kreisel {

/// Throws StartError for inconsistent initial values; everything numerical ends in the outcome.
Solution solve(const AnySystem& system, const TimeSpan& span, const Vector& q0, const Vector& v0,
               const SolveOptions& options = {}, const Observer& observer = {});

/// A law of one's own, behind the run-time type.
template <MechanicalSystem System>
Solution solve(const System& system, const TimeSpan& span, const Vector& q0, const Vector& v0,
               const SolveOptions& options = {}, const Observer& observer = {}) {
  return solve(erase(system), span, q0, v0, options, observer);
}

}  // namespace kreisel
