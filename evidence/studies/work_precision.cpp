// kreisel study work-precision: what accuracy costs, in computing time, evaluations and steps.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "evidence/studies/compared_runs.hpp"
#include "evidence/studies/step_plan.hpp"
#include "evidence/studies/study_spec.hpp"

namespace kreisel {
namespace {

struct Cost {
  const char* name;
  const char* unit;
  double (*of)(const ComparedRun&);
};

constexpr std::array<Cost, 3> costs{{
    {"computing time", "s", [](const ComparedRun& r) { return r.result.cpu_seconds; }},
    {"force evaluations", "1",
     [](const ComparedRun& r) { return static_cast<double>(r.result.statistics.work.force_evaluations); }},
    {"steps, rejected ones included", "1",
     [](const ComparedRun& r) {
       return static_cast<double>(r.result.statistics.accepted + r.result.statistics.rejected);
     }},
}};

constexpr std::array<double, 3> accuracies{1e-3, 1e-6, 1e-9};

/// An error and what it cost.
struct CostPoint {
  double error, cost;
};

/// Cheapest cost at which a contestant reaches the error, interpolated between its runs in logarithms; NaN: never.
double cost_of(std::vector<CostPoint> points, double wanted) {
  std::erase_if(points, [](const CostPoint& p) { return !(p.error > 0.0) || !(p.cost > 0.0); });
  std::ranges::sort(points, {}, &CostPoint::cost);
  if (points.empty()) return std::nan("");
  if (points.front().error <= wanted) return points.front().cost;
  for (std::size_t i = 1; i < points.size(); ++i) {
    const CostPoint &before = points[i - 1], &now = points[i];
    if (!(now.error <= wanted)) continue;
    const double part = std::log(before.error / wanted) / std::log(before.error / now.error);
    return before.cost * std::pow(now.cost / before.cost, part);
  }
  return std::nan("");
}

class WorkPrecision {
 public:
  WorkPrecision(const StudySpec& spec, const Contest& contest, const ComparedRuns& compared)
      : contest_(contest), compared_(compared), is_at_end_(spec.at_end) {}

  StudyReport report() const {
    StudyReport report{.kind = "work-precision"};
    report.title = fmt::format("Work and precision: {}", contest_.target.name);
    report.target = contest_.target.name;
    report.about = contest_.target.description;
    for (const Component c : compared_.components())
      for (const Cost& cost : costs) report.figures.push_back(figure(c, cost));
    report.tables = {summary(), runs_table(contest_, compared_, is_at_end_)};
    for (const double accuracy : accuracies) add_ranking(accuracy, report);
    report.notes = reference_notes(compared_.reference, is_at_end_);
    report.notes.emplace_back(
        "Computing time is that of the thread, the best of several repetitions of short runs, set-up "
        "included. "
        "Samples between steps come from dense output, whose error counts.");
    for (const auto& more : {contest_.notes, failure_notes(contest_, compared_.runs)})
      report.notes.insert(report.notes.end(), more.begin(), more.end());
    return report;
  }

 private:
  double judged_error(const ComparedRun& run, Component component) const {
    const double error = run.error(component, is_at_end_);
    return error > compared_.reference.floor(component, is_at_end_) ? error : std::nan("");
  }

  std::vector<CostPoint> points_of(std::size_t contestant, Component component, const Cost& cost) const {
    std::vector<CostPoint> points;
    for (const ComparedRun& run : compared_.runs) {
      if (run.contestant != contestant || !run.result.is_complete()) continue;
      // Below the floor an error is only known to be smaller; for reaching an accuracy that will do.
      const double floor = compared_.reference.floor(component, is_at_end_);
      points.push_back({std::max(run.error(component, is_at_end_), floor), cost.of(run)});
    }
    return points;
  }

