#include "kreisel/study/run.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kreisel/core/names.hpp"
#include "kreisel/methods/catalog.hpp"
#include "kreisel/methods/strong_damping.hpp"
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

/// What the method recommends unless told otherwise: no drift, no spurious transient in λ, any step change.
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
  for (const Formulation f : {method.claims.recommended, Formulation::index1})
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
    if (spec.step == 0.0 && !method.claims.controls_error)
      throw OptionError(fmt::format("method \"{}\" does not estimate its error", spec.method), "--method",
                        "give a constant --step, or take radau or bliedf");
    if (spec.step > 0.0 && !method.claims.constant_steps)
      throw OptionError(fmt::format("method \"{}\" chooses order and step itself", spec.method), "--step",
                        fmt::format("give --rtol instead, or take {}_3",
                                    spec.method == "radau" ? "radau_iia" : spec.method));
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
    set_options(method.coefficients(method_parameters), formulation.value_or(Formulation::index3));
  }

  RunRecord run() {
    const TimeSpan span{record_.t_begin, record_.t_end};
    warn_about_damping(span);
    const auto stepper = make_stepper_for(problem_->system, options_.method, stepper_options(options_, span));
    Sampler sampler(*problem_, *system_, sample_distance(), record_.t_end, sinks_);
    record_.columns = sampler.columns();
    Audit audit(*problem_, *system_);
    const auto on_start = [&](const State& initial) {
      audit.look(initial.view());
      sampler.first(initial);
    };
    const Solution solution =
        solve_with(*stepper, *system_, span, problem_->q0, problem_->v0, options_, on_start,
                   [&](const StepView& step) { return observe(step, sampler, audit); });
    if (solution.outcome.termination == Termination::event) sampler.close(solution.outcome.t);
    close(solution, sampler, audit);
    return std::move(record_);
  }

 private:
  void warn(std::string text) {
    if (sinks_.warning) sinks_.warning(text);
    record_.warnings.push_back(std::move(text));
  }

  /// Said before the run: with the wrong method a strong damper may cost hours.
  void warn_about_damping(const TimeSpan& span) {
    const DampingVerdict verdict = strong_damping(options_.method);
    if (verdict.is_covered || !problem_->q0.allFinite()) return;
    const double h = expected_step(options_, span);
    AccelerationLevel<AnySystem> level(*system_);
    if (level.classify(span.begin, problem_->q0, h) != KernelStatus::regular) return;
    for (Index i = 0; i < row_count(*system_); ++i) {
      const Row& row = system_->rows()[static_cast<std::size_t>(i)];
      if (row.is_position() || row.is_rigid() || level.is_soft(i)) continue;
      warn(fmt::format(
          "method {} is not made for strong dampers such as row \"{}\", which relaxes at {:.1e} 1/s: {}. "
          "Take radau, radau_iia_3, lobatto_iiic_3 or bliedf",
          record_.spec.method, row.name, level.mobility(i, i) / row.compliance, verdict.reason));
      return;
    }
  }

  void warn_about_rank(const RunAudit& audit) {
    if (audit.rank_changes.empty()) return;
    const RankChange& first = audit.rank_changes.front();
    warn(fmt::format(
        "the velocity rows had rank {} and from t = {:.6g} s on {}{}; near there the forces of {} are not "
        "determined",
        audit.damping_rank, first.t, first.rank,
        audit.rank_changes.size() > 1 ? fmt::format(", {} changes in all", audit.rank_changes.size())
                                      : std::string(),
        first.rows));
  }

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

  void set_options(const MethodCoefficients& coefficients, Formulation formulation) {
    RunSpec& spec = record_.spec;
    if (spec.step == 0.0 && spec.rtol == 0.0 && spec.atol == 0.0) spec.rtol = spec.atol = 1e-6;
    options_ = {.method = coefficients,
                .formulation = formulation,
                .step = spec.step,
                .rtol = spec.rtol,
                .atol = spec.atol,
                .lambda_tolerance = spec.lambda_tolerance,
                .start_values = spec.start_values,
                .step_change = spec.step_change,
                .start_limit = spec.start_limit,
                .initial_motion = spec.initial_motion,
                .initial_order = spec.initial_order,
                .limits = spec.limits,
                .events = problem_->events};
  }

  double sample_distance() const {
    constexpr double default_samples = 200.0;
    if (record_.spec.every > 0.0) return record_.spec.every;
    const double count =
        record_.spec.samples > 0 ? static_cast<double>(record_.spec.samples) : default_samples;
    return (record_.t_end - record_.t_begin) / count;
  }

  Flow observe(const StepView& step, Sampler& sampler, Audit& audit) {
    const StateView state = step.end();
    const AuditPoint point = audit.look(state);
    if (!point.is_finite) {
      audit.blame();
      return Flow::stop;
    }
    sampler.take(step);
    if (sinks_.step)
      sinks_.step({step.t_end, step.t_end - step.t_begin, step.attempt.error, point.gap, point.rate,
                   point.energy, step.attempt.newton.iterations, step.rejected_since_last});
    return sinks_.is_interrupted && sinks_.is_interrupted() ? Flow::interrupt : Flow::carry_on;
  }

  void close(const Solution& solution, const Sampler& sampler, const Audit& audit) {
    const Outcome& outcome = solution.outcome;
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
    statistics.work = solution.work;
    statistics.wall_seconds = solution.wall_seconds;
    record_.start = solution.start;
    record_.findings = solution.findings;
    for (const std::string& text : solution.warnings) warn(text);
    record_.events = outcome.events;
    record_.audit = audit.result();
    warn_about_rank(record_.audit);
    record_.final_values = sampler.last_values();
    for (const ReferenceValue& value : problem_->references)
      if (std::abs(value.t - record_.t) <= 1e-12 * std::max(1.0, std::abs(value.t)))
        record_.references.push_back(value);
  }

  RunRecord record_;
  const RunSinks& sinks_;
  std::optional<ProblemInstance> problem_;
  std::optional<AnySystem> system_;
  SolveOptions options_;
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
    case Termination::event:
      return "stopped_at_event";
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
    case Termination::too_many_events:
      return "too_many_events";
    case Termination::restart_failed:
      return "restart_failed";
  }
  return "unknown";
}

ExitCode exit_code_of(Termination termination) {
  switch (termination) {
    case Termination::reached_end:
    case Termination::stopped_by_observer:
    case Termination::event:
      return ExitCode::success;
    case Termination::interrupted:
      return ExitCode::interrupted;
    case Termination::step_too_small:
      return ExitCode::step_too_small;
    case Termination::step_limit:
    case Termination::rejection_limit:
    case Termination::time_limit:
    case Termination::too_many_events:
      return ExitCode::step_limit;
    case Termination::restart_failed:
      return ExitCode::inconsistent_start;
    case Termination::solver_failed:
      return ExitCode::solver_failed;
    case Termination::non_finite:
      return ExitCode::non_finite;
  }
  return ExitCode::internal;
}

}  // namespace kreisel
