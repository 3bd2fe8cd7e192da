// A target that has been made, with the names of its bodies, and the equilibrium near its start.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "kreisel/analysis/equilibrium.hpp"
#include "kreisel/problems/target.hpp"

namespace kreisel {

/// A model, or problem, that stands.
struct StandingTarget {
  std::string name;
  std::map<std::string, std::string> parameters;
  ProblemInstance problem;
  std::vector<std::string> bodies;  // of a model
};

/// Throws Error for bad input.
StandingTarget standing_target(const Target& target, const Settings& settings);

/// The equilibrium near the start. Throws Error that says what moves, and what the forces are that remain.
Equilibrium equilibrium_or_error(const AnySystem& system, const std::vector<std::string>& bodies,
                                 const Vector& q0, const EquilibriumOptions& options);
void refuse_missing_equilibrium(const AnySystem& system, const std::vector<std::string>& bodies,
                                const Equilibrium& found);

}  // namespace kreisel
