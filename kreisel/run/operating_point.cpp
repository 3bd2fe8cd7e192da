// Equilibria from analysis/, starts and times from runs at a tight tolerance.
#include "kreisel/run/operating_point.hpp"

#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "kreisel/core/error.hpp"
#include "kreisel/core/names.hpp"
#include "kreisel/integrate/consistent_start.hpp"
#include "kreisel/run/run.hpp"

namespace kreisel {
namespace {

State state_at_start(const ProblemInstance& problem) {
  StartOptions options;
  options.start.motion = InitialMotion::raw;
  options.interval = problem.t_end - problem.t_begin;
  StartReport report;
  return consistent_start(problem.system, problem.t_begin, problem.q0, problem.v0, options, report);
}

State state_at_time(const Target& target, const OperatingPointSpec& spec, double t) {
  constexpr double tight = 1e-10;
  RunSpec run;
  run.target = spec.target;
  run.settings = spec.settings;
  run.t_end = t;
  run.steps.rtol = run.steps.atol = tight;
  run.samples.times = {t};
  State state;
  RunSinks sinks;
  sinks.sample = [&](const Sample& sample) {
    const StateView& s = *sample.state;
    state = {s.t, s.q, s.v, s.acceleration, s.lambda};
  };
  const RunRecord record = PreparedRun(run, target).run(sinks);
  if (record.termination != Termination::reached_end)
    throw Error(record.exit_code, fmt::format("the motion ends before t = {:g} s: {}", t, record.status),
                "--at", "give an earlier time");
  return state;
}

double time_of(const std::string& text) {
  double t = 0.0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), t);
  if (failure != std::errc{} || end != text.data() + text.size() || !std::isfinite(t))
    throw OptionError(fmt::format("\"{}\" is no time to linearise at", text), "--at",
                      suggestion(text, "words", std::vector<std::string>{"equilibrium", "start"}) +
                          ", or a time in seconds");
  return t;
}

}  // namespace

OperatingPoint operating_point(const Target& target, const StandingTarget& standing,
                               const OperatingPointSpec& spec) {
  const ProblemInstance& problem = standing.problem;
  const bool starts_moving = problem.v0.size() > 0 && problem.v0.cwiseAbs().maxCoeff() > 0.0;
  std::string at = spec.at;
  if (at.empty()) at = starts_moving ? "start" : "equilibrium";
  if (at == "equilibrium") {
    EquilibriumOptions options = spec.equilibrium;
    options.t = problem.t_begin;
    return {equilibrium_or_error(problem.system, standing.bodies, problem.q0, options).state, at,
            options.turning.squaredNorm() > 0.0};
  }
  if (at == "start") return {state_at_start(problem), at, true};
  const double t = time_of(at);
  if (t < problem.t_begin)
    throw OptionError(fmt::format("the time {:g} s is before the start", t), "--at", "give a later time");
  if (t == problem.t_begin) return {state_at_start(problem), "start", true};
  return {state_at_time(target, spec, t), fmt::format("t = {:g} s", t), true};
}

}  // namespace kreisel
