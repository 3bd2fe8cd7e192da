// kreisel study steps: the step sizes that error control chooses, and why steps were turned down.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "evidence/studies/history.hpp"
#include "evidence/studies/study_spec.hpp"

namespace kreisel {
namespace {

double step_size(const StepGroup& group, const JobResult&) {
  return group[StepQuantity::size].high;
}

/// Rejected attempts as marks: when, and how long they were.
void add_rejections(const std::vector<JobResult>& results, Figure& figure) {
  const std::size_t accepted = figure.curves.size();
  for (std::size_t i = 0; i < accepted; ++i) {
    if (results[i].rejections.first.empty()) continue;
    Curve marks{.name = figure.curves[i].name + ", rejected", .style = i, .has_line = false};
    for (const Rejection& rejection : results[i].rejections.first) {
      marks.x.push_back(rejection.t);
      marks.y.push_back(rejection.h);
    }
    figure.curves.push_back(std::move(marks));
  }
}

Table summary_table(const Contest& contest, const std::vector<JobResult>& results) {
  Table table{.name = "summary", .title = "Steps and why some were rejected"};
  table.columns = {{"method"}, {"formulation"}, {"steps", "1", 7}, {"rejected", "1", 7}};
  for (int c = 0; c < static_cast<int>(RejectionCause::count); ++c)
    table.columns.push_back({name_of(static_cast<RejectionCause>(c)), "1", 7, c < 3});
  table.columns.insert(table.columns.end(), {{"smallest step", "s"},
                                             {"largest step", "s"},
                                             {"force evaluations", "1", 8},
                                             {"Newton iterations", "1", 8, false},
                                             {"factorizations", "1", 8, false}});
  for (std::size_t i = 0; i < results.size(); ++i) {
    const Contestant& who = contest.contestants[i];
    const RunStatistics& s = results[i].statistics;
    const auto count = [](long number) { return Cell::of(static_cast<double>(number)); };
    std::vector<Cell> row{Cell::of(who.method), Cell::of(who.formulation_name()), count(s.accepted),
                          count(s.rejected)};
    for (const long cause : results[i].rejections.counts) row.push_back(count(cause));
    row.push_back(Cell::of(s.smallest_step));
    row.push_back(Cell::of(s.largest_step));
    for (const long work : {s.work.force_evaluations, s.work.newton_iterations, s.work.factorizations})
      row.push_back(count(work));
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table rejection_table(const Contest& contest, const std::vector<JobResult>& results) {
  Table table{.name = "rejected", .title = "Rejected steps"};
  table.columns = {{"method"}, {"formulation"}, {"t", "s", 6}, {"step", "s"}, {"cause"}};
  for (std::size_t i = 0; i < results.size(); ++i) {
    const Contestant& who = contest.contestants[i];
    for (const Rejection& r : results[i].rejections.first)
      table.rows.push_back({Cell::of(who.method), Cell::of(who.formulation_name()), Cell::of(r.t),
                            Cell::of(r.h), Cell::of(name_of(r.cause))});
  }
  return table;
}

void add_lead(const Contest& contest, const std::vector<JobResult>& results, StudyReport& report) {
  std::size_t fewest = results.size();
  long rejected = 0, attempted = 0;
  for (std::size_t i = 0; i < results.size(); ++i) {
    rejected += results[i].statistics.rejected;
    attempted += results[i].statistics.rejected + results[i].statistics.accepted;
    if (!results[i].is_complete()) continue;
    const bool is_fewer =
        fewest == results.size() || results[i].statistics.accepted < results[fewest].statistics.accepted;
    if (is_fewer) fewest = i;
  }
  if (fewest < results.size())
    report.lead.push_back(fmt::format("Fewest steps: {} with {}.", contest.contestants[fewest].label,
                                      results[fewest].statistics.accepted));
  report.lead.push_back(fmt::format("{} of {} attempts were rejected.", rejected, attempted));
}

}  // namespace

StudyReport study_steps(const StudySpec& spec, const PoolOptions& pool) {
  constexpr double default_tolerance = 1e-6;
  const Contest contest = make_contest(spec, StepKind::controlled);
  const double tolerance = spec.tolerances.empty() ? default_tolerance : spec.tolerances.front();
  const std::size_t count = contest.contestants.size();
  const std::vector<JobResult> results = run_histories(spec, contest, std::vector<double>(count, 0.0),
                                                       std::vector<double>(count, tolerance), pool);
  StudyReport report{.kind = "steps"};
  report.title = fmt::format("Step sizes with tolerance {:g}: {}", tolerance, contest.target.name);
  report.target = contest.target.name;
  report.about = contest.target.description;
  Figure sizes = history_figure(contest, results, {.title = "Step size over time", .y = {"step size h", "s"}},
                                step_size);
  add_rejections(results, sizes);
  report.figures = {
      std::move(sizes),
      history_figure(contest, results,
                     {.title = "Error estimate over time", .y = {"estimate, 1 = tolerance"}},
                     [](const StepGroup& g, const JobResult&) { return g[StepQuantity::error].high; })};
  report.tables = {summary_table(contest, results), rejection_table(contest, results)};
  add_lead(contest, results, report);
  report.notes = {
      "A point that stands for several steps shows the largest. Marks are rejected attempts, at most 2000 "
      "per method."};
  const std::vector<std::string> more = history_notes(contest, results);
  report.notes.insert(report.notes.end(), more.begin(), more.end());
  return report;
}

}  // namespace kreisel
