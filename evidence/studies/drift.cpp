// kreisel study drift: energy and joints over long runs.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "evidence/studies/history.hpp"
#include "evidence/studies/study_spec.hpp"

namespace kreisel {
namespace {

constexpr double round_off = 1e-13;  // relative to the largest value; drift below is that of arithmetic

double energy_error(const StepGroup& group, const JobResult& result) {
  const StepGroup::Range& energy = group[StepQuantity::energy];
  if (energy.is_empty()) return std::nan("");
  return std::max(std::abs(energy.low - result.first_energy), std::abs(energy.high - result.first_energy));
}

double gap(const StepGroup& group, const JobResult&) {
  return group[StepQuantity::gap].high;
}

double rate(const StepGroup& group, const JobResult&) {
  return group[StepQuantity::rate].high;
}

struct Growth {
  double largest = 0.0;
  double exponent = std::nan("");  // of t^p between the halves of the run; NaN: round-off
};

/// By how much the second half exceeds the first: 2^p for something that grows like t^p.
Growth growth_of(const JobResult& result, const GroupValue& value, double scale) {
  const double middle = 0.5 * (result.t_begin + result.t);
  double early = 0.0, late = 0.0;
  for (const StepGroup& group : result.steps) {
    const double y = value(group, result);
    if (!std::isfinite(y)) continue;
    (group.t_end <= middle ? early : late) = std::max(group.t_end <= middle ? early : late, y);
  }
  Growth growth{std::max(early, late)};
  if (early > round_off * scale && late > round_off * scale) growth.exponent = std::log2(late / early);
  return growth;
}

Cell growth_cell(const Growth& growth) {
  constexpr double bounded = 0.35;  // the envelope of an oscillation is not met exactly in each half
  if (std::isnan(growth.exponent)) return Cell::of(std::string("round-off"), Tone::good);
  if (growth.exponent < bounded) return Cell::of(std::string("bounded"), Tone::good);
  return Cell::of(fmt::format("like t^{:.1f}", growth.exponent));
}

double largest_energy(const JobResult& result) {
  double largest = 0.0;
  for (const StepGroup& group : result.steps) {
    const StepGroup::Range& energy = group[StepQuantity::energy];
    if (!energy.is_empty()) largest = std::max({largest, std::abs(energy.low), std::abs(energy.high)});
  }
  return largest;
}

/// Problems without units have energies without units.
std::string energy_unit(const std::vector<JobResult>& results) {
  for (const JobResult& result : results)
    for (const Column& column : result.columns)
      if (column.unit != "1") return "J";
  return "1";
}

std::string control_text(double step, double tolerance) {
  return step > 0.0 ? fmt::format("h = {:.3g} s", step) : fmt::format("tolerance {:.0e}", tolerance);
}

struct Control {
  std::vector<double> steps = {}, tolerances = {};  // per contestant, one of them zero
};

/// The step or tolerance asked for; otherwise a step that resolves the motion well, for those who can.
Control control_of(const StudySpec& spec, const Contest& contest, const PoolOptions& pool) {
  constexpr double steps_per_pilot = 16.0, default_tolerance = 1e-6;
  const bool wants_tolerance = !spec.tolerances.empty() && spec.steps.empty();
  double step = spec.steps.empty() ? 0.0 : spec.steps.front();
  if (spec.steps.empty() && !wants_tolerance) {
    Contest short_one = contest;
    short_one.t_end = contest.target.t_end;
    const double count = steps_per_pilot * static_cast<double>(pilot_steps(spec, short_one, pool));
    step = short_one.length() / std::exp2(std::ceil(std::log2(count)));
  }
  Control control;
  for (const Contestant& who : contest.contestants) {
    const Claims& claims = find_method(who.method).claims;
    const bool is_constant = claims.constant_steps && !(wants_tolerance && claims.controls_error);
    control.steps.push_back(is_constant ? step : 0.0);
    control.tolerances.push_back(
        is_constant ? 0.0 : (spec.tolerances.empty() ? default_tolerance : spec.tolerances.front()));
  }
  return control;
}

Table summary_table(const Contest& contest, const Control& control, const std::vector<JobResult>& results) {
  const bool has_energy = contest.target.has_energy, has_rows = contest.target.joints.has_rigid_positions;
  Table table{.name = "summary", .title = "Largest deviations"};
  table.columns = {{"method"}, {"formulation"}, {"steps by"}, {"until t", "s"}};
  if (has_energy)
    table.columns.insert(table.columns.end(), {{"energy error", energy_unit(results)}, {"energy"}});
  if (has_rows)
    table.columns.insert(table.columns.end(),
                         {{"position residual"}, {"positions"}, {"velocity residual"}, {"velocities"}});
  for (std::size_t i = 0; i < results.size(); ++i) {
    const Contestant& who = contest.contestants[i];
    std::vector<Cell> row{Cell::of(who.method), Cell::of(who.formulation_name()),
                          Cell::of(control_text(control.steps[i], control.tolerances[i])),
                          Cell::of(results[i].t, results[i].is_complete() ? Tone::plain : Tone::bad)};
    const auto add = [&](const GroupValue& value, double scale) {
      const Growth growth = growth_of(results[i], value, scale);
      row.push_back(Cell::of(growth.largest));
      row.push_back(growth_cell(growth));
    };
    if (has_energy) add(energy_error, std::max(largest_energy(results[i]), 1e-300));
    if (has_rows) {
      add(gap, 1.0);
      add(rate, 1.0);
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

void add_lead(const Table& summary, StudyReport& report) {
  for (std::size_t column = 4; column + 1 < summary.columns.size(); column += 2) {
    std::size_t fine = 0;
    for (const auto& row : summary.rows)
      fine += row[column + 1].text == "bounded" || row[column + 1].text == "round-off" ? 1 : 0;
    report.lead.push_back(fmt::format("{}: bounded or at round-off for {} of {} methods.",
                                      summary.columns[column].name, fine, summary.rows.size()));
    report.lead.back().front() = static_cast<char>(std::toupper(report.lead.back().front()));
  }
}

}  // namespace

StudyReport study_drift(const StudySpec& spec, const PoolOptions& pool) {
  constexpr double times_longer = 10.0;
  Contest contest = make_contest(spec, StepKind::either);
  if (!spec.t_end) contest.t_end = contest.t_begin + times_longer * contest.length();
  const Control control = control_of(spec, contest, pool);
  const std::vector<JobResult> results =
      run_histories(spec, contest, control.steps, control.tolerances, pool);
  StudyReport report{.kind = "drift"};
  report.title = fmt::format("Energy and joints over {:g} s: {}", contest.length(), contest.target.name);
  report.target = contest.target.name;
  report.about = contest.target.description;
  if (contest.target.has_energy)
    report.figures.push_back(history_figure(
        contest, results, {.title = "Energy error", .y = {"|E − E₀|", energy_unit(results)}}, energy_error));
  if (contest.target.joints.has_rigid_positions) {
    report.figures.push_back(history_figure(
        contest, results, {.title = "Position residual of the joints", .y = {"largest |Φ|"}}, gap));
    report.figures.push_back(history_figure(
        contest, results, {.title = "Velocity residual of the joints", .y = {"largest |B v + b|"}}, rate));
  }
  report.tables = {summary_table(contest, control, results)};
  add_lead(report.tables.front(), report);
  if (report.figures.empty())
    report.lead.push_back(fmt::format(
        "{} has neither a conserved energy nor joints: there is nothing to drift.", contest.target.name));
  report.notes = {
      "Each point is the largest deviation among the steps it stands for. How it grows is read from the "
      "two halves of the run: a deviation like t^p is 2^p times larger in the second."};
  if (!contest.target.has_energy) report.notes.emplace_back("The energy is not conserved, or not defined.");
  const std::vector<std::string> more = history_notes(contest, results);
  report.notes.insert(report.notes.end(), more.begin(), more.end());
  return report;
}

}  // namespace kreisel
