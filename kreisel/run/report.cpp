// The report of a run: its data for the page.
#include "kreisel/run/report.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "kreisel/io/packed_numbers.hpp"
#include "kreisel/io/report_page.hpp"
#include "kreisel/methods/catalog.hpp"
#include "kreisel/run/record_json.hpp"

namespace kreisel {
namespace {

using Json = nlohmann::ordered_json;

/// Thousands of numbers are written as text at once; as a tree of values they would take twenty times the memory.
/// Plots need no more digits than a screen has pixels; the full ones are in samples.csv.
void append_plot_number(std::string& text, double value) {
  constexpr int digits = 8;
  if (!std::isfinite(value)) {
    text += "null";
    return;
  }
  std::array<char, 32> cell{};
  char* const end =
      std::to_chars(cell.data(), cell.data() + cell.size(), value, std::chars_format::general, digits).ptr;
  text.append(cell.data(), end);
}

/// [number_at(0), …, number_at(count - 1)]
template <class Numbers>
void append_array(std::string& text, std::size_t count, const Numbers& number_at) {
  text += '[';
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) text += ',';
    append_plot_number(text, number_at(i));
  }
  text += ']';
}

std::string columns_json(const std::vector<Column>& columns, const std::vector<std::size_t>& shown) {
  Json all = Json::array();
  for (const std::size_t i : shown) {
    const Column& column = columns[i];
    all.push_back({{"name", column.name},
                   {"unit", column.unit},
                   {"kind", std::string(name_of(column.kind))},
                   {"of", column.of}});
  }
  return all.dump();
}

/// What a page shows of the columns: multipliers only where there are no reactions in space.
std::vector<std::size_t> shown_columns(const std::vector<Column>& columns) {
  const bool has_reactions = std::any_of(columns.begin(), columns.end(), [](const Column& column) {
    return column.kind == ColumnKind::reaction;
  });
  std::vector<std::size_t> shown;
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (!has_reactions || columns[i].kind != ColumnKind::multiplier) shown.push_back(i);
  return shown;
}

std::string samples_json(const SampleTrace& trace, const std::vector<std::size_t>& shown) {
  std::string text = R"({"t":)" + packed_exactly(trace.t) + R"(,"values":[)";
  std::vector<double> values(trace.values.size());
  for (const std::size_t column : shown) {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = trace.values[i][static_cast<Index>(column)];
    text += packed_numbers(values);
    text += ',';
  }
  if (text.back() == ',') text.pop_back();
  return text + fmt::format(R"(],"stride":{}}})", trace.stride);
}

/// "name":{"low":[…],"high":[…]} over the groups; null where there is no number.
void append_range(std::string& text, const char* name, const std::vector<StepGroup>& groups,
                  StepQuantity quantity, double origin) {
  text += fmt::format(R"(,"{}":{{"low":)", name);
  append_array(text, groups.size(), [&](std::size_t i) { return groups[i][quantity].low - origin; });
  text += R"(,"high":)";
  append_array(text, groups.size(), [&](std::size_t i) { return groups[i][quantity].high - origin; });
  text += '}';
}

std::string steps_json(const RunTrace& trace) {
  const std::vector<StepGroup> groups = trace.steps();
  long most = 1;
  for (const StepGroup& group : groups) most = std::max(most, group.steps);
  std::string text = fmt::format(R"({{"per_point":{},"t_end":)", most);
  append_array(text, groups.size(), [&](std::size_t i) { return groups[i].t_end; });
  append_range(text, "size", groups, StepQuantity::size, 0.0);
  append_range(text, "error", groups, StepQuantity::error, 0.0);
  append_range(text, "gap", groups, StepQuantity::gap, 0.0);
  append_range(text, "rate", groups, StepQuantity::rate, 0.0);
  append_range(text, "newton_iterations", groups, StepQuantity::newton_iterations, 0.0);
  append_range(text, "energy", groups, StepQuantity::energy, trace.first_energy());
  return text + '}';
}

/// Words from the catalogues, so that the page explains itself.
std::string about_json(const RunRecord& record) {
  const MethodEntry& method = find_method(record.choice.method);
  Json words = {{"problem", record.description},
                {"problem_citation", record.citation},
                {"method", method.description},
                {"method_citation", method.citation}};
  for (const NamedChoice<Formulation>& entry : formulations)
    if (entry.name == record.choice.formulation) words["formulation"] = std::string(entry.description);
  return words.dump();
}

}  // namespace

std::string report_html(const RunRecord& record, const RunTrace& trace) {
  const std::vector<std::size_t> shown = shown_columns(record.all_columns);
  const std::string data =
      fmt::format(R"({{"record":{},"about":{},"columns":{},"samples":{},"steps":{}}})", record_json(record),
                  about_json(record), columns_json(record.all_columns, shown),
                  samples_json(trace.samples(), shown), steps_json(trace));
  return report_page(fmt::format("{} · {}", record.problem, record.choice.method), data);
}

}  // namespace kreisel
