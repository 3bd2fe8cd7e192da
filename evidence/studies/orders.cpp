// kreisel study orders: observed orders of convergence in q, v and λ, against what each method claims.
#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "evidence/bench/order_fit.hpp"
#include "evidence/studies/compared_runs.hpp"
#include "evidence/studies/step_plan.hpp"
#include "evidence/studies/study_spec.hpp"

namespace kreisel {
namespace {

int claimed(const OrderClaim& claim, Component component) {
  if (component == Component::position) return claim.position;
  return component == Component::velocity ? claim.velocity : claim.multiplier;
}

struct Judged {
  Component component = Component::position;
  OrderFit fit = {};
  std::vector<ErrorPoint> points = {};  // by descending step
  int claim = 0;
  OrderVerdict verdict = OrderVerdict::not_judged;
};

class Orders {
 public:
  Orders(const StudySpec& spec, const Contest& contest, const StepPlan& plan, const ComparedRuns& compared)
      : contest_(contest), plan_(plan), compared_(compared), is_at_end_(spec.at_end || plan.samples == 1) {
    for (std::size_t i = 0; i < contest.contestants.size(); ++i) {
      judged_.emplace_back();
      for (const Component c : compared.components()) judged_.back().push_back(judge(i, c));
    }
  }

  StudyReport report() const {
    StudyReport report{.kind = "orders"};
    report.title = fmt::format("Orders of convergence: {}", contest_.target.name);
    report.target = contest_.target.name;
    report.about = contest_.target.description;
    report.tables = {summary(), runs_table(contest_, compared_, is_at_end_)};
    const std::vector<Component> components = compared_.components();
    for (std::size_t k = 0; k < components.size(); ++k) report.figures.push_back(figure(components[k], k));
    add_lead(report);
    add_notes(report);
    return report;
  }

 private:
  Judged judge(std::size_t contestant, Component component) const {
    Judged judged{.component = component};
    for (const ComparedRun& run : compared_.runs) {
      if (run.contestant != contestant) continue;
      // Where Newton's iteration fails a step is divided: the error is then not that of this step size.
      const bool was_divided = run.result.statistics.rejected > 0;
      judged.points.push_back({run.step, was_divided ? std::nan("") : run.error(component, is_at_end_)});
    }
    FitLimits limits;
    // Ten times the error of the reference: below, it would bend the line before it hides it.
    constexpr double beyond_floor = 3.0;
    limits.floor = beyond_floor * compared_.reference.floor(component, is_at_end_);
    judged.fit = fit_order(judged.points, limits);
    judged.points = sorted_by_step(judged.points);
    judged.claim = claimed(contest_.contestants[contestant].claim, component);
    if (judged.claim > 0) judged.verdict = verdict_on(judged.fit, judged.claim);
    return judged;
  }

  static std::string window_text(const Judged& one) {
    if (!one.fit.is_known()) return one.fit.why_not;
    return fmt::format("{:.2g} … {:.2g}", one.points[one.fit.first].h,
                       one.points[one.fit.first + one.fit.count - 1].h);
  }

  /// "2.01 ± 0.02"; a lower order than claimed is bad, whatever the others do.
  static Cell order_cell(const Judged& one) {
    if (!one.fit.is_known()) return Cell::of(std::string("–"), Tone::faint);
    const Tone tone = one.verdict == OrderVerdict::lower       ? Tone::bad
                      : one.verdict == OrderVerdict::confirmed ? Tone::good
                                                               : Tone::plain;
    return Cell::of(fmt::format("{:.2f} ± {:.2f}", one.fit.order, one.fit.half_width), tone);
  }

  static Cell verdict_cell(const std::vector<Judged>& all) {
    std::string lower, vague;
    bool is_higher = false;
    for (const Judged& one : all) {
      if (one.claim == 0) continue;
      if (one.verdict == OrderVerdict::lower) lower += (lower.empty() ? "" : ", ") + symbol_of(one.component);
      if (one.verdict == OrderVerdict::not_judged)
        vague += (vague.empty() ? "" : ", ") + symbol_of(one.component);
      is_higher = is_higher || one.verdict == OrderVerdict::higher;
    }
    if (!lower.empty()) return Cell::of("lower in " + lower, Tone::bad);
    if (!vague.empty()) return Cell::of("not judged: " + vague, Tone::faint);
    return Cell::of(std::string(is_higher ? "as claimed or higher" : "confirmed"), Tone::good);
  }

  Table summary() const {
    Table table{.name = "summary", .title = "Observed orders"};
    table.columns = {{"method"}, {"formulation"}};
    for (const Component c : compared_.components()) table.columns.push_back({"order of " + symbol_of(c)});
    table.columns.push_back({"claimed"});
    table.columns.push_back({"verdict"});
    for (const Component c : compared_.components()) {
      table.columns.push_back({"slope of " + symbol_of(c), "1", 4, false});
      table.columns.push_back({"± of " + symbol_of(c), "1", 2, false});
      table.columns.push_back({"fitted over " + symbol_of(c), "s", 2, false});
    }
    for (std::size_t i = 0; i < judged_.size(); ++i) table.rows.push_back(summary_row(i));
    return table;
  }

