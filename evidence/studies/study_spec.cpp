// Chooses the contestants of a study and refuses those that do not fit.
#include "evidence/studies/study_spec.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace kreisel {
namespace {

bool fits(const Claims& claims, StepKind steps) {
  if (steps == StepKind::constant) return claims.constant_steps;
  return steps == StepKind::either || claims.controls_error;
}

std::string reason(StepKind steps) {
  return steps == StepKind::constant ? "choose their step themselves" : "have no error control";
}

/// What was asked for, is claimed and possible; as a single run would choose unless something was asked for.
std::vector<std::optional<Formulation>> formulations_of(const MethodEntry& method, const StudySpec& spec,
                                                        const JointTraits& joints) {
  const Claims& claims = method.claims;
  if (!joints.has_rigid_positions) {
    if (claims.find(level_without_positions(joints)) == nullptr) return {};
    return {std::nullopt};
  }
  std::vector<std::optional<Formulation>> chosen;
  const auto take = [&](Formulation f) {
    if (claims.find(f) != nullptr) chosen.emplace_back(f);
  };
  if (spec.all_formulations) {
    for (const NamedChoice<Formulation>& entry : formulations) take(entry.value);
  } else if (!spec.formulations.empty()) {
    for (const Formulation f : spec.formulations) take(f);
  } else if (const auto usual = usual_formulation(claims, joints)) {
    chosen.push_back(usual);
  }
  return chosen;
}

std::vector<const MethodEntry*> chosen_methods(const StudySpec& spec) {
  std::vector<const MethodEntry*> chosen;
  for (const std::string& name : spec.methods) chosen.push_back(&find_method(name));
  if (spec.methods.empty())
    for (const MethodEntry& method : all_methods()) chosen.push_back(&method);
  return chosen;
}

Contestant contestant(const MethodEntry& method, std::optional<Formulation> formulation,
                      const StudyTarget& target, const StudySpec& spec) {
  const auto level = formulation ? formulation : level_without_positions(target.joints);
  const OrderClaim* const claim = method.claims.find(level);
  const bool is_one_of_many = spec.all_formulations || spec.formulations.size() > 1;
  Contestant one{method.name, formulation, claim != nullptr ? *claim : OrderClaim{},
                 settings_for(method, target, spec.settings), method.name};
  if (is_one_of_many && formulation) one.label += " " + one.formulation_name();
  return one;
}

void require_someone(const Contest& contest) {
  if (!contest.contestants.empty()) return;
  throw OptionError(fmt::format("no method is left for {}", contest.target.name), "--methods, --formulation",
                    contest.notes.empty() ? "leave them out to take all that fit" : contest.notes.front());
}

}  // namespace

Contest make_contest(const StudySpec& spec, StepKind steps) {
  Contest contest;
  contest.target = study_target(spec.target, spec.settings);
  contest.t_begin = contest.target.t_begin;
  contest.t_end = spec.t_end.value_or(contest.target.t_end);
  if (!(contest.length() > 0.0))
    throw OptionError(
        fmt::format("the end time {:g} s is not after the start {:g} s", contest.t_end, contest.t_begin),
        "--t-end", "give a later time");
  const std::vector<const MethodEntry*> methods = chosen_methods(spec);
  require_known(spec.settings, contest.target, methods);
  std::vector<std::string> unfit_steps, unfit_rows;
  for (const MethodEntry* method : methods) {
    const auto chosen = formulations_of(*method, spec, contest.target.joints);
    if (!fits(method->claims, steps)) {
      unfit_steps.push_back(method->name);
    } else if (chosen.empty()) {
      unfit_rows.push_back(method->name);
    } else {
      for (const auto& formulation : chosen)
        contest.contestants.push_back(contestant(*method, formulation, contest.target, spec));
    }
  }
  if (!unfit_steps.empty())
    contest.notes.push_back(
        fmt::format("Left out, because they {}: {}.", reason(steps), fmt::join(unfit_steps, ", ")));
  if (!unfit_rows.empty())
    contest.notes.push_back(fmt::format("Left out, because they claim nothing for these joints: {}.",
                                        fmt::join(unfit_rows, ", ")));
  require_someone(contest);
  return contest;
}

RunSpec run_spec(const StudySpec& spec, const Contest& contest, const Contestant& contestant) {
  RunSpec run;
  run.target = spec.target;
  run.settings = contestant.settings;
  run.method = contestant.method;
  run.formulation = contestant.formulation;
  run.t_end = contest.t_end;
  run.start.motion = spec.initial_motion;
  run.start.order = spec.initial_order;
  // All runs start alike: on the slow motion of rows that even the smallest steps do not resolve, and otherwise as given.
  // With every step its own, small steps would begin another motion.
  constexpr double smallest_step = 1e-5;
  run.start.scale = smallest_step * contest.length();
  return run;
}

}  // namespace kreisel
