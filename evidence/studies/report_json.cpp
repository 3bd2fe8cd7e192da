// A study report as JSON, for its page and for other programs.
#include <array>
#include <cmath>

#include <nlohmann/json.hpp>

#include "evidence/studies/study_report.hpp"
#include "kreisel/core/version.hpp"

namespace kreisel {
namespace {

using Json = nlohmann::ordered_json;

Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json numbers(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(number(value));
  return list;
}

Json axis_json(const Axis& axis) {
  return {{"label", axis.label}, {"unit", axis.unit}, {"log", axis.is_log}};
}

Json curves_json(const std::vector<Curve>& curves) {
  Json list = Json::array();
  for (const Curve& c : curves)
    list.push_back({{"name", c.name},
                    {"style", c.style},
                    {"x", numbers(c.x)},
                    {"y", numbers(c.y)},
                    {"line", c.has_line},
                    {"marks", c.has_marks}});
  return list;
}

Json figure_json(const Figure& f) {
  Json triangles = Json::array();
  for (const SlopeTriangle& t : f.triangles)
    triangles.push_back({{"x", t.x}, {"y", t.y}, {"width", t.width}, {"slope", t.slope}});
  return {{"title", f.title},
          {"x", axis_json(f.x)},
          {"y", axis_json(f.y)},
          {"curves", curves_json(f.curves)},
          {"guides", curves_json(f.guides)},
          {"triangles", triangles},
          {"published", f.is_published}};
}

Json cell_json(const Cell& cell) {
  constexpr std::array<const char*, 4> tones{"", "good", "bad", "faint"};
  const Json value = std::isfinite(cell.number) ? Json(cell.number) : Json(cell.text);
  if (cell.tone == Tone::plain) return value;
  return {{"value", value}, {"tone", tones.at(static_cast<std::size_t>(cell.tone))}};
}

Json table_json(const Table& table) {
  Json columns = Json::array(), rows = Json::array();
  for (const TableColumn& c : table.columns)
    columns.push_back({{"name", c.name}, {"unit", c.unit}, {"digits", c.digits}});
  for (const auto& row : table.rows) {
    Json cells = Json::array();
    for (const Cell& cell : row) cells.push_back(cell_json(cell));
    rows.push_back(std::move(cells));
  }
  return {{"name", table.name}, {"title", table.title}, {"columns", columns}, {"rows", rows}};
}

Json list_of(std::span<const Figure> figures) {
  Json list = Json::array();
  for (const Figure& figure : figures) list.push_back(figure_json(figure));
  return list;
}

Json list_of(std::span<const Table> tables) {
  Json list = Json::array();
  for (const Table& table : tables) list.push_back(table_json(table));
  return list;
}

/// Text that is no UTF-8, from a model file say, must not end a study.
std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string figures_json(std::span<const Figure> figures) {
  return text_of(list_of(figures));
}

std::string tables_json(std::span<const Table> tables) {
  return text_of(list_of(tables));
}

std::string report_json(const StudyReport& report) {
  const Json json = {{"kind", report.kind},
                     {"title", report.title},
                     {"target", report.target},
                     {"about", report.about},
                     {"as_claimed", report.is_as_claimed},
                     {"lead", report.lead},
                     {"notes", report.notes},
                     {"tables", list_of(std::span<const Table>(report.tables))},
                     {"figures", list_of(std::span<const Figure>(report.figures))},
                     {"version", std::string(version())}};
  return text_of(json) + "\n";
}

}  // namespace kreisel
