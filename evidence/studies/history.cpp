// Curves of a quantity over time, one per contestant.
#include "evidence/studies/history.hpp"

#include <cmath>

#include <fmt/format.h>

namespace kreisel {

std::vector<JobResult> run_histories(const StudySpec& spec, const Contest& contest,
                                     const std::vector<double>& steps, const std::vector<double>& tolerances,
                                     const PoolOptions& pool) {
  std::vector<Job> jobs;
  for (std::size_t i = 0; i < contest.contestants.size(); ++i) {
    Job job;
    job.spec = run_spec(spec, contest, contest.contestants[i]);
    job.spec.steps.step = steps[i];
    job.spec.steps.rtol = job.spec.steps.atol = tolerances[i];
    job.spec.samples.count = 1;
    job.keeps_steps = true;
    jobs.push_back(std::move(job));
  }
  return run_jobs(jobs, pool);
}

Figure history_figure(const Contest& contest, const std::vector<JobResult>& results, const Figure& empty,
                      const GroupValue& value) {
  Figure figure = empty;
  figure.x = {"t", "s", false};
  for (std::size_t i = 0; i < results.size(); ++i) {
    Curve curve{.name = contest.contestants[i].label, .style = i, .has_marks = false};
    for (const StepGroup& group : results[i].steps) {
      const double y = value(group, results[i]);
      curve.x.push_back(group.t_end);
      curve.y.push_back(std::isfinite(y) && (!figure.y.is_log || y > 0.0) ? y : std::nan(""));
    }
    figure.curves.push_back(std::move(curve));
  }
  return figure;
}

std::vector<std::string> history_notes(const Contest& contest, const std::vector<JobResult>& results) {
  std::vector<std::string> notes = contest.notes;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (results[i].is_complete()) continue;
    std::string message = results[i].message;
    message.erase(message.find_last_not_of(". ") + 1);
    notes.push_back(fmt::format("{} did not reach the end, {} at t = {:.6g} s: {}.",
                                contest.contestants[i].label, results[i].status, results[i].t, message));
  }
  return notes;
}

}  // namespace kreisel
