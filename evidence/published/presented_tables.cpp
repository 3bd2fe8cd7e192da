// Tables, checks and verdicts of experiments as tables.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "evidence/published/all.hpp"
#include "evidence/published/presentation.hpp"

namespace kreisel::experiments {
namespace {

constexpr int digits = 4;
constexpr double no_bound = 1e299;  // experiments write 1e300 where there is none

Cell cell_of(double value) {
  if (std::isfinite(value)) return Cell::of(value);
  return Cell::of(std::string(std::isnan(value) ? "nan" : value > 0.0 ? "inf" : "-inf"));
}

Cell cell_of(const MeasuredCell& cell) {
  return cell.number ? cell_of(*cell.number) : Cell::of(cell.text);
}

std::string bound_text(double bound) {
  if (std::abs(bound) >= no_bound) return bound > 0.0 ? "∞" : "-∞";
  return number_text(bound, digits);
}

Cell holds_cell(const Check& check) {
  return Cell::of(std::string(check.holds() ? "holds" : "broken"), check.holds() ? Tone::good : Tone::bad);
}

/// "7 of 8"
std::string held(const std::vector<Check>& checks) {
  if (checks.empty()) return "none";
  return fmt::format("{} of {}", std::ranges::count_if(checks, &Check::holds), checks.size());
}

}  // namespace

Tone tone_of(Verdict verdict) {
  if (verdict == Verdict::reproduced) return Tone::good;
  return verdict == Verdict::differs ? Tone::bad : Tone::faint;
}

std::vector<Table> tables_of(const Result& result) {
  std::vector<Table> tables;
  for (const MeasuredTable& table : result.measurement.tables) {
    Table shown{.name = fmt::format("{}-{}", result.name, tables.size() + 1), .title = table.title};
    for (const std::string& column : table.columns) {
      const NameAndUnit split = name_and_unit(column);
      shown.columns.push_back({split.name, split.unit, digits});
    }
    for (const auto& row : table.rows) {
      std::vector<Cell> cells;
      for (const MeasuredCell& cell : row) cells.push_back(cell_of(cell));
      cells.resize(shown.columns.size());
      shown.rows.push_back(std::move(cells));
    }
    tables.push_back(std::move(shown));
  }
  return tables;
}

Table table_of_checks(const std::string& title, const std::vector<Check>& checks) {
  Table table{
      .name = "checks",
      .title = title,
      .columns = {{"claim"}, {.name = "measured", .digits = digits}, {"between"}, {"unit"}, {"check"}}};
  for (const Check& c : checks)
    table.rows.push_back({Cell::of(c.claim), cell_of(c.measured),
                          Cell::of(bound_text(c.lowest) + " … " + bound_text(c.highest)), Cell::of(c.unit),
                          holds_cell(c)});
  return table;
}

Table table_of_results(const std::vector<Result>& results) {
  const auto hidden = [](const char* name) { return TableColumn{.name = name, .is_on_terminal = false}; };
  Table table{.name = "experiments",
              .title = "Experiments",
              .columns = {{"name"},
                          hidden("source"),
                          hidden("number"),
                          hidden("title"),
                          hidden("published"),
                          {"verdict"},
                          {"checks"},
                          {"processor time", "s", 2},
                          hidden("reason")}};
  for (const Result& r : results) {
    const Experiment& e = find_experiment(r.name);
    std::vector<Cell> row;
    for (const std::string* text : {&e.name, &e.source, &e.number, &e.title, &e.published})
      row.push_back(Cell::of(*text));
    row.push_back(Cell::of(std::string(name_of(r.verdict)), tone_of(r.verdict)));
    row.push_back(Cell::of(held(r.measurement.checks)));
    row.push_back(Cell::of(std::round(1e3 * r.seconds) / 1e3));
    row.push_back(Cell::of(r.reason));
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table table_of_all_checks(const std::vector<Result>& results) {
  Table table{
      .name = "checks",
      .title = "Checks",
      .columns = {
          {"name"}, {"claim"}, {"measured"}, {"lowest"}, {"highest"}, {"unit"}, {"decides"}, {"holds"}}};
  const auto word = [](bool is_so) { return Cell::of(std::string(is_so ? "true" : "false")); };
  for (const Result& r : results)
    for (const bool decides : {true, false})
      for (const Check& c : decides ? r.measurement.checks : r.measurement.as_printed)
        table.rows.push_back({Cell::of(r.name), Cell::of(c.claim), cell_of(c.measured), cell_of(c.lowest),
                              cell_of(c.highest), Cell::of(c.unit), word(decides), word(c.holds())});
  return table;
}

}  // namespace kreisel::experiments
