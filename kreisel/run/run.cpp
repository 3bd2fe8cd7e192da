// Prepares a run, runs it, and writes down what happened.
#include "kreisel/run/run.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include <fmt/format.h>

#include "kreisel/check/axis_check.hpp"
#include "kreisel/check/body_check.hpp"
#include "kreisel/methods/shared/acceleration_level.hpp"
#include "kreisel/methods/shared/strong_damping.hpp"
#include "kreisel/problems/target.hpp"
#include "kreisel/run/audit.hpp"
#include "kreisel/run/automatic_stepper.hpp"
#include "kreisel/run/disturbance.hpp"
#include "kreisel/run/method_choice.hpp"
#include "kreisel/run/sampler.hpp"
#include "kreisel/run/standing_target.hpp"
#include "kreisel/run/watched_stepper.hpp"
#include "kreisel/solve/stepper_for.hpp"

namespace kreisel {
namespace {

void check_number(std::string_view name, Accepts accepts, double value) {
  if (is_accepted(value, accepts)) return;
  throw OptionError(fmt::format("{} = {} makes no sense", as_typed(name), value), as_typed(name),
                    fmt::format("give {}", wanted_by(accepts)));
}

void refuse_contradictions(const RunSpec& spec) {
  const Steps& steps = spec.steps;
  if (steps.are_constant() && (steps.rtol > 0.0 || steps.atol > 0.0))
    throw OptionError("a constant step and a tolerance contradict each other", "--step, --rtol, --atol",
                      "give either --step or --rtol and --atol");
  if (steps.are_constant() && steps.lambda_tol > 0.0)
    throw OptionError("a constant step and a tolerance for reaction forces contradict each other",
                      "--step, --lambda-tol", "give either --step or --rtol and --lambda-tol");
  if (spec.samples.count > 0 && spec.samples.every > 0.0)
    throw OptionError("a number of samples and their distance contradict each other", "--samples, --every",
                      "give either --samples N or --every DT");
}

void check_options(const RunSpec& spec) {
  for_each_option(spec, [](const auto& option, const auto& value) {
    using Member = std::decay_t<decltype(value)>;
    if constexpr (std::is_same_v<Member, std::optional<double>>) {
      if (value) check_number(option.name, option.accepts, *value);
    } else if constexpr (std::is_arithmetic_v<Member>) {
      if (value != option.usual()) check_number(option.name, option.accepts, static_cast<double>(value));
    }
  });
  refuse_contradictions(spec);
}

}  // namespace

class PreparedRun::Run {
 public:
  Run(const RunSpec& spec, const Target& target) {
    record_.spec = spec;
    check_options(spec);
    if (spec.method != automatic_method) static_cast<void>(find_method(spec.method));
    const DividedSettings settings = divide(spec.settings, target);
    TargetInstance instance = target.make(settings.target);
    record_.parameters = std::move(instance.parameters);
    record_.problem = target.name;
    record_.description = target.description;
    record_.citation = target.citation;
    record_.model_text = target.model_text;
    problem_.emplace(std::move(instance.problem));
    record_.scene = problem_->scene;
    system_.emplace(problem_->system);
    set_interval();
    if (instance.model) look_for_slips(*instance.model);
    if (spec.from_equilibrium) rest(instance.model);
    disturb(*problem_, *system_, record_.spec);
    ChosenMethod chosen = with_cause(
        causes_, [&] { return choose_method(record_.spec, target, settings.others, *problem_, *system_); });
    record_.parameters.merge(chosen.parameters);
    record_.choice = std::move(chosen.choice);
    start_ = std::move(chosen.start);
    alternatives_ = std::move(chosen.alternatives);
    set_options(chosen.coefficients, chosen.formulation.value_or(Formulation::index3));
  }

  const RunRecord& record() const { return record_; }

