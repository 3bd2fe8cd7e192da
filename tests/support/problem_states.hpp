// States of the listed problems with their exact accelerations, for tests that run over the whole list.
#pragma once

#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "kreisel/core/random.hpp"
#include "kreisel/equations/check_derivatives.hpp"
#include "kreisel/problems/all.hpp"

namespace kreisel::testing_support {

using CaseSettings = std::map<std::string, std::string>;

inline ProblemInstance instance_of(const std::string& name, const CaseSettings& settings = {}) {
  const ProblemEntry& entry = find_problem(name);
  Parameters parameters(entry.parameters);
  for (const auto& [key, value] : settings) parameters.set(key, value);
  return entry.make(parameters);
}

/// check_derivatives() of the system with a type that methods are compiled for, its promises of blocks included.
DerivativeReport derivatives_as_compiled(const AnySystem& system, const State& at,
                                         const DerivativeCheckOptions& options);

/// A problem with one choice of everything that can be chosen by name.
struct Case {
  std::string problem;
  CaseSettings settings;

  std::string name() const {
    std::string text = problem;
    for (const auto& [key, value] : settings) text += "_" + value;
    return text;
  }
  friend std::ostream& operator<<(std::ostream& out, const Case& each) { return out << each.name(); }
};

/// Every choice with every other, refused ones included.
std::vector<Case> combinations_of(const ProblemEntry& entry);

/// Constraint forms do not go with groups that have no rows.
bool is_refused(const Case& each);

/// All problems in all combinations that are not refused.
std::vector<Case> all_cases();

/// Φ and its rate.
struct RowValues {
  Vector gap, rate;
};
RowValues row_values(const AnySystem& system, const State& state);

/// Fills v' and λ: rigid rows on the acceleration level, compliant ones λ = Φ/c.
void accelerate(const AnySystem& system, State& state);

/// The initial state, accelerated.
State start_of(const ProblemInstance& instance);

/// All observables.
Vector seen(const ProblemInstance& instance, const State& state);

/// The state a time s later, up to s³.
State later(const AnySystem& system, const State& state, double s);

/// A state near the start with velocities that keep the rigid rows, off Φ = 0 though.
State moving_state(const ProblemInstance& instance, const AnySystem& system, Random& random);

}  // namespace kreisel::testing_support
