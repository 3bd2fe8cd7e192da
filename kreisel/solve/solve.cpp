// The front door: the stepper that fits the system, then the way every run takes.
#include "kreisel/solve/solve.hpp"

#include "kreisel/solve/stepper_for.hpp"

namespace kreisel {

Solution solve(const AnySystem& system, const TimeSpan& span, const Vector& q0, const Vector& v0,
               const SolveOptions& options, const Observer& observer) {
  const auto stepper = stepper_for(system, options.method, stepper_options(options, span));
  return solve_with(*stepper, system, span, started(system, span, q0, v0, options.steps, options.start),
                    options, observer);
}

}  // namespace kreisel