  RunRecord run(const RunSinks& sinks) {
    sinks_ = &sinks;
    const TimeSpan span{record_.t_begin, record_.t_end};
    warn_about_fast_rows(span);
    const std::unique_ptr<Stepper> stepper = make_stepper(span);
    Sampler sampler(*problem_, *system_, sample_plan(), record_.spec.samples.columns, sinks);
    record_.columns = sampler.columns();
    record_.all_columns = sampler.all_columns();
    Audit audit(*problem_, *system_, audit_limits());
    for (const std::string& text : slips_) warn(text);
    StartedState start = start_ ? std::move(*start_) : with_cause(causes_, [&] {
      return started(*system_, span, problem_->q0, problem_->v0, options_.steps, options_.start);
    });
    look_at_start(start.state, sampler, audit);
    WatchedStepper watched(*stepper, sinks.rejected);
    Stepper& seen = sinks.rejected ? static_cast<Stepper&>(watched) : *stepper;
    const Solution solution = solve_with(seen, *system_, span, std::move(start), options_,
                                         [&](const StepView& step) { return observe(step, sampler, audit); });
    if (solution.outcome.termination == Termination::event) sampler.close(solution.state.view());
    close(solution, sampler, audit);
    return std::move(record_);
  }

 private:
  void look_for_slips(const Model& model) {
    causes_ = forgotten_axes(model);
    for (const BodyRemark& remark : check_bodies(model))
      if (remark.is_slip) slips_.push_back(fmt::format("body \"{}\": {}", remark.body, remark.text));
  }

  void rest(const std::optional<Model>& model) {
    std::vector<std::string> bodies;
    if (model)
      for (const Body& body : model->bodies) bodies.push_back(body.name);
    problem_->q0 = equilibrium_or_error(*system_, bodies, problem_->q0, {.t = record_.t_begin}).state.q;
    problem_->v0.setZero();
  }

  std::unique_ptr<Stepper> make_stepper(const TimeSpan& span) {
    const StepperOptions options = stepper_options(options_, span);
    if (alternatives_.size() < 2) return stepper_for(problem_->system, options_.method, options);
    std::vector<AutomaticCandidate> candidates;
    for (const Alternative& each : alternatives_) {
      StepperOptions own = options;
      if (each.formulation) own.formulation = *each.formulation;
      const bool is_explicit = std::holds_alternative<ExplicitRungeKuttaParameters>(each.coefficients);
      candidates.push_back(
          {each.name, each.price, is_explicit, each.is_refuge,
           [this, own, method = each.coefficients] { return stepper_for(problem_->system, method, own); }});
    }
    AutomaticOptions rules{
        span.end, [this](const StateView& a, const StateView& b) { return distance(a, b); }, options_.events};
    auto automatic = std::make_unique<AutomaticStepper>(std::move(candidates), std::move(rules));
    automatic_ = automatic.get();
    return automatic;
  }

  /// Of two results, in what one may be wrong by: 10 tolerances, reactions 30, relative to the largest.
  double distance(const StateView& a, const StateView& b) const {
    constexpr double allowed = 10.0;
    const ProductGroup& group = system_->group();
    const Vector q = group.log(group.compose(group.inverse(a.q), b.q)), v = b.v - a.v,
                 lambda = b.lambda - a.lambda;
    const auto size = [](const auto& x) { return x.size() > 0 ? x.cwiseAbs().maxCoeff() : 0.0; };
    const Steps& steps = options_.steps;
    const double of_q = size(q) / (steps.atol + steps.rtol),
                 of_v = size(v) / (steps.atol + steps.rtol * size(b.v));
    const double of_lambda = size(lambda) / (3.0 * steps.rtol * std::max(size(a.lambda), 1e-300));
    return std::max({of_q, of_v, of_lambda}) / allowed;
  }

  void warn(std::string text) {
    if (sinks_->warning) sinks_->warning(text);
    record_.warnings.push_back(std::move(text));
  }

