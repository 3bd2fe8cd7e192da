#include "kreisel/study/run.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include <fmt/format.h>

#include "kreisel/core/names.hpp"
#include "kreisel/methods/catalog.hpp"
#include "kreisel/problems/all.hpp"
#include "kreisel/study/audit.hpp"
#include "kreisel/study/sampler.hpp"
#include "kreisel/study/steppers.hpp"

namespace kreisel {
namespace {

/// Gives every key=value to the problem or, failing that, to the method.
void apply_settings(const RunSpec& spec, Parameters& problem, Parameters& method) {
  for (const auto& [key, value] : spec.settings) {
    if (problem.knows(key)) {
      problem.set(key, value);
    } else if (method.knows(key)) {
      method.set(key, value);
    } else {
      std::vector<std::string> known;
      for (const auto* list : {&problem.declared(), &method.declared()})
        for (const Parameter& p : *list) known.push_back(p.name);
      throw UnknownName(fmt::format("neither problem \"{}\" nor method \"{}\" has a parameter \"{}\"",
                                    spec.target, spec.method, key),
                        "--set", suggestion(key, "parameters", known));
    }
  }
}

void check_numbers(const RunSpec& spec) {
  const auto reject = [](std::string_view option, double value, std::string_view remedy) {
    throw OptionError(fmt::format("{} = {} makes no sense", option, value), std::string(option),
                      std::string(remedy));
  };
  const auto not_negative = [&](std::string_view option, double value) {
    if (!(value >= 0.0) || !std::isfinite(value)) reject(option, value, "give a positive finite number");
  };
  not_negative("--step", spec.step);
  not_negative("--rtol", spec.rtol);
  not_negative("--atol", spec.atol);
  not_negative("--lambda-tol", spec.lambda_tolerance);
  not_negative("--every", spec.every);
  not_negative("--start-limit", spec.start_limit);
  not_negative("--min-step", spec.limits.min_step);
  if (spec.t_end && !std::isfinite(*spec.t_end)) reject("--t-end", *spec.t_end, "give a finite time");
  if (spec.step > 0.0 && (spec.rtol > 0.0 || spec.atol > 0.0))
    throw OptionError("a constant step and a tolerance contradict each other", "--step, --rtol, --atol",
                      "give either --step or --rtol and --atol");
}

struct RowSummary {
  bool rigid_position = false, rigid_velocity = false;
};

RowSummary summary_of(std::span<const Row> rows) {
  RowSummary summary;
  for (const Row& row : rows) {
    if (!row.is_rigid()) continue;
    (row.is_position() ? summary.rigid_position : summary.rigid_velocity) = true;
  }
  return summary;
}

/// The stabilised form unless told otherwise: no drift, no spurious transient in λ, any step change.
std::optional<Formulation> choose_formulation(const RunSpec& spec, const MethodEntry& method,
                                              const RowSummary& rows) {
  if (!rows.rigid_position) {
    const auto level = rows.rigid_velocity ? std::optional(Formulation::velocity) : std::nullopt;
    require_claim(method, level);
    return std::nullopt;
  }
  if (spec.formulation) {
    require_claim(method, spec.formulation);
    return spec.formulation;
  }
  for (const Formulation f : {Formulation::index2, Formulation::index1})
    if (method.claims.find(f) != nullptr) return f;
  require_claim(method, Formulation::index2);
  return std::nullopt;
}

class Run {
 public:
  Run(const RunSpec& spec, const RunSinks& sinks) : sinks_(sinks) {
    record_.spec = spec;
    check_numbers(spec);
    const ProblemEntry& entry = find_problem(spec.target);
    const MethodEntry& method = find_method(spec.method);
    Parameters problem_parameters(entry.parameters), method_parameters(method.parameters);
    apply_settings(spec, problem_parameters, method_parameters);
    record_.parameters = problem_parameters.texts();
    record_.parameters.merge(method_parameters.texts());
    record_.problem = entry.name;
    problem_.emplace(entry.make(problem_parameters));
    system_.emplace(as_any_system(problem_->system));
    set_interval();
    const auto formulation = choose_formulation(spec, method, summary_of(system_->rows()));
    record_.formulation = formulation ? std::string(name_of(*formulation)) : "none";
    make(method.coefficients(method_parameters), formulation.value_or(Formulation::index3));
  }

  RunRecord run() {
    const State initial = start();
    Sampler sampler(*problem_, *system_, sample_distance(), record_.t_end, sinks_);
    record_.columns = sampler.columns();
    Audit audit(*problem_, *system_);
    audit.look(initial.view());
    sampler.first(initial);
    const auto began = std::chrono::steady_clock::now();
    const Outcome outcome = integrate(*stepper_, record_.t_end, controller(), record_.spec.limits,
                                      [&](const StepView& step) { return observe(step, sampler, audit); });
    record_.statistics.wall_seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    close(outcome, sampler, audit);
    return std::move(record_);
  }

