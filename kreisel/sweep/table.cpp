// Columns from results, and the files they are written to.
#include "kreisel/sweep/table.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "kreisel/io/csv_writer.hpp"
#include "kreisel/io/hdf5_tables.hpp"
#include "kreisel/io/output_file.hpp"
#include "kreisel/io/report_page.hpp"
#include "kreisel/io/units.hpp"
#include "kreisel/sweep/member_run.hpp"

namespace kreisel {
namespace {

using Role = SweepColumn::Role;

std::string quoted_if_needed(const std::string& cell) {
  if (cell.find_first_of(",\"\n") == std::string::npos) return cell;
  std::string quoted = "\"";
  for (const char c : cell) {
    if (c == '"') quoted += '"';
    quoted += c == '\n' ? ' ' : c;
  }
  return quoted + '"';
}

/// A plain number, or a quantity in SI units.
bool is_number(const std::string& text, double& value) {
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure == std::errc{} && end == text.data() + text.size()) return true;
  try {
    value = read_quantity(text).value;
    return true;
  } catch (const UnitRefusal&) {
    return false;
  }
}

/// Numbers where every value is one.
SweepColumn parameter_column(const std::string& name, const std::string& unit,
                             const std::vector<std::string>& values) {
  SweepColumn column{.name = name, .unit = unit, .role = Role::parameter};
  for (const std::string& text : values) {
    double value = 0.0;
    if (!is_number(text, value)) {
      column.numbers.clear();
      column.texts = values;
      column.unit = "1";
      return column;
    }
    column.numbers.push_back(value);
  }
  return column;
}

const MemberResult& result_of(const SweepOutcome& outcome, std::size_t i) {
  static const MemberResult missing = [] {
    MemberResult none;
    none.status = "missing";
    none.exit_code = ExitCode::interrupted;
    return none;
  }();
  return outcome.results[i] ? *outcome.results[i] : missing;
}

template <class Value>
SweepColumn numbers(const SweepOutcome& outcome, const std::string& name, const std::string& unit, Role role,
                    Value&& value) {
  SweepColumn column{.name = name, .unit = unit, .role = role};
  for (std::size_t i = 0; i < outcome.results.size(); ++i)
    column.numbers.push_back(value(result_of(outcome, i)));
  return column;
}

template <class Text>
SweepColumn texts(const SweepOutcome& outcome, const std::string& name, Text&& text) {
  SweepColumn column{.name = name, .unit = "1", .role = Role::status};
  for (std::size_t i = 0; i < outcome.results.size(); ++i)
    column.texts.push_back(text(result_of(outcome, i)));
  return column;
}

void add_parameters(const SweepPlan& plan, std::vector<SweepColumn>& table) {
  SweepColumn member{.name = "member", .unit = "1", .role = Role::number};
  std::vector<std::vector<std::string>> values(plan.names().size());
  for (std::size_t i = 0; i < plan.count(); ++i) {
    member.numbers.push_back(static_cast<double>(i));
    const Member one = plan.member(i);
    for (std::size_t k = 0; k < values.size(); ++k) values[k].push_back(one.values[k]);
  }
  table.push_back(std::move(member));
  for (std::size_t k = 0; k < values.size(); ++k)
    table.push_back(parameter_column(plan.names()[k], plan.units()[k], values[k]));
}

void add_objectives(const SweepPlan& plan, const SweepOutcome& outcome, std::vector<SweepColumn>& table) {
  const auto entry = [](const std::vector<double>& list, std::size_t k) {
    return k < list.size() ? list[k] : MemberResult::unknown;
  };
  for (std::size_t k = 0; k < plan.spec().objectives.size(); ++k) {
    const std::string& name = plan.spec().objectives[k].name;
    table.push_back(numbers(outcome, name, "SI", Role::objective,
                            [&](const MemberResult& r) { return entry(r.objectives, k); }));
    if (plan.spec().checks_error)
      table.push_back(numbers(outcome, name + ".error", "SI", Role::cost,
                              [&](const MemberResult& r) { return entry(r.objective_errors, k); }));
  }
}

std::string csv_text(const std::vector<SweepColumn>& table) {
  std::string text;
  for (const SweepColumn& column : table) {
    if (!text.empty()) text += ",";
    text += quoted_if_needed(column.unit == "1" ? column.name : column.name + " [" + column.unit + "]");
  }
  text += "\n";
  const std::size_t rows = table.front().numbers.size();
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t k = 0; k < table.size(); ++k) {
      if (k > 0) text += ",";
      const SweepColumn& column = table[k];
      if (!column.texts.empty())
        text += quoted_if_needed(column.texts[i]);
      else if (std::isfinite(column.numbers[i]))
        text += number_text(column.numbers[i]);  // an empty cell is "unknown" to every reader of CSV
    }
    text += "\n";
  }
  return text;
}

void write_text(const std::filesystem::path& path, const std::string& text,
                std::vector<std::filesystem::path>& written) {
  if (const auto failure = replace_file(path, text)) throw FileError(*failure);
  written.push_back(path);
}

