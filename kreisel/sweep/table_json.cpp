// sweep.json: what was asked, how it went, and the table.
#include <cmath>

#include <nlohmann/json.hpp>

#include "kreisel/core/version.hpp"
#include "kreisel/sweep/table.hpp"

namespace kreisel {
namespace {

using Json = nlohmann::ordered_json;

std::string name_of(SweepColumn::Role role) {
  switch (role) {
    case SweepColumn::Role::number:
      return "number";
    case SweepColumn::Role::parameter:
      return "parameter";
    case SweepColumn::Role::status:
      return "status";
    case SweepColumn::Role::cost:
      return "cost";
    case SweepColumn::Role::objective:
      return "objective";
  }
  return "";
}

Json column_json(const SweepColumn& column) {
  Json values = Json::array();
  for (const double value : column.numbers)
    values.push_back(std::isfinite(value) ? Json(value) : Json(nullptr));
  for (const std::string& text : column.texts) values.push_back(text);
  return {{"name", column.name}, {"unit", column.unit}, {"role", name_of(column.role)}, {"values", values}};
}

}  // namespace

std::string sweep_json(const SweepPlan& plan, const SweepOutcome& outcome) {
  Json counts = Json::object(), columns = Json::array(), objectives = Json::array();
  for (const auto& [status, count] : status_counts(outcome)) counts[status] = count;
  for (const SweepColumn& column : sweep_table(plan, outcome)) columns.push_back(column_json(column));
  for (const ObjectiveText& o : plan.spec().objectives)
    objectives.push_back({{"name", o.name}, {"formula", o.formula}});
  Json commands = Json::array();
  constexpr std::size_t most_commands = 20'000;  // of a page that can still be opened
  if (plan.count() <= most_commands)
    for (std::size_t i = 0; i < plan.count(); ++i) commands.push_back(replay_command(plan, plan.member(i)));
  double seconds = 0.0;
  for (const auto& result : outcome.results)
    if (result && std::isfinite(result->seconds)) seconds += result->seconds;
  const Json json = {{"target", plan.spec().run.target},
                     {"name", plan.target().name},
                     {"members", plan.count()},
                     {"status", counts},
                     {"seed", plan.spec().seed},
                     {"objectives", objectives},
                     {"columns", columns},
                     {"commands", commands},
                     {"engine", outcome.engine},
                     {"computed", outcome.computed},
                     {"kept", outcome.kept},
                     {"wall_seconds", outcome.seconds},
                     {"member_seconds", seconds},
                     {"version", std::string(version())},
                     {"source_hash", std::string(source_hash())}};
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace kreisel
