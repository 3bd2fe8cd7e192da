// `kreisel equilibrium`: from a specification to where a model rests, its reactions and its stability.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "kreisel/analysis/equilibrium.hpp"
#include "kreisel/core/parameters.hpp"
#include "kreisel/problems/target.hpp"
#include "kreisel/run/run.hpp"

namespace kreisel {

struct EquilibriumSpec {
  std::string target;
  Settings settings = {};
  EquilibriumOptions options = {};
};

/// An equilibrium with its directions in words.
struct EquilibriumAnswer {
  Equilibrium found;
  Vector values;  // in the order of the columns
  std::vector<std::string> free, growing;
  double moved = 0.0;  // [m] the farthest that a coordinate of q went
};

struct EquilibriumRecord {
  std::string problem;
  std::map<std::string, std::string> parameters;
  std::vector<Column> columns = {};  // observables, then λ of every row
  std::vector<EquilibriumAnswer> answers = {};
  std::vector<std::string> reactions = {};  // joints that have "NAME.fx" … among the columns
  double wall_seconds = 0.0;

  double value(const EquilibriumAnswer& answer, const std::string& column) const;
  std::string json() const;
};

/// What is observed of a state: observables, then λ of every row.
std::vector<Column> columns_of(const ProblemInstance& problem);

/// Where a column of this name stands. Throws UnknownName with near misses; `option` asked for it.
Index result_column(const std::vector<Column>& columns, const std::string& name, const std::string& option);

/// Throws Error for bad input and where there is no equilibrium.
EquilibriumRecord equilibrium(const EquilibriumSpec& spec);
EquilibriumRecord equilibrium(const EquilibriumSpec& spec, const Target& target);

}  // namespace kreisel
