// The report of a run: its data for the page.
#include "kreisel/run/report.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

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

std::string columns_json(const std::vector<Column>& columns) {
  Json all = Json::array();
  for (const Column& column : columns) all.push_back({{"name", column.name}, {"unit", column.unit}});
  return all.dump();
}

std::string samples_json(const SampleTrace& trace, std::size_t columns) {
  std::string text = R"({"t":)";
  append_array(text, trace.t.size(), [&](std::size_t i) { return trace.t[i]; });
  text += R"(,"values":[)";
  for (std::size_t column = 0; column < columns; ++column) {
    if (column > 0) text += ',';
    append_array(text, trace.values.size(),
                 [&](std::size_t i) { return trace.values[i][static_cast<Index>(column)]; });
  }
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
  const std::string data =
      fmt::format(R"({{"record":{},"about":{},"columns":{},"samples":{},"steps":{}}})", record_json(record),
                  about_json(record), columns_json(record.columns),
                  samples_json(trace.samples(), record.columns.size()), steps_json(trace));
  return report_page(fmt::format("{} · {}", record.problem, record.choice.method), data);
}

}  // namespace kreisel
