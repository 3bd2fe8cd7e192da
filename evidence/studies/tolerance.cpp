// kreisel study tolerance: what is achieved when a tolerance is asked for.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "evidence/bench/order_fit.hpp"
#include "evidence/studies/compared_runs.hpp"
#include "evidence/studies/step_plan.hpp"
#include "evidence/studies/study_spec.hpp"

namespace kreisel {
namespace {

constexpr double factor_allowed = 10.0;  // between asked and achieved; more surprises a user

/// With rtol = atol, what is asked of a quantity is tolerance · (1 + its size): largest ratio over q and v.
double achieved(const ComparedRun& run, const ReferenceSolution& reference, bool is_at_end) {
  if (!run.result.is_complete()) return std::nan("");
  double largest = 0.0;
  for (std::size_t k = 0; k < reference.quantities.size(); ++k) {
    const Component c = reference.quantities[k].component;
    if (c != Component::position && c != Component::velocity) continue;
    const Difference& d = run.differences[k];
    const double error = (is_at_end ? d.at_end : d.largest) / (1.0 + d.scale);
    if (!(error <= largest)) largest = error;
  }
  return largest;
}

struct Kept {
  std::vector<ErrorPoint> points = {};                     // tolerance and achieved error
  double smallest = std::nan(""), largest = std::nan("");  // ratio achieved : asked
  OrderFit fit = {};
};

Kept keep(const std::vector<ErrorPoint>& points, double floor) {
  Kept kept{.points = points};
  for (const ErrorPoint& point : points) {
    if (!(point.error > floor)) continue;
    const double ratio = point.error / point.h;
    if (!(kept.smallest <= ratio)) kept.smallest = ratio;
    if (!(kept.largest >= ratio)) kept.largest = ratio;
  }
  FitLimits limits;
  limits.floor = floor;
  kept.fit = fit_order(points, limits);
  return kept;
}

Cell verdict_of(const Kept& kept) {
  if (std::isnan(kept.largest)) return Cell::of(std::string("not judged"), Tone::faint);
  if (kept.largest > factor_allowed)
    return Cell::of(fmt::format("up to {:.2g} times too large", kept.largest), Tone::bad);
  if (kept.smallest < 1.0 / factor_allowed)
    return Cell::of(fmt::format("down to {:.2g} of what was asked", kept.smallest));
  return Cell::of(std::string("within a factor of 10"), Tone::good);
}

double own_floor(const ReferenceSolution& reference, bool is_at_end) {
  double largest = 0.0;
  for (std::size_t k = 0; k < reference.quantities.size(); ++k) {
    const Difference& d = reference.estimate[k];
    largest = std::max(largest, (is_at_end ? d.at_end : d.largest) / (1.0 + d.scale));
  }
  return reference_margin * largest;
}

Figure achieved_figure(const Contest& contest, const std::vector<Kept>& kept,
                       const std::vector<double>& tolerances) {
  Figure figure{.title = "Achieved error over tolerance",
                .x = {"tolerance asked for, rtol = atol"},
                .y = {"achieved error in q and v, |Δ|/(1 + size)"}};
  for (std::size_t i = 0; i < kept.size(); ++i) {
    Curve curve{.name = contest.contestants[i].label, .style = i};
    for (const ErrorPoint& point : kept[i].points) {
      curve.x.push_back(point.h);
      curve.y.push_back(drawn_error(point.error));
    }
    figure.curves.push_back(std::move(curve));
  }
  const double low = tolerances.back(), high = tolerances.front();
  figure.guides.push_back(
      {.name = "achieved = asked", .x = {low, high}, .y = {low, high}, .has_marks = false});
  return figure;
}

Figure cost_figure(const Contest& contest, const ComparedRuns& compared) {
  Figure figure{.title = "Steps over tolerance",
                .x = {"tolerance asked for, rtol = atol"},
                .y = {"steps, rejected ones included"}};
  for (std::size_t i = 0; i < contest.contestants.size(); ++i) {
    Curve curve{.name = contest.contestants[i].label, .style = i};
    for (const ComparedRun& run : compared.runs) {
      if (run.contestant != i || !run.result.is_complete()) continue;
      curve.x.push_back(run.tolerance);
      curve.y.push_back(static_cast<double>(run.result.statistics.accepted + run.result.statistics.rejected));
    }
    figure.curves.push_back(std::move(curve));
  }
  return figure;
}

Table summary_table(const Contest& contest, const std::vector<Kept>& kept) {
  Table table{.name = "summary", .title = "Achieved error : tolerance"};
  table.columns = {{"method"},        {"formulation"}, {"smallest ratio"},
                   {"largest ratio"}, {"exponent"},    {"verdict"}};
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const Contestant& who = contest.contestants[i];
    const OrderFit& fit = kept[i].fit;
    table.rows.push_back({Cell::of(who.method), Cell::of(who.formulation_name()), Cell::of(kept[i].smallest),
                          Cell::of(kept[i].largest),
                          fit.is_known() ? Cell::of(fmt::format("{:.2f} ± {:.2f}", fit.order, fit.half_width))
                                         : Cell::of(std::string("–"), Tone::faint),
                          verdict_of(kept[i])});
  }
  return table;
}

}  // namespace

StudyReport study_tolerance(const StudySpec& spec, const PoolOptions& pool) {
  constexpr long samples = 32;
  const Contest contest = make_contest(spec, StepKind::controlled);
  const std::vector<double> tolerances = plan_tolerances(spec);
  std::vector<RunPlan> plans;
  for (std::size_t i = 0; i < contest.contestants.size(); ++i)
    for (const double tolerance : tolerances) plans.push_back({i, 0.0, tolerance});
  const ComparedRuns compared = compare_runs(spec, contest, plans, samples, false, pool);
  std::vector<std::vector<ErrorPoint>> points(contest.contestants.size());
  for (const ComparedRun& run : compared.runs)
    points[run.contestant].push_back({run.tolerance, achieved(run, compared.reference, spec.at_end)});
  std::vector<Kept> kept;
  std::size_t within = 0, judged = 0;
  for (const auto& one : points) {
    kept.push_back(keep(one, own_floor(compared.reference, spec.at_end)));
    judged += std::isnan(kept.back().largest) ? 0 : 1;
    within += kept.back().largest <= factor_allowed ? 1 : 0;
  }
  StudyReport report{.kind = "tolerance"};
  report.title = fmt::format("Tolerances and errors: {}", contest.target.name);
  report.target = contest.target.name;
  report.about = contest.target.description;
  report.lead.push_back(fmt::format(
      "{} of {} methods stay within ten times the tolerance asked for, at every tolerance.", within, judged));
  report.is_as_claimed = within == judged;
  report.figures = {achieved_figure(contest, kept, tolerances), cost_figure(contest, compared)};
  report.tables = {summary_table(contest, kept), runs_table(contest, compared, spec.at_end)};
  report.notes = reference_notes(compared.reference, spec.at_end);
  report.notes.emplace_back(
      "The exponent is that of error ∝ tolerance^p: 1 means that a tenfold tighter tolerance gives a tenfold "
      "smaller "
      "error. Errors between steps are those of dense output.");
  for (const auto& more : {contest.notes, failure_notes(contest, compared.runs)})
    report.notes.insert(report.notes.end(), more.begin(), more.end());
  return report;
}

}  // namespace kreisel
