// Runs one job, counts rejected steps, repeats it for its computing time.
#include <ctime>

#include <algorithm>

#include "evidence/studies/job.hpp"

namespace kreisel {
namespace {

constexpr std::size_t most_rejections = 2000;  // more marks would cover each other in a figure
constexpr std::size_t most_points = 600;       // of a curve over time

double thread_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

RejectionCause cause_of(StepStatus status) {
  switch (status) {
    case StepStatus::completed:
      return RejectionCause::error;
    case StepStatus::newton_diverged:
      return RejectionCause::newton_diverged;
    case StepStatus::iteration_limit:
      return RejectionCause::iteration_limit;
    case StepStatus::singular_matrix:
      return RejectionCause::singular_matrix;
    case StepStatus::non_finite:
      return RejectionCause::non_finite;
  }
  return RejectionCause::error;
}

void keep(const RejectedStep& step, Rejections& rejections) {
  const RejectionCause cause = cause_of(step.status);
  ++rejections.counts[static_cast<std::size_t>(cause)];
  if (rejections.first.size() < most_rejections) rejections.first.push_back({step.t, step.h, cause});
}

void copy_record(const RunRecord& record, JobResult& result) {
  result.status = record.status;
  result.message = record.message;
  result.exit_code = record.exit_code;
  result.formulation = record.choice.formulation;
  result.t_begin = record.t_begin;
  result.t_end = record.t_end;
  result.t = record.t;
  result.columns = record.columns;
  result.statistics = record.statistics;
  result.position_residual = record.audit.max_position_residual;
  result.velocity_residual = record.audit.max_velocity_residual;
  if (record.audit.energy_drift) result.energy_drift = *record.audit.energy_drift;
  result.references = record.references;
  result.warnings = record.warnings;
}

/// Short runs again and again: the fastest is the one that nothing disturbed.
void repeat_for_time(const Job& job, JobResult& result, const std::function<bool()>& is_interrupted) {
  constexpr int most_repetitions = 9;
  constexpr double enough_seconds = 0.2;
  RunSinks sinks;
  sinks.is_interrupted = is_interrupted;
  double spent = result.cpu_seconds;
  for (int i = 1; i < most_repetitions && spent < enough_seconds && result.is_complete(); ++i) {
    const double begin = thread_seconds();
    const RunRecord record = run(job.spec, sinks);
    const double seconds = thread_seconds() - begin;
    if (record.exit_code == ExitCode::interrupted) return;
    result.cpu_seconds = std::min(result.cpu_seconds, seconds);
    spent += seconds;
  }
}

void run_checked(const Job& job, JobResult& result, const std::function<bool()>& is_interrupted) {
  RunTrace trace(most_points);
  RunSinks sinks;
  sinks.begin = [&](const std::vector<Column>& columns) { trace.begin(columns); };
  sinks.sample = [&](const Sample& sample) {
    result.times.push_back(sample.t);
    result.values.emplace_back(sample.values.begin(), sample.values.end());
  };
  if (job.keeps_steps) {
    sinks.step = [&](const StepNote& note) { trace.take(note); };
    sinks.rejected = [&](const RejectedStep& step) { keep(step, result.rejections); };
  }
  sinks.is_interrupted = is_interrupted;
  const double begin = thread_seconds();
  const RunRecord record = run(job.spec, sinks);
  result.cpu_seconds = thread_seconds() - begin;
  copy_record(record, result);
  if (job.keeps_steps) {
    result.steps = trace.steps();
    result.first_energy = trace.first_energy();
  }
  if (job.is_timed) repeat_for_time(job, result, is_interrupted);
}

}  // namespace

std::string name_of(RejectionCause cause) {
  switch (cause) {
    case RejectionCause::error:
      return "error too large";
    case RejectionCause::newton_diverged:
      return "Newton diverged";
    case RejectionCause::iteration_limit:
      return "Newton too slow";
    case RejectionCause::singular_matrix:
      return "singular matrix";
    case RejectionCause::non_finite:
      return "not finite";
    case RejectionCause::count:
      break;
  }
  return "";
}

long Rejections::total() const {
  long sum = 0;
  for (const long count : counts) sum += count;
  return sum;
}

JobResult run_job(const Job& job, const std::function<bool()>& is_interrupted) {
  JobResult result;
  try {
    run_checked(job, result, is_interrupted);
  } catch (const Error& error) {
    result = {};
    result.status = "refused";
    result.message = error.fact() + "; " + error.hint();
    result.exit_code = error.code();
  }
  return result;
}

}  // namespace kreisel
