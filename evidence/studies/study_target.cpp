// Reads a target of a study, a problem or a model file.
#include "evidence/studies/study_target.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "evidence/studies/fingerprints.hpp"
#include "kreisel/core/error.hpp"
#include "kreisel/core/names.hpp"
#include "kreisel/core/sha256.hpp"
#include "kreisel/problems/target.hpp"

namespace kreisel {
namespace {

bool knows(const MethodEntry& method, const std::string& key) {
  return std::ranges::any_of(method.parameters, [&](const Parameter& p) { return p.name == key; });
}

bool knows(const StudyTarget& target, const std::string& key) {
  return std::ranges::find(target.parameters, key) != target.parameters.end();
}

}  // namespace

StudyTarget study_target(const std::string& name, const Settings& settings) {
  const Target found = find_target(name);
  const TargetInstance instance = found.make(divide(settings, found).target);
  const ProblemInstance& problem = instance.problem;
  StudyTarget target{.name = found.name, .description = found.description, .citation = found.citation};
  target.t_begin = problem.t_begin;
  target.t_end = problem.t_end;
  target.has_energy = static_cast<bool>(problem.energy);
  target.joints = joint_traits(problem.system);
  for (const Parameter& parameter : found.parameters) target.parameters.push_back(parameter.name);
  return target;
}

std::string target_identity(const std::string& name, const Settings& settings) {
  const Target found = find_target(name);
  std::string text = found.name + " ";
  for (const auto& [key, value] : found.make(divide(settings, found).target).parameters)
    text += fmt::format("{}={} ", key, value);
  const std::string code = found.is_model ? sha256(found.model_text) + " " + fingerprint_of_models()
                                          : fingerprint_of_problem(found.name);
  return text + code + "\n";
}

Settings settings_for(const MethodEntry& method, const StudyTarget& target, const Settings& settings) {
  Settings known;
  for (const auto& setting : settings)
    if (knows(target, setting.first) || knows(method, setting.first)) known.push_back(setting);
  return known;
}

void require_known(const Settings& settings, const StudyTarget& target,
                   const std::vector<const MethodEntry*>& methods) {
  for (const auto& [key, value] : settings) {
    const bool is_known = knows(target, key) || std::ranges::any_of(methods, [&](const MethodEntry* method) {
                            return knows(*method, key);
                          });
    if (is_known) continue;
    std::vector<std::string> known = target.parameters;
    for (const MethodEntry* method : methods)
      for (const Parameter& p : method->parameters)
        if (std::ranges::find(known, p.name) == known.end()) known.push_back(p.name);
    throw UnknownName(
        fmt::format("neither {} nor one of the methods has a parameter \"{}\"", target.name, key), "--set",
        suggestion(key, "parameters", known));
  }
}

}  // namespace kreisel
