// Finds, observes and names; the record as JSON.
#include "kreisel/run/equilibrium_run.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "kreisel/analysis/modes.hpp"
#include "kreisel/analysis/motion_words.hpp"
#include "kreisel/check/least_multipliers.hpp"
#include "kreisel/core/error.hpp"
#include "kreisel/core/names.hpp"
#include "kreisel/core/version.hpp"
#include "kreisel/run/standing_target.hpp"

namespace kreisel {
namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> reactions_of(const std::vector<Column>& columns) {
  constexpr std::string_view last = ".joint_mz";
  std::vector<std::string> joints;
  for (const Column& column : columns)
    if (column.name.ends_with(last))
      joints.push_back(column.name.substr(0, column.name.size() - last.size()));
  return joints;
}

EquilibriumAnswer answer_of(const StandingTarget& standing, Equilibrium found) {
  const ProblemInstance& problem = standing.problem;
  EquilibriumAnswer answer;
  if (found.state.v.size() <= most_dense_velocities)
    LeastMultipliers(problem.system).apply(found.state.t, found.state.q, found.state.lambda);
  const Index observables = std::ssize(problem.observables);
  answer.values.setZero(observables + row_count(problem.system));
  problem.observe(found.state.view(), answer.values.head(observables));
  answer.values.tail(row_count(problem.system)) = found.state.lambda;
  const auto words = [&](const NamedDirection& d) {
    return motion_in_words(problem.system, found.state, standing.bodies,
                           d.direction.cast<std::complex<double>>());
  };
  for (const NamedDirection& d : found.free) answer.free.push_back(words(d));
  for (const NamedDirection& d : found.growing) answer.growing.push_back(words(d));
  answer.moved = found.state.q.size() > 0 ? (found.state.q - problem.q0).cwiseAbs().maxCoeff() : 0.0;
  answer.found = std::move(found);
  return answer;
}

Json answer_json(const EquilibriumRecord& record, const EquilibriumAnswer& answer) {
  Json values = Json::object(), growing = Json::array();
  for (std::size_t i = 0; i < record.columns.size(); ++i) {
    const double value = answer.values[static_cast<Index>(i)];
    values[record.columns[i].name] = std::isfinite(value) ? Json(value) : Json(nullptr);
  }
  for (std::size_t i = 0; i < answer.growing.size(); ++i)
    growing.push_back({{"motion", answer.growing[i]}, {"rate", answer.found.growing[i].rate}});
  const State& state = answer.found.state;
  const auto list = [](const Vector& x) { return std::vector<double>(x.begin(), x.end()); };
  return {{"stability", name_of(answer.found.stability)},
          {"growing", growing},
          {"free", answer.free},
          {"remaining_force", answer.found.force},
          {"largest_gap", answer.found.gap},
          {"iterations", answer.found.iterations},
          {"moved", answer.moved},
          {"values", values},
          {"state",
           {{"t", state.t},
            {"q", list(state.q)},
            {"v", list(state.v)},
            {"acceleration", list(state.acceleration)},
            {"lambda", list(state.lambda)}}}};
}

}  // namespace

std::vector<Column> columns_of(const ProblemInstance& problem) {
  std::vector<Column> columns;
  for (const Observable& o : problem.observables) columns.push_back({o.name, o.unit});
  for (const Row& row : problem.system.rows()) columns.push_back({"lambda." + row.name, row.unit});
  return columns;
}

Index result_column(const std::vector<Column>& columns, const std::string& name, const std::string& option) {
  std::vector<std::string> known;
  for (const Column& column : columns) {
    if (column.name == name) return std::ssize(known);
    known.push_back(column.name);
  }
  throw UnknownName(fmt::format("there is no output \"{}\"", name), option,
                    suggestion(name, "outputs", known));
}

EquilibriumRecord equilibrium(const EquilibriumSpec& spec) {
  return equilibrium(spec, find_target(spec.target));
}

EquilibriumRecord equilibrium(const EquilibriumSpec& spec, const Target& target) {
  const auto began = std::chrono::steady_clock::now();
  const StandingTarget standing = standing_target(target, spec.settings);
  EquilibriumOptions options = spec.options;
  EquilibriumRecord record{.problem = standing.name, .parameters = standing.parameters};
  record.columns = columns_of(standing.problem);
  record.reactions = reactions_of(record.columns);
  std::vector<Equilibrium> all = find_equilibria(standing.problem.system, standing.problem.q0, options);
  refuse_missing_equilibrium(standing.problem.system, standing.bodies, all.front());
  for (Equilibrium& found : all) record.answers.push_back(answer_of(standing, std::move(found)));
  record.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return record;
}

double EquilibriumRecord::value(const EquilibriumAnswer& answer, const std::string& column) const {
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (columns[i].name == column) return answer.values[static_cast<Index>(i)];
  return NAN;
}

std::string EquilibriumRecord::json() const {
  Json list = Json::array(), units = Json::object();
  for (const EquilibriumAnswer& answer : answers) list.push_back(answer_json(*this, answer));
  for (const Column& column : columns) units[column.name] = column.unit;
  const Json all = {{"status", "found"},
                    {"problem", problem},
                    {"parameters", parameters},
                    {"equilibria", list},
                    {"units", units},
                    {"wall_seconds", wall_seconds},
                    {"version", std::string(version())}};
  return all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace kreisel
