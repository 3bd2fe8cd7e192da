// Machine code for a law of one's own: the opt-in beside solve.hpp, two to three times quicker per step for tiny systems,
// for seconds of compiling. Include the family that is wanted, and no other:
//
//   #include "kreisel/methods/generalized_alpha/family.hpp"
//   #include "kreisel/solve/compiled.hpp"
//
//   const auto system = differentiated(Pendulum{});
//   const auto method = GeneralizedAlphaParameters::chung_hulbert(0.9);
//   const Solution s = solve_compiled(system, method, {0.0, 2.0}, q0, v0, {.steps = {.rtol = 1e-6}});
#pragma once

#include <memory>

#include "kreisel/solve/solution.hpp"

namespace kreisel {

/// As solve(); `method` are the parameters of a family and count instead of options.method.
template <MechanicalSystem System, class MethodParameters>
Solution solve_compiled(const System& system, const MethodParameters& method, const TimeSpan& span,
                        const Vector& q0, const Vector& v0, const SolveOptions& options = {},
                        const Observer& observer = {}) {
  const std::unique_ptr<Stepper> stepper =
      make_family_stepper(system, method, stepper_options(options, span));
  const AnySystem any = erase(system);
  return solve_with(*stepper, any, span, started(any, span, q0, v0, options.steps, options.start), options,
                    observer);
}

}  // namespace kreisel
