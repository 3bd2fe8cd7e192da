// Runs of the programs in arrays: their errors and their work.
#pragma once

#include <string>

#include "evidence/bench/run_errors.hpp"
#include "evidence/peers/array_programs.hpp"

namespace kreisel::experiments {

ArrayPoint array_point(const State& state);
State state_of(const ArrayPoint& point, double t);

struct ProgramRun {
  Errors errors = {};
  double steps = 0.0, iterations = 0.0;
  Work work = {};  // of the steps alone

  double flops_per_step() const { return work.flops / steps; }
  double operations_per_step() const { return static_cast<double>(work.operations) / steps; }
};

/// The heavy top on "so3", "r3xso3" or "se3" from exact starting values up to t_end.
ProgramRun run_program(const std::string& group, const ProgramChoice& choice, double h, double t_end = 1.0);

/// Generalized-α with variable steps, (4.11), with one of the four approximations (4.9) evaluated as section 6.3.1 says:
/// the first before the iteration, the others in each of its steps; R³×SO(3).
ProgramRun run_variable_alpha_program(double rho_inf, int approximation, const StepSequence& plan);

}  // namespace kreisel::experiments
