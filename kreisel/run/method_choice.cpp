// From what a user asked for to a method, its coefficients and a formulation that it claims.
#include "kreisel/run/method_choice.hpp"

#include <fmt/format.h>

#include "kreisel/check/method_advice.hpp"
#include "kreisel/core/names.hpp"
#include "kreisel/problems/target.hpp"

namespace kreisel {
namespace {

std::optional<Formulation> choose_formulation(const RunSpec& spec, const MethodEntry& method,
                                              const JointTraits& joints) {
  if (!joints.has_rigid_positions) {
    require_claim(method, level_without_positions(joints));
    return std::nullopt;
  }
  const std::optional<Formulation> chosen =
      spec.formulation ? spec.formulation : usual_formulation(method.claims, joints);
  require_claim(method, chosen ? chosen : std::optional(Formulation::index2));
  return chosen;
}

void require_fitting_steps(const RunSpec& spec, const MethodEntry& method) {
  if (!spec.steps.are_constant() && !method.claims.controls_error)
    throw OptionError(fmt::format("method \"{}\" does not estimate its error", method.name), "--method",
                      "give a constant --step, or take radau or bliedf");
  if (spec.steps.are_constant() && !method.claims.constant_steps)
    throw OptionError(
        fmt::format("method \"{}\" chooses order and step itself", method.name), "--step",
        fmt::format("give --rtol instead, or take {}_3", method.name == "radau" ? "radau_iia" : method.name));
}

/// Names of methods that have this parameter, for the hint.
std::vector<std::string> methods_with(const std::string& parameter) {
  std::vector<std::string> names;
  for (const MethodEntry& method : all_methods())
    for (const Parameter& p : method.parameters)
      if (p.name == parameter) names.push_back(method.name);
  return names;
}

[[noreturn]] void refuse_setting(const std::string& key, const Target& target, const MethodEntry& method,
                                 bool is_automatic) {
  const std::vector<std::string> owners = methods_with(key);
  if (is_automatic && !owners.empty())
    throw OptionError(fmt::format("\"{}\" is a parameter of {}, and the method chosen here is {}", key,
                                  owners.front(), method.name),
                      "--set", fmt::format("add --method {}", owners.front()));
  std::vector<std::string> known;
  for (const auto* list : {&target.parameters, &method.parameters})
    for (const Parameter& p : *list) known.push_back(p.name);
  throw UnknownName(fmt::format("neither {} \"{}\" nor method \"{}\" has a parameter \"{}\"", target.kind(),
                                target.name, method.name, key),
                    "--set", suggestion(key, "parameters", known));
}

/// What is recommended for the motion from its consistent start on, which the run goes on from.
MethodAdvice advice_for(const RunSpec& spec, const ProblemInstance& problem, const AnySystem& system,
                        std::optional<StartedState>& start) {
  const TimeSpan span{problem.t_begin, spec.t_end.value_or(problem.t_end)};
  start =
      started(system, span, problem.q0, problem.v0, spec.steps, completed(spec.start, problem.start_limit));
  return advise(traits_of(system, start->state, span.length()),
                {spec.steps.are_constant(), spec.formulation});
}

/// Price of an attempt in attempts of dop853, measured: an implicit one costs more where there is little to eliminate.
double price_of(const std::string& name, bool has_rigid_rows) {
  if (name == "radau") return has_rigid_rows ? 2.0 : 6.0;
  return name == "bliedf" ? 0.3 : 1.0;
}

/// Who may take over from the method that the advice chose: an explicit or an implicit one, and a refuge.
std::vector<Alternative> alternatives_to(const std::string& chosen, const JointTraits& joints) {
  const bool has_rows = joints.has_rigid_positions || joints.has_rigid_velocities;
  std::vector<Alternative> all;
  for (const std::string& name :
       {chosen, std::string("radau"), std::string("dop853"), std::string("bliedf")}) {
    if (!all.empty() && name == chosen) continue;
    if (name == "dop853" && joints.has_rigid_velocities) continue;
    const MethodEntry& method = find_method(name);
    const std::optional<Formulation> formulation = usual_formulation(method.claims, joints);
    if (joints.has_rigid_positions && !formulation) continue;
    all.push_back({name, method.coefficients(Parameters(method.parameters)), formulation,
                   price_of(name, has_rows), name == "bliedf"});
  }
  return all;
}

}  // namespace

JointTraits joint_traits(const AnySystem& system) {
  JointTraits joints;
  for (const Row& row : system.rows()) {
    if (!row.is_rigid()) continue;
    (row.is_position() ? joints.has_rigid_positions : joints.has_rigid_velocities) = true;
  }
  return joints;
}

std::optional<Formulation> usual_formulation(const Claims& claims, const JointTraits& joints) {
  if (!joints.has_rigid_positions) return std::nullopt;
  for (const Formulation f : {claims.recommended, Formulation::index1})
    if (claims.find(f) != nullptr) return f;
  return std::nullopt;
}

std::optional<Formulation> level_without_positions(const JointTraits& joints) {
  return joints.has_rigid_velocities ? std::optional(Formulation::velocity) : std::nullopt;
}

ChosenMethod choose_method(const RunSpec& spec, const Target& target, const Settings& settings,
                           const ProblemInstance& problem, const AnySystem& system) {
  ChosenMethod chosen;
  MethodChoice& choice = chosen.choice;
  choice.method = spec.method;
  choice.is_automatic = spec.method == automatic_method;
  if (choice.is_automatic) {
    MethodAdvice advice = advice_for(spec, problem, system, chosen.start);
    choice.method = std::move(advice.method);
    choice.reasons = std::move(advice.reasons);
    choice.remarks = std::move(advice.remarks);
  }
  const MethodEntry& method = find_method(choice.method);
  require_fitting_steps(spec, method);
  Parameters parameters(method.parameters);
  for (const auto& [key, value] : settings) {
    if (!parameters.knows(key)) refuse_setting(key, target, method, choice.is_automatic);
    parameters.set(key, value);
  }
  chosen.formulation = choose_formulation(spec, method, joint_traits(system));
  choice.formulation = chosen.formulation ? std::string(name_of(*chosen.formulation)) : "none";
  chosen.coefficients = method.coefficients(parameters);
  chosen.parameters = parameters.texts();
  if (choice.is_automatic && !spec.steps.are_constant() && !spec.formulation && settings.empty())
    chosen.alternatives = alternatives_to(choice.method, joint_traits(system));
  return chosen;
}

}  // namespace kreisel