  /// Said before the run: with the wrong method a strong damper or a stiff spring may cost hours.
  void warn_about_fast_rows(const TimeSpan& span) {
    const DampingVerdict verdict = strong_damping(options_.method);
    const bool has_fast_rows = std::any_of(system_->rows().begin(), system_->rows().end(),
                                           [](const Row& row) { return row.compliance > 0.0; });
    if (verdict.is_covered || !has_fast_rows || !problem_->q0.allFinite()) return;
    const double h = expected_step(options_.steps, span);
    AccelerationLevel<AnySystem> level(*system_);
    if (level.classify(span.begin, problem_->q0, h) != KernelStatus::regular) return;
    for (Index i = 0; i < row_count(*system_); ++i) {
      const Row& row = system_->rows()[static_cast<std::size_t>(i)];
      if (!(row.compliance > 0.0) || level.is_soft(i)) continue;
      const double rate = level.mobility(i, i) / row.compliance;
      warn(row.is_position()
               ? fmt::format(
                     "method {} is not made for stiff springs such as row \"{}\", which vibrates with {:.1e} "
                     "rad/s where steps of {:.1g} s are expected: {}. Take radau, radau_iia_3, "
                     "lobatto_iiic_3 or generalized_alpha",
                     record_.choice.method, row.name, std::sqrt(rate), h, verdict.reason)
               : fmt::format("method {} is not made for strong dampers such as row \"{}\", which relaxes at "
                             "{:.1e} 1/s: {}. "
                             "Take radau, radau_iia_3, lobatto_iiic_3 or bliedf",
                             record_.choice.method, row.name, rate, verdict.reason));
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
    if (record_.spec.steps.step > record_.t_end - record_.t_begin)
      throw OptionError(fmt::format("the step {:g} s is longer than the interval", record_.spec.steps.step),
                        "--step", "give a smaller step or a later --t-end");
    check_sample_times();
  }

  void set_options(const MethodCoefficients& coefficients, Formulation formulation) {
    record_.spec.steps = record_.spec.steps.completed();
    options_ = {.method = coefficients,
                .formulation = formulation,
                .steps = record_.spec.steps,
                .start = completed(record_.spec.start, problem_->start_limit),
                .limits = record_.spec.limits,
                .events = problem_->events};
  }

  double sample_distance() const {
    constexpr double default_samples = 200.0;
    if (record_.spec.samples.every > 0.0) return record_.spec.samples.every;
    const double count =
        record_.spec.samples.count > 0 ? static_cast<double>(record_.spec.samples.count) : default_samples;
    return (record_.t_end - record_.t_begin) / count;
  }

  AuditLimits audit_limits() const {
    const Steps& steps = options_.steps;
    const bool drifts =
        options_.formulation == Formulation::velocity || options_.formulation == Formulation::index1;
    return {steps.are_constant() ? 0.0 : options_.limits.audit * std::max(steps.rtol, steps.atol), !drifts};
  }
  std::string remedy_after_audit() const {
    return options_.steps.are_constant()
               ? ". Take a smaller --step, or a tolerance (--rtol)"
               : ". Take a smaller --rtol, or another --method; --audit says how many tolerances are allowed";
  }

  /// Steps that stay far below what they were: in front of a singular position or a jump they may do so for ever.
  void watch_for_creeping(const StepView& step) {
    constexpr double far_below = 1e-4;
    constexpr long in_a_row = 50;
    const double h = step.t_end - step.t_begin;
    longest_step_ = std::max(longest_step_, h);
    const bool creeps = !options_.steps.are_constant() && h < far_below * longest_step_;
    creeping_ = creeps ? creeping_ + 1 : 0;
    if (creeping_ != in_a_row || has_said_it_creeps_) return;
    has_said_it_creeps_ = true;
    warn(fmt::format(
        "at t = {:.9g} the last {} steps are shorter than {:.1g} of the longest, now {:.2g} s: a singular "
        "position, a jump or something stiff is ahead. `kreisel check` names what is near; --method "
        "bliedf passes most singular positions",
        step.t_end, in_a_row, far_below, h));
  }

  SamplePlan sample_plan() const {
    return {.t_end = record_.t_end,
            .distance = sample_distance(),
            .times = record_.spec.samples.times,
            .is_steps = record_.spec.samples.are_steps};
  }

  void check_sample_times() const {
    const std::vector<double>& times = record_.spec.samples.times;
    const auto refuse = [](double t, const char* fact, const char* remedy) {
      throw OptionError(fmt::format("the sample time {:g} s {}", t, fact), "sample times", remedy);
    };
    for (std::size_t i = 0; i < times.size(); ++i) {
      if (!(times[i] >= record_.t_begin && times[i] <= record_.t_end))
        refuse(times[i], "is outside the interval", "give times from the start to the end");
      if (i > 0 && !(times[i] > times[i - 1]))
        refuse(times[i], "is not after the one before", "sort the times, each once");
    }
  }

  void look_at_start(const State& initial, Sampler& sampler, Audit& audit) {
    audit.look(initial.view());
    record_.rank = rank_of_rigid_rows(*system_, initial);
    if (record_.rank.redundant_rows() > 0) sampler.show_least_multipliers();
    sampler.first(initial);
  }

  Flow observe(const StepView& step, Sampler& sampler, Audit& audit) {
    const StateView state = step.end();
    const AuditPoint point = audit.look(state);
    if (!point.is_finite) {
      audit.blame();
      return Flow::stop;
    }
    sampler.take(step);
    watch_for_creeping(step);
    if (sinks_->accepted) sinks_->accepted(step);
    if (sinks_->step)
      sinks_->step({step.t_end, step.t_end - step.t_begin, step.attempt.error, point.gap, point.rate,
                    point.energy, step.attempt.newton.iterations, step.rejected_since_last});
    if (!audit.verdict().empty()) return Flow::stop;
    return sinks_->is_interrupted && sinks_->is_interrupted() ? Flow::interrupt : Flow::carry_on;
  }

  void close(const Solution& solution, Sampler& sampler, const Audit& audit) {
    const Outcome& outcome = solution.outcome;
    const bool is_broken = audit.found_non_finite(), is_wrong = !audit.verdict().empty();
    record_.termination = is_broken  ? Termination::non_finite
                          : is_wrong ? Termination::audit_failed
                                     : outcome.termination;
    record_.exit_code = exit_code_of(record_.termination);
    record_.status = name_of(record_.termination);
    record_.message =
        is_broken  ? fmt::format("the state is not finite at t = {:.9g}; check forces and masses", outcome.t)
        : is_wrong ? audit.verdict() + remedy_after_audit()
                   : outcome.message;
    record_.t = outcome.t;
    RunStatistics& statistics = record_.statistics;
    statistics.accepted = outcome.accepted;
    statistics.rejected = outcome.rejected;
    statistics.smallest_step = outcome.smallest_step;
    statistics.largest_step = outcome.largest_step;
    statistics.work = solution.work;
    statistics.wall_seconds = solution.wall_seconds;
    if (automatic_ != nullptr) record_.choice.changes = automatic_->changes();
    record_.start = solution.start;
    record_.findings = solution.findings;
    for (const std::string& text : solution.warnings) warn(text);
    record_.events = outcome.events;
    record_.audit = audit.result();
    warn_about_rank(record_.audit);
    record_.final_values = sampler.last_values();
    record_.all_final_values = sampler.all_last_values();
    record_.overview = sampler.overview();
    for (const ReferenceValue& value : problem_->references)
      if (std::abs(value.t - record_.t) <= 1e-12 * std::max(1.0, std::abs(value.t)))
        record_.references.push_back(value);
  }

  RunRecord record_;
  const RunSinks* sinks_ = nullptr;
  std::optional<ProblemInstance> problem_;
  std::optional<AnySystem> system_;
  SolveOptions options_;
  std::vector<std::string> causes_, slips_;  // what is probably not meant in a model
  std::optional<StartedState> start_;        // where the choice of the method needed it
  std::vector<Alternative> alternatives_;
  const AutomaticStepper* automatic_ = nullptr;
  double longest_step_ = 0.0;
  long creeping_ = 0;
  bool has_said_it_creeps_ = false;
};

PreparedRun::PreparedRun(const RunSpec& spec) : PreparedRun(spec, find_target(spec.target)) {}
PreparedRun::PreparedRun(const RunSpec& spec, const Target& target)
    : run_(std::make_unique<Run>(spec, target)) {}
PreparedRun::~PreparedRun() = default;

double PreparedRun::t_begin() const {
  return run_->record().t_begin;
}
double PreparedRun::t_end() const {
  return run_->record().t_end;
}
RunRecord PreparedRun::run(const RunSinks& sinks) {
  return run_->run(sinks);
}

RunRecord run(const RunSpec& spec, const RunSinks& sinks) {
  return PreparedRun(spec).run(sinks);
}

}  // namespace kreisel