  std::vector<Cell> summary_row(std::size_t i) const {
    const Contestant& who = contest_.contestants[i];
    std::vector<Cell> row{Cell::of(who.method), Cell::of(who.formulation_name())};
    std::string claims;
    for (const Judged& one : judged_[i]) {
      row.push_back(order_cell(one));
      claims += (claims.empty() ? "" : ", ") + (one.claim > 0 ? std::to_string(one.claim) : "–");
    }
    row.push_back(Cell::of(claims));
    row.push_back(verdict_cell(judged_[i]));
    for (const Judged& one : judged_[i]) {
      row.push_back(Cell::of(one.fit.order));
      row.push_back(Cell::of(one.fit.half_width));
      row.push_back(Cell::of(window_text(one), one.fit.is_known() ? Tone::plain : Tone::faint));
    }
    return row;
  }

  Figure figure(Component component, std::size_t k) const {
    Figure figure{.title = fmt::format("Error in {} over the step size", symbol_of(component)),
                  .x = {"step size h", "s"},
                  .y = {fmt::format("relative error in {}", symbol_of(component))}};
    for (std::size_t i = 0; i < judged_.size(); ++i) {
      Curve curve{.name = contest_.contestants[i].label, .style = i};
      for (const ErrorPoint& point : judged_[i][k].points) {
        curve.x.push_back(point.h);
        curve.y.push_back(drawn_error(point.error));
      }
      figure.curves.push_back(std::move(curve));
    }
    const double floor = compared_.reference.floor(component, is_at_end_);
    if (floor > 0.0) figure.guides.push_back(floor_line(floor));
    figure.triangles = triangles(k);
    return figure;
  }

  Curve floor_line(double floor) const {
    Curve line{.name = "judged above", .has_marks = false};
    double finest = std::numeric_limits<double>::infinity(), coarsest = 0.0;
    for (const ComparedRun& run : compared_.runs) {
      finest = std::min(finest, run.step);
      coarsest = std::max(coarsest, run.step);
    }
    line.x = {coarsest, finest};
    line.y = {floor, floor};
    return line;
  }

  /// One per claimed order, below the first curve that shows it.
  std::vector<SlopeTriangle> triangles(std::size_t k) const {
    constexpr std::size_t most = 4;
    std::vector<SlopeTriangle> found;
    std::set<int> shown;
    for (const auto& row : judged_) {
      const Judged& one = row[k];
      if (one.verdict != OrderVerdict::confirmed || found.size() == most || !shown.insert(one.claim).second)
        continue;
      const double h = one.points[one.fit.first + one.fit.count - 1].h;
      const double below = 0.25 * one.fit.constant * std::pow(h, one.fit.order);
      found.push_back({h, below, 2.5, static_cast<double>(one.claim)});
    }
    return found;
  }

  void add_lead(StudyReport& report) const {
    std::size_t confirmed = 0, higher = 0, lower = 0, vague = 0;
    for (const auto& row : judged_) {
      for (const Judged& one : row) {
        if (one.claim == 0) continue;
        confirmed += one.verdict == OrderVerdict::confirmed ? 1 : 0;
        higher += one.verdict == OrderVerdict::higher ? 1 : 0;
        lower += one.verdict == OrderVerdict::lower ? 1 : 0;
        vague += one.verdict == OrderVerdict::not_judged ? 1 : 0;
      }
    }
    report.is_as_claimed = lower == 0;
    report.lead.push_back(fmt::format(
        "{} claimed orders: {} confirmed within 0.2, {} higher, {} lower than claimed, {} not judged.",
        confirmed + higher + lower + vague, confirmed, higher, lower, vague));
  }

  void add_notes(StudyReport& report) const {
    report.notes = reference_notes(compared_.reference, is_at_end_);
    report.notes.push_back(
        "Orders are slopes of log error over log step by least squares, with their 95 % confidence interval. "
        "The "
        "window leaves out errors above 0.03, the floor of the reference and steps whose refinement gains "
        "nothing; among "
        "the rest the most certain slope counts. Claims hold for smooth motions without stiff springs or "
        "dampers: "
        "where there are some, a lower order is a property of the problem.");
    if (!plan_.note.empty()) report.notes.push_back(plan_.note);
    for (const auto& more : {contest_.notes, failure_notes(contest_, compared_.runs)})
      report.notes.insert(report.notes.end(), more.begin(), more.end());
  }

  const Contest& contest_;
  const StepPlan& plan_;
  const ComparedRuns& compared_;
  bool is_at_end_;
  std::vector<std::vector<Judged>> judged_;  // per contestant and component
};

}  // namespace

StudyReport study_orders(const StudySpec& spec, const PoolOptions& pool) {
  const Contest contest = make_contest(spec, StepKind::constant);
  const StepPlan plan = plan_steps(spec, contest, pool);
  std::vector<RunPlan> runs;
  for (std::size_t i = 0; i < contest.contestants.size(); ++i)
    for (const double h : plan.steps_for(contest.contestants[i].claim.position)) runs.push_back({i, h, 0.0});
  const ComparedRuns compared = compare_runs(spec, contest, runs, plan.samples, false, pool);
  return Orders(spec, contest, plan, compared).report();
}

}  // namespace kreisel
