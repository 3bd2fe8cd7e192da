// From what a user asked for to a method with its coefficients and a formulation that it claims.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kreisel/equations/any_system.hpp"
#include "kreisel/methods/catalog.hpp"
#include "kreisel/run/run.hpp"

namespace kreisel {

struct ProblemInstance;
struct Target;

inline constexpr const char* automatic_method = "auto";

/// A method that may take over while "auto" runs (automatic_stepper.hpp).
struct Alternative {
  std::string name;
  MethodCoefficients coefficients;
  std::optional<Formulation> formulation;
  double price = 1.0;
  bool is_refuge = false;
};

struct ChosenMethod {
  MethodChoice choice;
  MethodCoefficients coefficients;
  std::map<std::string, std::string> parameters;
  std::optional<Formulation> formulation;  // empty: no rigid position rows
  std::optional<StartedState> start;       // with "auto", whose advice looked at it
  std::vector<Alternative> alternatives;  // with "auto" under a tolerance; the first one is the method chosen
};

/// What decides how joints can enter.
struct JointTraits {
  bool has_rigid_positions = false, has_rigid_velocities = false;
};
JointTraits joint_traits(const AnySystem& system);

/// What the method recommends unless told otherwise: no drift, no spurious transient in λ, any step change. Empty when
/// it claims nothing for these joints, or when there are no rigid position rows.
std::optional<Formulation> usual_formulation(const Claims& claims, const JointTraits& joints);

/// The claim that a run without rigid position rows needs: of the velocity level, or of no joints at all.
std::optional<Formulation> level_without_positions(const JointTraits& joints);

/// `settings` are those that the target does not know. Throws OptionError and UnknownName; with "auto" also StartError,
/// because the advice looks at the state at the start.
ChosenMethod choose_method(const RunSpec& spec, const Target& target, const Settings& settings,
                           const ProblemInstance& problem, const AnySystem& system);

}  // namespace kreisel
