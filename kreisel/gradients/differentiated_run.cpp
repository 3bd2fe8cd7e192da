// Runs through run/, models through their targets, so that both are those of `kreisel run`.
#include "kreisel/gradients/differentiated_run.hpp"

#include <cstdlib>
#include <memory>

#include <fmt/format.h>

#include "kreisel/core/error.hpp"
#include "kreisel/core/names.hpp"
#include "kreisel/run/method_choice.hpp"
#include "kreisel/solve/solution.hpp"

namespace kreisel {
namespace {

State copy_of(const StateView& s) {
  return {s.t, s.q, s.v, s.acceleration, s.lambda};
}

double value_of(const StandingTarget& standing, const Target& target, const std::string& name) {
  const auto found = standing.parameters.find(name);
  std::vector<std::string> known;
  for (const auto& [key, text] : standing.parameters)
    if (key != "group") known.push_back(key);
  double value = 0.0;
  if (found != standing.parameters.end() && name != "group") {
    char* end = nullptr;
    value = std::strtod(found->second.c_str(), &end);
    if (end != found->second.c_str()) return value;
    throw OptionError(fmt::format("\"{}\" is a choice and no number to vary", name), "--with-respect-to",
                      "name a parameter that is a number");
  }
  throw UnknownName(fmt::format("{} \"{}\" has no parameter \"{}\"", target.kind(), target.name, name),
                    "--with-respect-to", suggestion(name, "parameters", known));
}

/// The model with another value of a parameter, on its consistent start.
ModelAt model_with(const RunSpec& spec, const Target& target, const std::string& name, double value) {
  Settings settings = divide(spec.settings, target).target;
  std::erase_if(settings, [&](const auto& setting) { return setting.first == name; });
  settings.emplace_back(name, fmt::format("{:.17g}", value));
  const StandingTarget standing = standing_target(target, settings);
  const auto problem = std::make_shared<const ProblemInstance>(standing.problem);
  Vector q0 = problem->q0, v0 = problem->v0;
  if (spec.from_equilibrium) {
    q0 = equilibrium_or_error(problem->system, standing.bodies, q0, {.t = problem->t_begin}).state.q;
    v0.setZero();
  }
  const TimeSpan span{problem->t_begin, spec.t_end.value_or(problem->t_end)};
  const StartedState start = started(problem->system, span, q0, v0, spec.steps.completed(),
                                     completed(spec.start, problem->start_limit));
  std::vector<bool> followed;
  for (const RowStart& row : start.report.rows) followed.push_back(row.followed);
  return {problem->system, start.state, followed,
          [problem](const StateView& state) { return observed(*problem, state); }};
}

}  // namespace

Vector observed(const ProblemInstance& problem, const StateView& state) {
  const Index observables = std::ssize(problem.observables);
  Vector all(observables + state.lambda.size());
  problem.observe(state, all.head(observables));
  all.tail(state.lambda.size()) = state.lambda;
  return all;
}

Trajectory run_with_points(const RunSpec& spec, const Target& target) {
  Trajectory out;
  RunSinks sinks;
  sinks.sample = [&](const Sample& sample) {
    if (out.points.empty()) out.points.push_back(copy_of(*sample.state));
  };
  sinks.accepted = [&](const StepView& step) { out.points.push_back(copy_of(step.end())); };
  RunSpec kept = spec;
  kept.samples = {};
  out.record = PreparedRun(kept, target).run(sinks);
  if (out.record.termination != Termination::reached_end)
    throw Error(out.record.exit_code,
                fmt::format("the run has no end to differentiate: {}", out.record.status), "--gradient-of",
                out.record.message);
  for (const EventRecord& event : out.record.events)
    if (event.action != EventAction::record)
      throw OptionError(
          fmt::format("the event \"{}\" at t = {:g} s changed the motion, and gradients do not pass it",
                      event.name, event.t),
          "--gradient-of", "end the run before it with --t-end");
  return out;
}

StepSequence step_sequence(const RunSpec& spec, const Target& target, const StandingTarget& standing,
                           const Trajectory& run) {
  const ProblemInstance& problem = standing.problem;
  const ChosenMethod chosen =
      choose_method(spec, target, divide(spec.settings, target).others, problem, problem.system);
  SolveOptions options;
  options.steps = spec.steps.completed();
  options.formulation = chosen.formulation.value_or(Formulation::index3);
  StepSequence steps{
      chosen.coefficients, stepper_options(options, {run.points.front().t, run.points.back().t}), {}};
  for (const State& point : run.points) steps.times.push_back(point.t);
  return steps;
}

std::vector<ParameterDirection> directions_of(const RunSpec& spec, const Target& target,
                                              const StandingTarget& standing,
                                              const std::vector<std::string>& names) {
  std::vector<ParameterDirection> all;
  for (const std::string& name : names)
    all.emplace_back(name, value_of(standing, target, name),
                     [&](double value) { return model_with(spec, target, name, value); });
  return all;
}

}  // namespace kreisel