void write_motions(const SweepPlan& plan, const SweepOutcome& outcome, const std::filesystem::path& folder,
                   std::vector<std::filesystem::path>& written) {
  std::vector<Hdf5Place> places;
  for (std::size_t i = 0; i < outcome.results.size(); ++i) {
    const MemberResult& r = result_of(outcome, i);
    const bool has = !r.motion_file.empty();
    places.push_back({has ? std::string(SweepFolder::motions) + "/" + r.motion_file : "", r.motion_row});
  }
  std::vector<std::string> names, units;
  for (const Column& column : columns_of(plan, plan.member(0))) {
    names.push_back(column.name);
    units.push_back(column.unit);
  }
  const std::filesystem::path path = folder / "motions.h5";
  if (const auto failure = write_hdf5_view(path, places, names, units)) throw FileError(*failure);
  written.push_back(path);
}

std::string shell_word(const std::string& word) {
  constexpr const char* plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,:/@%";
  if (word.find_first_not_of(plain) == std::string::npos) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace

std::vector<SweepColumn> sweep_table(const SweepPlan& plan, const SweepOutcome& outcome) {
  std::vector<SweepColumn> table;
  add_parameters(plan, table);
  table.push_back(texts(outcome, "status", [](const MemberResult& r) { return r.status; }));
  table.push_back(numbers(outcome, "exit_code", "1", Role::status,
                          [](const MemberResult& r) { return static_cast<double>(r.exit_code); }));
  table.push_back(texts(outcome, "method", [](const MemberResult& r) { return r.method; }));
  for (const auto& n : MemberResult::numbers())
    table.push_back(numbers(outcome, std::string(n.name), std::string(n.unit), Role::cost,
                            [&](const MemberResult& r) { return r.*n.value; }));
  add_objectives(plan, outcome, table);
  table.push_back(texts(outcome, "message", [](const MemberResult& r) { return r.message; }));
  return table;
}

std::vector<std::pair<std::string, std::size_t>> status_counts(const SweepOutcome& outcome) {
  std::map<std::string, std::size_t> counts;
  for (std::size_t i = 0; i < outcome.results.size(); ++i) ++counts[result_of(outcome, i).status];
  std::vector<std::pair<std::string, std::size_t>> all(counts.begin(), counts.end());
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  return all;
}

std::vector<std::filesystem::path> write_sweep(const SweepPlan& plan, const SweepOutcome& outcome,
                                               const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> written;
  const std::vector<SweepColumn> table = sweep_table(plan, outcome);
  write_text(folder / "table.csv", csv_text(table), written);
  std::vector<Hdf5TableColumn> columns;
  for (const SweepColumn& c : table) columns.push_back({c.name, c.unit, c.numbers, c.texts});
  if (const auto failure = write_hdf5_table(folder / "table.h5", columns)) throw FileError(*failure);
  written.push_back(folder / "table.h5");
  const std::vector<SweepColumn> cost{
      table.front(),
      numbers(outcome, "seconds", "s", Role::cost, [](const MemberResult& r) { return r.seconds; })};
  write_text(folder / "cost.csv", csv_text(cost), written);
  const std::string json = sweep_json(plan, outcome);
  write_text(folder / "sweep.json", json, written);
  write_text(folder / "report.html", sweep_page("Sweep of " + plan.target().name, json), written);
  if (plan.spec().keeps_motion) write_motions(plan, outcome, folder, written);
  return written;
}

std::string replay_command(const SweepPlan& plan, const Member& member) {
  std::string command = "kreisel run " + shell_word(plan.spec().run.target);
  for (const auto& [name, value] : member.spec.settings)
    command += " --set " + shell_word(name + "=" + value);
  const auto add = [&](std::string_view name, const std::string& value) {
    command += " " + as_typed(name) + " " + shell_word(value);
  };
  const RunSpec usual{};
  for_each_option(member.spec, [&](const auto& option, const auto& value) {
    using Value = std::decay_t<decltype(value)>;
    if constexpr (std::is_same_v<Value, std::string>) {
      if (value != option.usual()) add(option.name, value);
    } else if constexpr (std::is_same_v<Value, double> || std::is_same_v<Value, long> ||
                         std::is_same_v<Value, int>) {
      if (value != option.usual() && option.is_on_command_line()) add(option.name, fmt::format("{}", value));
    } else if constexpr (std::is_same_v<Value, std::optional<double>>) {
      if (value) add(option.name, fmt::format("{}", *value));
    } else if constexpr (OptionalChoice<Value>) {
      if (value) add(option.name, std::string(name_of(*value)));
    } else if constexpr (ChoiceEnum<Value>) {
      if (value != option.usual() && option.is_on_command_line())
        add(option.name, std::string(name_of(value)));
    }
  });
  if (member.spec.start.motion != InitialMotion::automatic)
    add("start", std::string(name_of(member.spec.start.motion)));
  return command;
}

}  // namespace kreisel
