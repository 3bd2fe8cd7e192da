// A run with its samples in memory, its objectives, and a second run where their error is wanted.
#include "kreisel/sweep/member_run.hpp"

#include <cmath>
#include <ctime>

#include "kreisel/run/sampler.hpp"

namespace kreisel {
namespace {

/// Objectives are taken over samples: more of them than of a plain run.
constexpr long usual_samples = 1000;

double processor_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  constexpr double nanosecond = 1e-9;
  return static_cast<double>(now.tv_sec) + nanosecond * static_cast<double>(now.tv_nsec);
}

RunSpec with_samples(RunSpec spec) {
  const Samples& samples = spec.samples;
  if (!(samples.count > 0 || samples.every > 0.0 || !samples.times.empty() || samples.are_steps))
    spec.samples.count = usual_samples;
  return spec;
}

SampledMotion sampled(const SweepPlan& plan, const RunSpec& spec, const std::function<bool()>& is_interrupted,
                      double* local_error) {
  SampledMotion motion;
  RunSinks sinks;
  sinks.sample = [&](const Sample& sample) {
    motion.times.push_back(sample.t);
    motion.values.insert(motion.values.end(), sample.values.begin(), sample.values.end());
  };
  if (local_error != nullptr)
    sinks.step = [local_error](const StepNote& note) { *local_error = std::fmax(*local_error, note.error); };
  sinks.is_interrupted = is_interrupted;
  motion.record = PreparedRun(with_samples(spec), plan.target()).run(sinks);
  return motion;
}

std::vector<double> objectives_of(const SweepPlan& plan, const SampledMotion& motion) {
  return Objectives(plan.spec().objectives, motion.record.columns, motion.record.parameters).values(motion);
}

void copy_record(const RunRecord& record, MemberResult& result) {
  result.status = record.status;
  result.message = record.message;
  result.exit_code = record.exit_code;
  result.method = record.choice.method;
  result.t = record.t;
  const RunStatistics& s = record.statistics;
  result.steps = static_cast<double>(s.accepted);
  result.rejected = static_cast<double>(s.rejected);
  result.newton_iterations = static_cast<double>(s.work.newton_iterations);
  result.factorizations = static_cast<double>(s.work.factorizations);
  result.force_evaluations = static_cast<double>(s.work.force_evaluations);
  result.joint_gap = record.audit.max_position_residual;
  result.joint_rate = record.audit.max_velocity_residual;
  if (record.audit.energy_drift) result.energy_drift = *record.audit.energy_drift;
}

/// Ten times as exact: a tenth of the tolerance, or of the step.
RunSpec more_exact(RunSpec spec) {
  constexpr double factor = 0.1;
  spec.steps = spec.steps.completed();
  for (double* value : {&spec.steps.step, &spec.steps.rtol, &spec.steps.atol, &spec.steps.lambda_tol})
    *value *= factor;
  return spec;
}

void compute(const SweepPlan& plan, const Member& member, const std::function<bool()>& is_interrupted,
             RunMember& run) {
  MemberResult& result = run.result;
  run.motion = sampled(plan, member.spec, is_interrupted, &result.local_error);
  copy_record(run.motion.record, result);
  if (!result.is_complete()) return;
  result.objectives = objectives_of(plan, run.motion);
  if (!plan.spec().checks_error) return;
  const SampledMotion better = sampled(plan, more_exact(member.spec), is_interrupted, nullptr);
  if (better.record.exit_code == ExitCode::interrupted) result.exit_code = ExitCode::interrupted;
  if (better.record.exit_code != ExitCode::success) return;
  const std::vector<double> values = objectives_of(plan, better);
  for (std::size_t i = 0; i < values.size(); ++i)
    result.objective_errors.push_back(std::abs(values[i] - result.objectives[i]));
}

}  // namespace

RunMember run_member(const SweepPlan& plan, const Member& member,
                     const std::function<bool()>& is_interrupted) {
  const double begin = processor_seconds();
  RunMember run;
  const auto refuse = [&](const std::string& message, ExitCode code) {
    run = {};
    run.result.status = "refused";
    run.result.message = message;
    run.result.exit_code = code;
  };
  try {
    compute(plan, member, is_interrupted, run);
  } catch (const Error& error) {
    refuse(error.fact() + "; " + error.hint(), error.code());
  } catch (const std::bad_alloc&) {
    refuse("out of memory", ExitCode::internal);
  }
  run.result.objectives.resize(plan.spec().objectives.size(), MemberResult::unknown);
  if (plan.spec().checks_error)
    run.result.objective_errors.resize(plan.spec().objectives.size(), MemberResult::unknown);
  run.result.seconds = processor_seconds() - begin;
  return run;
}

std::vector<Column> columns_of(const SweepPlan& plan, const Member& member) {
  const TargetInstance instance = plan.target().make(divide(member.spec.settings, plan.target()).target);
  const AnySystem system(instance.problem.system);
  return Sampler(instance.problem, system, {instance.problem.t_end, 1.0}, std::string(), RunSinks{})
      .columns();
}

void try_objectives(const SweepPlan& plan) {
  if (plan.spec().objectives.empty()) return;
  const Member first = plan.member(0);
  const TargetInstance instance = plan.target().make(divide(first.spec.settings, plan.target()).target);
  static_cast<void>(Objectives(plan.spec().objectives, columns_of(plan, first), instance.parameters));
}

}  // namespace kreisel
