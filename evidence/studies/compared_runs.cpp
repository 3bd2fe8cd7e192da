// Runs the jobs of a study, compares them with the reference, tells of them in tables and notes.
#include "evidence/studies/compared_runs.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

namespace kreisel {
namespace {

RunSpec what_of(const StudySpec& spec, const Contest& contest) {
  RunSpec what = run_spec(spec, contest, {});
  for (const auto& setting : spec.settings)
    if (std::ranges::find(contest.target.parameters, setting.first) != contest.target.parameters.end())
      what.settings.push_back(setting);
  return what;
}

/// Steps are divided where they fail; a run that consists of parts of steps says nothing about their size.
long most_steps(double asked_for) {
  constexpr double most_parts = 16.0;
  return static_cast<long>(std::ceil(most_parts * asked_for));
}

Job job_of(const StudySpec& spec, const Contest& contest, const RunPlan& plan, long samples, bool is_timed) {
  Job job;
  job.spec = run_spec(spec, contest, contest.contestants[plan.contestant]);
  job.spec.steps.step = plan.step;
  if (plan.step > 0.0) job.spec.limits.max_steps = most_steps(contest.length() / plan.step);
  job.spec.steps.rtol = job.spec.steps.atol = plan.tolerance;
  job.spec.samples.count = samples;
  job.spec.limits.max_seconds = spec.max_seconds;
  job.is_timed = is_timed;
  return job;
}

Cell error_cell(double error, double floor) {
  if (std::isnan(error)) return Cell::of(std::string("–"), Tone::faint);
  return Cell::of(error, error <= floor ? Tone::faint : Tone::plain);
}

constexpr double most_drawn = 10.0;

/// "at t = 0.07 the model returned NaN": what happened, without advice for a single run.
std::string first_sentence(std::string message) {
  message.erase(std::min(message.size(), message.find(';')));
  message.erase(message.find_last_not_of(". ") + 1);
  return message;
}

std::string run_words(const ComparedRun& run) {
  return run.step > 0.0 ? fmt::format("with steps of {:.3g} s", run.step)
                        : fmt::format("with tolerance {:g}", run.tolerance);
}

}  // namespace

std::vector<Component> ComparedRuns::components() const {
  std::vector<Component> present;
  const RunErrors own = reference.own_errors();
  for (const Component c : judged_components)
    if (!own.of(c).quantity.empty()) present.push_back(c);
  return present;
}

ComparedRuns compare_runs(const StudySpec& spec, const Contest& contest, const std::vector<RunPlan>& plans,
                          long samples, bool is_timed, const PoolOptions& pool) {
  ComparedRuns compared;
  compared.reference = reference_solution(what_of(spec, contest), samples, pool);
  std::vector<Job> jobs;
  for (const RunPlan& plan : plans) jobs.push_back(job_of(spec, contest, plan, samples, is_timed));
  std::vector<JobResult> results = run_jobs(jobs, pool);
  for (std::size_t i = 0; i < plans.size(); ++i) {
    const std::string& method = contest.contestants[plans[i].contestant].method;
    std::vector<Difference> found = differences_from(compared.reference, results[i], method);
    RunErrors errors = errors_of(compared.reference.quantities, found);
    compared.runs.push_back({plans[i].contestant, plans[i].step, plans[i].tolerance, std::move(results[i]),
                             std::move(found), std::move(errors)});
  }
  return compared;
}

double drawn_error(double error) {
  return error > 0.0 && error <= most_drawn ? error : std::numeric_limits<double>::quiet_NaN();
}

std::vector<std::string> reference_notes(const ReferenceSolution& reference, bool is_at_end) {
  const RunErrors own = reference.own_errors();
  std::string sizes;
  for (const Component c : judged_components) {
    const ComponentError& error = own.of(c, is_at_end);
    if (error.quantity.empty()) continue;
    sizes += fmt::format("{}{:.1e} in {}", sizes.empty() ? "" : ", ", error.relative, symbol_of(c));
  }
  return {
      fmt::format(
          "Reference: {}. Its own relative error is about {}; errors below {:g} times that are not judged.",
          reference.how, sizes, reference_margin),
      fmt::format(
          "Errors are {} and relative: every quantity is compared with the largest value of its unit, "
          "rotations with 1 rad; the worst quantity counts. Figures leave out errors above {:g}.",
          is_at_end ? "those at the end of the run" : "the largest over all common samples of the run",
          most_drawn)};
}

std::vector<std::string> failure_notes(const Contest& contest, const std::vector<ComparedRun>& runs) {
  std::map<std::string, std::map<std::string, int>> failures;  // status -> who -> how often
  std::map<std::string, std::string> first;
  for (const ComparedRun& run : runs) {
    if (run.result.is_complete()) continue;
    const std::string& who = contest.contestants[run.contestant].label;
    ++failures[run.result.status][who];
    first.emplace(run.result.status,
                  fmt::format("{} {}: {}", who, run_words(run), first_sentence(run.result.message)));
  }
  std::vector<std::string> notes;
  for (const auto& [status, who] : failures) {
    std::string names;
    for (const auto& [name, count] : who)
      names += fmt::format("{}{} ({})", names.empty() ? "" : ", ", name, count);
    notes.push_back(fmt::format("Runs that did not reach the end, {}: {}. The first one, {}.", status, names,
                                first[status]));
  }
  return notes;
}

Table runs_table(const Contest& contest, const ComparedRuns& compared, bool is_at_end) {
  Table table{.name = "runs", .title = "Every run"};
  table.columns = {{"method"}, {"formulation"}, {"step", "s"}, {"tolerance"}, {"status"}};
  const std::vector<Component> components = compared.components();
  for (const Component c : components) {
    table.columns.push_back({"error in " + symbol_of(c)});
    table.columns.push_back({"worst " + symbol_of(c)});
  }
  for (const char* name : {"steps", "rejected", "force evaluations", "Newton iterations", "factorizations"})
    table.columns.push_back({name, "1", 7});
  table.columns.push_back({"cpu time", "s"});
  for (const ComparedRun& run : compared.runs) {
    const Contestant& who = contest.contestants[run.contestant];
    std::vector<Cell> row{Cell::of(who.method), Cell::of(run.result.formulation)};
    row.push_back(run.step > 0.0 ? Cell::of(run.step) : Cell::of(std::string()));
    row.push_back(run.tolerance > 0.0 ? Cell::of(run.tolerance) : Cell::of(std::string()));
    row.push_back(Cell::of(run.result.status, run.result.is_complete() ? Tone::plain : Tone::bad));
    for (const Component c : components) {
      row.push_back(error_cell(run.error(c, is_at_end), compared.reference.floor(c, is_at_end)));
      row.push_back(Cell::of(run.errors.of(c, is_at_end).quantity));
    }
    const RunStatistics& s = run.result.statistics;
    for (const long count :
         {s.accepted, s.rejected, s.work.force_evaluations, s.work.newton_iterations, s.work.factorizations})
      row.push_back(Cell::of(static_cast<double>(count)));
    row.push_back(Cell::of(run.result.cpu_seconds));
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace kreisel
