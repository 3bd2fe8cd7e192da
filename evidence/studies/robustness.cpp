// kreisel study robustness: does every method do what a tolerance asks, on every problem and model?
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

#include <fmt/format.h>

#include "evidence/studies/compared_runs.hpp"
#include "evidence/studies/step_plan.hpp"
#include "evidence/studies/study_spec.hpp"
#include "kreisel/problems/all.hpp"

namespace kreisel {
namespace {

// Errors in tolerances: what is promised, and what a completed run must never exceed.
constexpr double promised_motion = 10.0, promised_reactions = 30.0, never = 100.0;
constexpr long samples = 97;
constexpr double most_seconds = 20.0, tightest_of_alpha = 1e-6;

const std::vector<std::string> usual_methods{"auto", "radau", "bliedf", "dop853", "generalized_alpha"};

/// What became of a target with a method and a tolerance.
struct RobustnessCell {
  std::string target = {}, method = {};
  double tolerance = 0.0;
  std::string status = {}, message = {};
  bool is_complete = false, is_judged = false;
  long steps = 0, evaluations = 0;
  std::map<Component, double> off = {};  // in tolerances

  double of(Component c) const {
    const auto found = off.find(c);
    return found == off.end() ? 0.0 : found->second;
  }
  /// In units of what is promised.
  double worst() const {
    return std::max({of(Component::position) / promised_motion, of(Component::velocity) / promised_motion,
                     of(Component::multiplier) / promised_reactions});
  }
  bool is_wrong() const {
    return is_complete && is_judged &&
           std::max({of(Component::position), of(Component::velocity), of(Component::multiplier)}) > never;
  }
};

std::vector<std::string> targets_of(const std::string& text) {
  std::vector<std::string> targets;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    if (end > begin) targets.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  if (!targets.empty()) return targets;
  for (const ProblemEntry& problem : all_problems()) targets.push_back(problem.name);
  const std::filesystem::path folder = "models";
  std::vector<std::string> models;
  if (std::filesystem::is_directory(folder))
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      if (entry.path().extension() == ".json" && !entry.path().filename().string().ends_with("schema.json"))
        models.push_back(entry.path().string());
  std::sort(models.begin(), models.end());
  targets.insert(targets.end(), models.begin(), models.end());
  return targets;
}

/// Those that fit the joints and control their error, and auto.
Contest contest_of(StudySpec spec) {
  const std::vector<std::string> wanted = spec.methods.empty() ? usual_methods : spec.methods;
  spec.methods.clear();
  std::copy_if(wanted.begin(), wanted.end(), std::back_inserter(spec.methods),
               [](const std::string& name) { return name != "auto"; });
  Contest contest;
  contest.target = study_target(spec.target, spec.settings);
  contest.t_begin = contest.target.t_begin;
  contest.t_end = spec.t_end.value_or(contest.target.t_end);
  if (!spec.methods.empty()) {
    try {
      contest = make_contest(spec, StepKind::controlled);
    } catch (const OptionError& error) {
      contest.notes.push_back(error.fact());
    }
  }
  if (std::find(wanted.begin(), wanted.end(), "auto") != wanted.end())
    contest.contestants.insert(contest.contestants.begin(), {.method = "auto", .label = "auto"});
  return contest;
}

std::map<Component, double> errors_in_tolerances(const ComparedRun& run, const ReferenceSolution& reference) {
  std::map<Component, double> off;
  double largest_reaction = 0.0;
  for (std::size_t k = 0; k < reference.quantities.size(); ++k)
    if (reference.quantities[k].component == Component::multiplier)
      largest_reaction = std::max(largest_reaction, run.differences[k].scale);
  for (std::size_t k = 0; k < reference.quantities.size(); ++k) {
    const Component c = reference.quantities[k].component;
    if (c == Component::other) continue;
    const Difference& d = run.differences[k];
    const double scale = c == Component::multiplier ? largest_reaction : 1.0 + d.scale;
    const double known = reference_margin * reference.estimate[k].largest;
    const double error = std::max(0.0, d.largest - known);
    if (scale > 0.0) off[c] = std::max(off[c], error / (run.tolerance * scale));
  }
  return off;
}

/// Runs without a reference: whether they get there is known all the same.
std::vector<Job> unjudged_jobs(const StudySpec& spec, const Contest& contest,
                               const std::vector<RunPlan>& plans) {
  std::vector<Job> jobs;
  for (const RunPlan& plan : plans) {
    Job job{.spec = run_spec(spec, contest, contest.contestants[plan.contestant])};
    job.spec.steps.rtol = job.spec.steps.atol = plan.tolerance;
    job.spec.samples.count = samples;
    job.spec.limits.max_seconds = spec.max_seconds;
    jobs.push_back(std::move(job));
  }
  return jobs;
}

void add_cells(const StudySpec& spec, const Contest& contest, const std::vector<double>& tolerances,
               const PoolOptions& pool, std::vector<RobustnessCell>& cells, std::vector<std::string>& notes) {
  std::vector<RunPlan> plans;
  for (std::size_t i = 0; i < contest.contestants.size(); ++i)
    for (const double tolerance : tolerances)
      if (contest.contestants[i].method != "generalized_alpha" || tolerance >= 0.99 * tightest_of_alpha)
        plans.push_back({i, 0.0, tolerance});
  const auto add = [&](const RunPlan& plan, const JobResult& result) -> RobustnessCell& {
    RobustnessCell cell{spec.target,    contest.contestants[plan.contestant].method,
                        plan.tolerance, result.status,
                        result.message, result.is_complete()};
    cell.steps = result.statistics.accepted + result.statistics.rejected;
    cell.evaluations = result.statistics.work.force_evaluations;
    return cells.emplace_back(std::move(cell));
  };
  try {
    const ComparedRuns compared = compare_runs(spec, contest, plans, samples, false, pool);
    for (const ComparedRun& run : compared.runs) {
      RobustnessCell& cell = add({run.contestant, 0.0, run.tolerance}, run.result);
      cell.is_judged = cell.is_complete && !run.differences.empty();
      if (cell.is_judged) cell.off = errors_in_tolerances(run, compared.reference);
    }
  } catch (const Error& error) {
    if (error.code() == ExitCode::interrupted) throw;
    notes.push_back(fmt::format("{} is not judged: {}.", spec.target, error.fact()));
    const std::vector<JobResult> results = run_jobs(unjudged_jobs(spec, contest, plans), pool);
    for (std::size_t i = 0; i < plans.size(); ++i) add(plans[i], results[i]);
  }
}

Cell ratio_cell(double value, double promised) {
  return Cell::of(value, value <= promised ? Tone::good : value <= never ? Tone::plain : Tone::bad);
}

Table cells_table(const std::vector<RobustnessCell>& cells) {
  Table table{.name = "cells", .title = "Every cell: errors in tolerances"};
  table.columns = {{"target"},     {"method"},        {"tolerance"},
                   {"status"},     {"steps", "1", 7}, {"force evaluations", "1", 7},
                   {"error in q"}, {"error in v"},    {"error in λ"},
                   {"command"}};
  table.columns.back().is_on_terminal = false;
  for (const RobustnessCell& c : cells) {
    std::vector<Cell> row{Cell::of(c.target),
                          Cell::of(c.method),
                          Cell::of(c.tolerance),
                          Cell::of(c.status, c.is_complete ? Tone::plain : Tone::bad),
                          Cell::of(static_cast<double>(c.steps)),
                          Cell::of(static_cast<double>(c.evaluations))};
    for (const Component component : judged_components) {
      if (!c.is_judged || c.off.find(component) == c.off.end())
        row.push_back(Cell::of(std::string("–"), Tone::faint));
      else
        row.push_back(ratio_cell(c.of(component),
                                 component == Component::multiplier ? promised_reactions : promised_motion));
    }
    row.push_back(Cell::of(fmt::format("kreisel run {} --method {} --rtol {:g} --atol {:g} --samples {}",
                                       c.target, c.method, c.tolerance, c.tolerance, samples)));
    table.rows.push_back(std::move(row));
  }
  return table;
}

/// Targets by tolerances: the worst error in units of what is promised, or how the run ended.
Table heat_table(const std::string& method, const std::vector<RobustnessCell>& cells,
                 const std::vector<double>& tolerances) {
  Table table{.name = "map_" + method,
              .title = fmt::format("{}: errors in units of what is promised", method)};
  table.columns = {{"target"}};
  for (const double tolerance : tolerances) table.columns.push_back({fmt::format("{:g}", tolerance), "1", 2});
  std::map<std::string, std::vector<Cell>> rows;
  std::vector<std::string> order;
  for (const RobustnessCell& c : cells) {
    if (c.method != method) continue;
    auto [row, is_new] =
        rows.try_emplace(c.target, tolerances.size(), Cell::of(std::string("–"), Tone::faint));
    if (is_new) order.push_back(c.target);
    const auto at = std::find(tolerances.begin(), tolerances.end(), c.tolerance) - tolerances.begin();
    row->second[static_cast<std::size_t>(at)] = !c.is_complete ? Cell::of(c.status, Tone::bad)
                                                : c.is_wrong() ? Cell::of(c.worst(), Tone::bad)
                                                               : ratio_cell(c.worst(), 1.0);
  }
  for (const std::string& target : order) {
    std::vector<Cell> row{Cell::of(target)};
    row.insert(row.end(), rows[target].begin(), rows[target].end());
    table.rows.push_back(std::move(row));
  }
  return table;
}

struct Summary {
  std::size_t cells = 0, completed = 0, refused = 0, within = 0, wrong = 0;
};

Summary summary_of(const std::string& method, const std::vector<RobustnessCell>& cells) {
  Summary s;
  for (const RobustnessCell& c : cells) {
    if (c.method != method) continue;
    ++s.cells;
    s.completed += c.is_complete;
    s.refused += c.status == "refused";
    s.within += c.is_judged && c.worst() <= 1.0;
    s.wrong += c.is_wrong();
  }
  return s;
}

Table summary_table(const std::vector<std::string>& methods, const std::vector<RobustnessCell>& cells) {
  Table table{.name = "summary", .title = "Cells by method"};
  table.columns = {{"method"},
                   {"cells", "1", 6},
                   {"completed", "1", 6},
                   {"refused before the first step", "1", 6},
                   {"within what is promised", "1", 6},
                   {"completed, but wrong by more than 100 tolerances", "1", 6}};
  for (const std::string& method : methods) {
    const Summary s = summary_of(method, cells);
    if (s.cells == 0) continue;
    const auto number = [](std::size_t n, Tone tone = Tone::plain) {
      return Cell::of(static_cast<double>(n), tone);
    };
    table.rows.push_back({Cell::of(method), number(s.cells),
                          number(s.completed, s.completed + s.refused == s.cells ? Tone::good : Tone::bad),
                          number(s.refused), number(s.within),
                          number(s.wrong, s.wrong == 0 ? Tone::good : Tone::bad)});
  }
  return table;
}

/// Where auto takes more than twice the evaluations of the cheapest method that got there.
std::vector<std::string> dear_cells(const std::vector<RobustnessCell>& cells) {
  constexpr double most = 2.0;
  std::vector<std::string> found;
  for (const RobustnessCell& c : cells) {
    if (c.method != "auto" || !c.is_complete) continue;
    const RobustnessCell* best = nullptr;
    for (const RobustnessCell& other : cells)
      if (other.target == c.target && other.tolerance == c.tolerance && other.is_complete &&
          other.method != "auto" && other.worst() <= 1.0 &&
          (best == nullptr || other.evaluations < best->evaluations))
        best = &other;
    if (best != nullptr && static_cast<double>(c.evaluations) > most * static_cast<double>(best->evaluations))
      found.push_back(fmt::format("{} at {:g} ({} instead of {} with {})", c.target, c.tolerance,
                                  c.evaluations, best->evaluations, best->method));
  }
  return found;
}

}  // namespace

StudyReport study_robustness(const StudySpec& spec, const PoolOptions& pool) {
  const std::vector<double> tolerances = plan_tolerances(spec);
  const std::vector<std::string> methods = spec.methods.empty() ? usual_methods : spec.methods;
  StudyReport report{.kind = "robustness", .title = "What a tolerance is worth"};
  std::vector<RobustnessCell> cells;
  const std::vector<std::string> targets = targets_of(spec.target);
  for (const std::string& target : targets) {
    StudySpec one = spec;
    one.target = target;
    one.max_seconds = std::min(spec.max_seconds, most_seconds);
    try {
      add_cells(one, contest_of(one), tolerances, pool, cells, report.notes);
    } catch (const Error& error) {
      if (error.code() == ExitCode::interrupted) throw;
      report.notes.push_back(fmt::format("{} is left out: {}.", target, error.fact()));
    }
  }
  report.target = fmt::format("{} problems and models", targets.size());
  report.about =
      "Every target with every method at every tolerance, rtol = atol, against references that two families "
      "of "
      "methods agree on; 97 samples, most of them between steps.";
  std::size_t wrong = 0;
  for (const std::string& method : methods) {
    const Summary s = summary_of(method, cells);
    wrong += s.wrong;
    report.lead.push_back(
        fmt::format("{}: {} of {} completed, {} within what is promised, {} wrong by more than 100 "
                    "tolerances.",
                    method, s.completed, s.cells, s.within, s.wrong));
  }
  const Summary automatic = summary_of("auto", cells);
  report.is_as_claimed =
      wrong == 0 && automatic.completed == automatic.cells && automatic.within == automatic.cells;
  report.tables.push_back(summary_table(methods, cells));
  for (const std::string& method : methods) report.tables.push_back(heat_table(method, cells, tolerances));
  report.tables.push_back(cells_table(cells));
  report.notes.push_back(
      "Promised are 10 tolerances in positions and velocities, over 1 + their size, and 30 in reactions, "
      "over the largest "
      "of them, at every sample. What the reference itself is not sure of is taken off.");
  if (const auto dear = dear_cells(cells); !dear.empty())
    report.notes.push_back(
        fmt::format("auto takes more than twice the evaluations of the cheapest method in {} cells: {}.",
                    dear.size(), fmt::join(dear, "; ")));
  return report;
}

}  // namespace kreisel
