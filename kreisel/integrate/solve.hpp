// Solve an initial value problem: consistent start, first step, time loop. What most users call.
//
//   const auto system = differentiated(Pendulum{});
//   const Solution s = solve(system, {0.0, 2.0}, q0, v0, {.rtol = 1e-6, .atol = 1e-6});
#pragma once

#include <memory>
#include <type_traits>

#include "kreisel/integrate/solution.hpp"
#include "kreisel/methods/make_stepper.hpp"

namespace kreisel {

/// Throws StartError for inconsistent initial values; everything numerical ends in the outcome.
template <MechanicalSystem System>
Solution solve(const System& system, const TimeSpan& span, const Vector& q0, const Vector& v0,
               const SolveOptions& options = {}, const Observer& observer = {}) {
  const std::unique_ptr<Stepper> stepper =
      make_stepper(system, options.method, stepper_options(options, span));
  if constexpr (std::is_same_v<System, AnySystem>) {
    return solve_with(*stepper, system, span, q0, v0, options, {}, observer);
  } else if constexpr (std::is_same_v<System, BlockSystem>) {
    return solve_with(*stepper, with_dense_matrices(system), span, q0, v0, options, {}, observer);
  } else {
    return solve_with(*stepper, erase(system), span, q0, v0, options, {}, observer);
  }
}

}  // namespace kreisel