  Figure figure(Component component, const Cost& cost) const {
    const bool is_main = component == Component::position;
    Figure figure{.title = fmt::format("Error in {} over {}", symbol_of(component), cost.name),
                  .x = {cost.name, cost.unit},
                  .y = {fmt::format("relative error in {}", symbol_of(component))},
                  .is_published = is_main};
    for (std::size_t i = 0; i < contest_.contestants.size(); ++i) {
      Curve curve{.name = contest_.contestants[i].label, .style = i};
      for (const ComparedRun& run : compared_.runs) {
        if (run.contestant != i) continue;
        curve.x.push_back(cost.of(run));
        curve.y.push_back(drawn_error(judged_error(run, component)));
      }
      figure.curves.push_back(std::move(curve));
    }
    return figure;
  }

  Table summary() const {
    Table table{.name = "summary", .title = "Cost of an accuracy in q"};
    table.columns = {{"method"}, {"formulation"}};
    for (const double accuracy : accuracies)
      table.columns.push_back({fmt::format("time for {:.0e}", accuracy), "ms"});
    for (const double accuracy : accuracies)
      table.columns.push_back({fmt::format("evaluations for {:.0e}", accuracy)});
    for (std::size_t i = 0; i < contest_.contestants.size(); ++i) {
      const Contestant& who = contest_.contestants[i];
      std::vector<Cell> row{Cell::of(who.method), Cell::of(who.formulation_name())};
      for (const std::size_t cost : {std::size_t{0}, std::size_t{1}}) {
        for (const double accuracy : accuracies) {
          const double value = cost_of(points_of(i, Component::position, costs[cost]), accuracy);
          row.push_back(std::isnan(value) ? Cell::of(std::string("–"), Tone::faint)
                                          : Cell::of(cost == 0 ? 1e3 * value : std::round(value)));
        }
      }
      table.rows.push_back(std::move(row));
    }
    return table;
  }

  void add_ranking(double accuracy, StudyReport& report) const {
    constexpr std::size_t most = 3;
    std::vector<std::pair<double, std::string>> ranking;
    for (std::size_t i = 0; i < contest_.contestants.size(); ++i) {
      const double seconds = cost_of(points_of(i, Component::position, costs[0]), accuracy);
      if (!std::isnan(seconds)) ranking.emplace_back(seconds, contest_.contestants[i].label);
    }
    if (ranking.empty()) return;
    std::ranges::sort(ranking);
    std::string text;
    for (std::size_t i = 0; i < std::min(most, ranking.size()); ++i)
      text += fmt::format("{}{} ({:.3g} ms)", i == 0 ? "" : ", ", ranking[i].second, 1e3 * ranking[i].first);
    report.lead.push_back(fmt::format("Fastest for an error of {:.0e} in q: {}.", accuracy, text));
  }

  const Contest& contest_;
  const ComparedRuns& compared_;
  bool is_at_end_;
};

/// Tolerances where a method has error control, constant steps where it has not or where steps are asked for.
std::vector<RunPlan> plans_of(const StudySpec& spec, const Contest& contest, const StepPlan& steps) {
  const bool wants_steps = !spec.steps.empty() && spec.tolerances.empty();
  std::vector<RunPlan> plans;
  for (std::size_t i = 0; i < contest.contestants.size(); ++i) {
    const Contestant& who = contest.contestants[i];
    const Claims& claims = find_method(who.method).claims;
    if (claims.constant_steps && (wants_steps || !claims.controls_error)) {
      for (const double h : steps.steps_for(who.claim.position)) plans.push_back({i, h, 0.0});
    } else {
      for (const double tolerance : plan_tolerances(spec)) plans.push_back({i, 0.0, tolerance});
    }
  }
  return plans;
}

}  // namespace

StudyReport study_work_precision(const StudySpec& spec, const PoolOptions& pool) {
  const Contest contest = make_contest(spec, StepKind::either);
  const StepPlan steps = plan_steps(spec, contest, pool);
  const ComparedRuns compared =
      compare_runs(spec, contest, plans_of(spec, contest, steps), steps.samples, true, pool);
  return WorkPrecision(spec, contest, compared).report();
}

}  // namespace kreisel