 private:
  void set_interval() {
    record_.t_begin = problem_->t_begin;
    record_.t_end = record_.spec.t_end.value_or(problem_->t_end);
    if (!(record_.t_end > record_.t_begin))
      throw OptionError(
          fmt::format("the end time {:g} s is not after the start {:g} s", record_.t_end, record_.t_begin),
          "--t-end", "give a later time");
    if (record_.spec.step > record_.t_end - record_.t_begin)
      throw OptionError(fmt::format("the step {:g} s is longer than the interval", record_.spec.step),
                        "--step", "give a smaller step or a later --t-end");
  }

  bool has_fixed_step() const { return record_.spec.step > 0.0; }

  void make(const MethodCoefficients& coefficients, Formulation formulation) {
    RunSpec& spec = record_.spec;
    if (!has_fixed_step() && spec.rtol == 0.0 && spec.atol == 0.0) spec.rtol = spec.atol = 1e-6;
    StepperOptions options{formulation, spec.start_values, spec.step_change, {}};
    if (!has_fixed_step())
      options.tolerances = {spec.rtol, spec.atol, spec.lambda_tolerance, record_.t_end - record_.t_begin};
    stepper_ = make_stepper_for(problem_->system, coefficients, options);
  }

  State start() {
    StartOptions options;
    options.time_scale = has_fixed_step() ? record_.spec.step : 1e-3 * (record_.t_end - record_.t_begin);
    options.limit = record_.spec.start_limit;
    options.literal = record_.spec.literal_start;
    State initial =
        consistent_start(*system_, record_.t_begin, problem_->q0, problem_->v0, options, record_.start);
    stepper_->start(initial);
    return initial;
  }

  StepController controller() {
    StepController controller;
    controller.first_step = has_fixed_step() ? record_.spec.step : stepper_->suggest_first_step();
    controller.control_error = !has_fixed_step();
    return controller;
  }

  double sample_distance() const {
    constexpr double default_samples = 200.0;
    if (record_.spec.every > 0.0) return record_.spec.every;
    const double count =
        record_.spec.samples > 0 ? static_cast<double>(record_.spec.samples) : default_samples;
    return (record_.t_end - record_.t_begin) / count;
  }

  Flow observe(const StepView& step, Sampler& sampler, Audit& audit) {
    const StateView state = step.stepper.state();
    const AuditPoint point = audit.look(state);
    sampler.take(step);
    if (sinks_.step)
      sinks_.step({step.t_end, step.t_end - step.t_begin, step.attempt.error, point.gap, point.rate,
                   point.energy, step.attempt.newton.iterations, step.rejected_since_last});
    if (!point.is_finite) {
      audit.blame();
      return Flow::stop;
    }
    return sinks_.is_interrupted && sinks_.is_interrupted() ? Flow::interrupt : Flow::carry_on;
  }

  void close(const Outcome& outcome, const Sampler& sampler, const Audit& audit) {
    const bool is_broken = audit.found_non_finite();
    record_.termination = is_broken ? Termination::non_finite : outcome.termination;
    record_.exit_code = exit_code_of(record_.termination);
    record_.status = name_of(record_.termination);
    record_.message =
        is_broken ? fmt::format("the state is not finite at t = {:.9g}; check forces and masses", outcome.t)
                  : outcome.message;
    record_.t = outcome.t;
    RunStatistics& statistics = record_.statistics;
    statistics.accepted = outcome.accepted;
    statistics.rejected = outcome.rejected;
    statistics.smallest_step = outcome.smallest_step;
    statistics.largest_step = outcome.largest_step;
    statistics.work = stepper_->work();
    record_.audit = audit.result();
    record_.final_values = sampler.last_values();
    for (const ReferenceValue& value : problem_->references)
      if (std::abs(value.t - record_.t) <= 1e-12 * std::max(1.0, std::abs(value.t)))
        record_.references.push_back(value);
  }

  RunRecord record_;
  const RunSinks& sinks_;
  std::optional<ProblemInstance> problem_;
  std::optional<AnySystem> system_;
  std::unique_ptr<Stepper> stepper_;
};

}  // namespace

RunRecord run(const RunSpec& spec, const RunSinks& sinks) {
  return Run(spec, sinks).run();
}

std::string name_of(Termination termination) {
  switch (termination) {
    case Termination::reached_end:
      return "completed";
    case Termination::stopped_by_observer:
      return "stopped_by_observer";
    case Termination::interrupted:
      return "interrupted";
    case Termination::step_too_small:
      return "step_too_small";
    case Termination::step_limit:
      return "step_limit";
    case Termination::rejection_limit:
      return "rejection_limit";
    case Termination::time_limit:
      return "time_limit";
    case Termination::solver_failed:
      return "solver_failed";
    case Termination::non_finite:
      return "non_finite";
  }
  return "unknown";
}

ExitCode exit_code_of(Termination termination) {
  switch (termination) {
    case Termination::reached_end:
    case Termination::stopped_by_observer:
      return ExitCode::success;
    case Termination::interrupted:
      return ExitCode::interrupted;
    case Termination::step_too_small:
      return ExitCode::step_too_small;
    case Termination::step_limit:
    case Termination::rejection_limit:
    case Termination::time_limit:
      return ExitCode::step_limit;
    case Termination::solver_failed:
      return ExitCode::solver_failed;
    case Termination::non_finite:
      return ExitCode::non_finite;
  }
  return ExitCode::internal;
}

}  // namespace kreisel
