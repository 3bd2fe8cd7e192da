// A run with all its points, and models beside it with other values of a parameter.
#pragma once

#include <string>
#include <vector>

#include "kreisel/gradients/parameter_direction.hpp"
#include "kreisel/gradients/replay.hpp"
#include "kreisel/run/run.hpp"
#include "kreisel/run/standing_target.hpp"

namespace kreisel {

/// Every accepted point; the first is the start.
struct Trajectory {
  std::vector<State> points;
  RunRecord record;
};

/// Throws Error where the run does not reach its end, or an event changes its motion.
Trajectory run_with_points(const RunSpec& spec, const Target& target);

/// The method of the run with its coefficients and the formulation of joints, and when its steps ended.
StepSequence step_sequence(const RunSpec& spec, const Target& target, const StandingTarget& standing,
                           const Trajectory& run);

/// One direction per parameter. Throws UnknownName, and OptionError for a choice.
std::vector<ParameterDirection> directions_of(const RunSpec& spec, const Target& target,
                                              const StandingTarget& standing,
                                              const std::vector<std::string>& names);

/// Observables, then λ of every row.
Vector observed(const ProblemInstance& problem, const StateView& state);

}  // namespace kreisel
