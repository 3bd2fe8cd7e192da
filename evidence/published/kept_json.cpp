// Results of experiments as JSON, and back to the last bit.
#include <cmath>
#include <limits>

#include <nlohmann/json.hpp>

#include "evidence/published/kept_results.hpp"

namespace kreisel::experiments {
namespace {

using Json = nlohmann::ordered_json;

/// JSON has neither infinity nor NaN.
Json number(double value) {
  if (std::isfinite(value)) return value;
  return std::isnan(value) ? Json(nullptr) : Json(value > 0.0 ? "inf" : "-inf");
}

double number_from(const Json& json) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (json.is_null()) return std::numeric_limits<double>::quiet_NaN();
  if (json.is_string()) return json.get<std::string>() == "inf" ? infinity : -infinity;
  return json.get<double>();
}

Json numbers(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(number(value));
  return list;
}

std::vector<double> numbers_from(const Json& json) {
  std::vector<double> values;
  for (const Json& one : json) values.push_back(number_from(one));
  return values;
}

Json checks_json(const std::vector<Check>& checks) {
  Json list = Json::array();
  for (const Check& c : checks)
    list.push_back(Json::array({c.claim, number(c.measured), number(c.lowest), number(c.highest), c.unit}));
  return list;
}

std::vector<Check> checks_from(const Json& json) {
  std::vector<Check> checks;
  for (const Json& c : json)
    checks.push_back({c.at(0), number_from(c.at(1)), number_from(c.at(2)), number_from(c.at(3)), c.at(4)});
  return checks;
}

/// A word as it is, a number in brackets.
Json table_json(const MeasuredTable& table) {
  Json rows = Json::array();
  for (const auto& row : table.rows) {
    Json cells = Json::array();
    for (const MeasuredCell& cell : row)
      cells.push_back(cell.number ? Json::array({number(*cell.number)}) : Json(cell.text));
    rows.push_back(std::move(cells));
  }
  return Json::array({table.title, table.columns, std::move(rows)});
}

MeasuredTable table_from(const Json& json) {
  MeasuredTable table{json.at(0), json.at(1).get<std::vector<std::string>>()};
  for (const Json& cells : json.at(2)) {
    std::vector<MeasuredCell> row;
    for (const Json& cell : cells)
      row.push_back(cell.is_array() ? MeasuredCell(number_from(cell.at(0)))
                                    : MeasuredCell(cell.get<std::string>()));
    table.rows.push_back(std::move(row));
  }
  return table;
}

Json plot_json(const Plot& plot) {
  Json curves = Json::array();
  for (const MeasuredCurve& c : plot.curves)
    curves.push_back(Json::array({c.name, numbers(c.x), numbers(c.y)}));
  return Json::array({plot.title, plot.x_label, plot.y_label, plot.log_x, plot.log_y, std::move(curves)});
}

Plot plot_from(const Json& json) {
  Plot plot{json.at(0), json.at(1), json.at(2), json.at(3), json.at(4)};
  for (const Json& c : json.at(5)) {
    plot.curves.push_back({c.at(0), numbers_from(c.at(1)), numbers_from(c.at(2))});
    if (plot.curves.back().x.size() != plot.curves.back().y.size()) throw std::out_of_range("curve");
  }
  return plot;
}

}  // namespace

std::string kept_json(const Result& result) {
  const Measurement& m = result.measurement;
  Json tables = Json::array(), plots = Json::array();
  for (const MeasuredTable& table : m.tables) tables.push_back(table_json(table));
  for (const Plot& plot : m.plots) plots.push_back(plot_json(plot));
  const Json json = {{"seconds", number(result.seconds)},
                     {"tables", std::move(tables)},
                     {"plots", std::move(plots)},
                     {"checks", checks_json(m.checks)},
                     {"as_printed", checks_json(m.as_printed)},
                     {"remarks", m.remarks}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result result_from(const Experiment& experiment, const std::string& text) {
  const Json json = Json::parse(text);
  Measurement m;
  for (const Json& table : json.at("tables")) m.tables.push_back(table_from(table));
  for (const Json& plot : json.at("plots")) m.plots.push_back(plot_from(plot));
  m.checks = checks_from(json.at("checks"));
  m.as_printed = checks_from(json.at("as_printed"));
  m.remarks = json.at("remarks").get<std::vector<std::string>>();
  Experiment kept = experiment;
  kept.measure = [&m] { return m; };
  Result result = carry_out(kept);
  result.seconds = number_from(json.at("seconds"));
  return result;
}

}  // namespace kreisel::experiments
