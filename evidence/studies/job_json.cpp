// Results of jobs as JSON, and back to the last bit.
#include <cmath>

#include <nlohmann/json.hpp>

#include "evidence/studies/job_store.hpp"

namespace kreisel {
namespace {

using Json = nlohmann::ordered_json;

Json number(double value) {
  if (std::isfinite(value)) return value;
  return std::isnan(value) ? Json(nullptr) : Json(value > 0.0 ? "inf" : "-inf");
}

double number_from(const Json& json) {
  if (json.is_null()) return std::numeric_limits<double>::quiet_NaN();
  if (json.is_string())
    return json.get<std::string>() == "inf" ? std::numeric_limits<double>::infinity()
                                            : -std::numeric_limits<double>::infinity();
  return json.get<double>();
}

Json numbers(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(number(value));
  return list;
}

std::vector<double> numbers_from(const Json& json) {
  std::vector<double> values;
  values.reserve(json.size());
  for (const Json& one : json) values.push_back(number_from(one));
  return values;
}

Json statistics_json(const RunStatistics& s) {
  const WorkCounters& w = s.work;
  return {s.accepted,
          s.rejected,
          w.newton_iterations,
          w.factorizations,
          w.force_evaluations,
          w.restarts,
          w.stagnated_at_round_off,
          number(s.wall_seconds),
          number(s.smallest_step),
          number(s.largest_step)};
}

RunStatistics statistics_from(const Json& j) {
  RunStatistics s;
  s.accepted = j.at(0);
  s.rejected = j.at(1);
  s.work.newton_iterations = j.at(2);
  s.work.factorizations = j.at(3);
  s.work.force_evaluations = j.at(4);
  s.work.restarts = j.at(5);
  s.work.stagnated_at_round_off = j.at(6);
  s.wall_seconds = number_from(j.at(7));
  s.smallest_step = number_from(j.at(8));
  s.largest_step = number_from(j.at(9));
  return s;
}

/// t_begin, t_end, steps, rejected, then low and high of every quantity.
Json steps_json(const std::vector<StepGroup>& groups) {
  Json list = Json::array();
  for (const StepGroup& g : groups) {
    Json row = {number(g.t_begin), number(g.t_end), g.steps, g.rejected};
    for (const StepGroup::Range& range : g.ranges) {
      row.push_back(number(range.low));
      row.push_back(number(range.high));
    }
    list.push_back(std::move(row));
  }
  return list;
}

std::vector<StepGroup> steps_from(const Json& json) {
  std::vector<StepGroup> groups;
  for (const Json& row : json) {
    StepGroup g;
    g.t_begin = number_from(row.at(0));
    g.t_end = number_from(row.at(1));
    g.steps = row.at(2);
    g.rejected = row.at(3);
    for (std::size_t i = 0; i < g.ranges.size(); ++i)
      g.ranges[i] = {number_from(row.at(4 + 2 * i)), number_from(row.at(5 + 2 * i))};
    groups.push_back(g);
  }
  return groups;
}

Json rejections_json(const Rejections& rejections) {
  Json list = Json::array();
  for (const Rejection& r : rejections.first)
    list.push_back({number(r.t), number(r.h), static_cast<int>(r.cause)});
  return {{"counts", rejections.counts}, {"first", list}};
}

Rejections rejections_from(const Json& json) {
  Rejections rejections;
  for (std::size_t i = 0; i < rejections.counts.size(); ++i) rejections.counts[i] = json.at("counts").at(i);
  for (const Json& row : json.at("first")) {
    const int cause = row.at(2);
    if (cause < 0 || cause >= static_cast<int>(RejectionCause::count)) throw std::out_of_range("cause");
    rejections.first.push_back(
        {number_from(row.at(0)), number_from(row.at(1)), static_cast<RejectionCause>(cause)});
  }
  return rejections;
}

Json samples_json(const JobResult& r) {
  Json columns = Json::array(), values = Json::array();
  for (const Column& column : r.columns) columns.push_back({column.name, column.unit});
  for (const auto& row : r.values) values.push_back(numbers(row));
  return {{"columns", columns}, {"times", numbers(r.times)}, {"values", values}};
}

void read_samples(const Json& json, JobResult& r) {
  for (const Json& column : json.at("columns")) r.columns.push_back({column.at(0), column.at(1)});
  r.times = numbers_from(json.at("times"));
  for (const Json& row : json.at("values")) r.values.push_back(numbers_from(row));
  if (r.times.size() != r.values.size()) throw std::out_of_range("samples");
}

Json references_json(const std::vector<ReferenceValue>& references) {
  Json list = Json::array();
  for (const ReferenceValue& v : references) list.push_back({v.t, v.observable, v.value, v.uncertainty});
  return list;
}

}  // namespace

std::string result_json(const JobResult& r) {
  const Json json = {{"status", r.status},
                     {"message", r.message},
                     {"exit_code", static_cast<int>(r.exit_code)},
                     {"formulation", r.formulation},
                     {"interval", numbers({r.t_begin, r.t_end, r.t})},
                     {"samples", samples_json(r)},
                     {"statistics", statistics_json(r.statistics)},
                     {"measured", numbers({r.cpu_seconds, r.position_residual, r.velocity_residual,
                                           r.energy_drift, r.first_energy})},
                     {"steps", steps_json(r.steps)},
                     {"rejections", rejections_json(r.rejections)},
                     {"references", references_json(r.references)},
                     {"warnings", r.warnings}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

JobResult job_result(const std::string& text) {
  const Json json = Json::parse(text);
  JobResult r;
  r.status = json.at("status");
  r.message = json.at("message");
  r.exit_code = static_cast<ExitCode>(json.at("exit_code").get<int>());
  r.formulation = json.at("formulation");
  const std::vector<double> interval = numbers_from(json.at("interval")),
                            measured = numbers_from(json.at("measured"));
  r.t_begin = interval.at(0);
  r.t_end = interval.at(1);
  r.t = interval.at(2);
  r.cpu_seconds = measured.at(0);
  r.position_residual = measured.at(1);
  r.velocity_residual = measured.at(2);
  r.energy_drift = measured.at(3);
  r.first_energy = measured.at(4);
  read_samples(json.at("samples"), r);
  r.statistics = statistics_from(json.at("statistics"));
  r.steps = steps_from(json.at("steps"));
  r.rejections = rejections_from(json.at("rejections"));
  for (const Json& v : json.at("references")) r.references.push_back({v.at(0), v.at(1), v.at(2), v.at(3)});
  r.warnings = json.at("warnings").get<std::vector<std::string>>();
  return r;
}

}  // namespace kreisel
