// From what a user asked for to a method with its coefficients and a formulation that it claims.
#pragma once

#include <string>
#include <vector>

#include "kreisel/methods/catalog.hpp"
#include "kreisel/study/run.hpp"
#include "kreisel/study/target.hpp"

namespace kreisel {

inline constexpr const char* automatic_method = "auto";

struct ChosenMethod {
  MethodChoice choice;
  MethodCoefficients coefficients;
  std::map<std::string, std::string> parameters;
  std::optional<Formulation> formulation;  // empty: no rigid position rows
};

/// `settings` are those that the target does not know. Throws OptionError and UnknownName; with "auto" also StartError,
/// because the advice looks at the state at the start.
ChosenMethod choose_method(const RunSpec& spec, const Target& target, const Settings& settings,
                           const ProblemInstance& problem, const AnySystem& system);

}  // namespace kreisel
