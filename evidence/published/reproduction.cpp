// Counts of verdicts, JSON and the page of a set of experiments.
#include "evidence/published/reproduction.hpp"

#include <array>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "evidence/published/all.hpp"
#include "evidence/published/presentation.hpp"
#include "kreisel/core/version.hpp"

namespace kreisel::experiments {
namespace {

using Json = nlohmann::ordered_json;

/// JSON has no infinity.
Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(value > 0.0 ? "inf" : value < 0.0 ? "-inf" : "nan");
}

Json json_of(const std::vector<Check>& checks) {
  Json all = Json::array();
  for (const Check& c : checks)
    all.push_back({{"claim", c.claim},
                   {"measured", number(c.measured)},
                   {"lowest", number(c.lowest)},
                   {"highest", number(c.highest)},
                   {"unit", c.unit},
                   {"holds", c.holds()}});
  return all;
}

Json json_of(const Experiment& e) {
  Json json = {{"name", e.name},           {"source", e.source},    {"number", e.number},
               {"title", e.title},         {"setup", e.setup},      {"published", e.published},
               {"criterion", e.criterion}, {"is_timed", e.is_timed}};
  if (!e.missing.empty()) json["missing"] = e.missing;
  if (!e.erratum.empty()) json["erratum"] = e.erratum;
  return json;
}

/// The checks once as data and once as the tables that the page shows.
Json json_of(const Result& result, std::size_t most_points) {
  const Measurement& m = result.measurement;
  Json json = json_of(find_experiment(result.name));
  json["verdict"] = name_of(result.verdict);
  json["reason"] = result.reason;
  json["seconds"] = result.seconds;
  json["checks"] = json_of(m.checks);
  json["as_printed"] = json_of(m.as_printed);
  json["remarks"] = m.remarks;
  std::vector<Table> checks;
  if (!m.checks.empty()) checks.push_back(table_of_checks("Checks", m.checks));
  if (!m.as_printed.empty())
    checks.push_back(table_of_checks("As printed in the source (decides nothing)", m.as_printed));
  json["check_tables"] = Json::parse(tables_json(checks));
  json["tables"] = Json::parse(tables_json(tables_of(result)));
  std::vector<Figure> figures = figures_of(m);
  if (most_points > 0) figures = thinned(std::move(figures), most_points);
  json["figures"] = Json::parse(figures_json(figures));
  return json;
}

Json omissions_json() {
  Json all = Json::array();
  for (const Omission& o : all_omissions())
    all.push_back({{"source", o.source}, {"numbers", o.numbers}, {"reason", o.reason}});
  return all;
}

}  // namespace

Counts count(const std::vector<Result>& results) {
  Counts counts;
  for (const Result& result : results) {
    if (result.verdict == Verdict::reproduced)
      ++counts.reproduced;
    else if (result.verdict == Verdict::differs)
      ++counts.differs;
    else
      ++counts.not_reproducible;
  }
  return counts;
}

std::string counts_text(const Counts& c) {
  return fmt::format(
      "{} experiment{}: {} reproduced, {} differ{}, {} not reproducible from the published data", c.total(),
      c.total() == 1 ? "" : "s", c.reproduced, c.differs, c.differs == 1 ? "s" : "", c.not_reproducible);
}

std::string reproduction_json(const std::vector<Result>& results, std::size_t most_points) {
  const Counts c = count(results);
  Json json = {{"version", version()},         {"reproduced", c.reproduced},
               {"differs", c.differs},         {"not_reproducible", c.not_reproducible},
               {"experiments", Json::array()}, {"omissions", omissions_json()}};
  for (const Result& result : results) json["experiments"].push_back(json_of(result, most_points));
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string experiments_text() {
  std::string text, source;
  for (const Experiment& e : all_experiments()) {
    if (e.source != source) text += fmt::format("{}{}\n", source.empty() ? "" : "\n", e.source);
    source = e.source;
    text += fmt::format("  {:<44} {:<12} {}\n", e.name, e.number, e.title);
  }
  return text;
}

std::string experiments_json() {
  Json all = Json::array();
  for (const Experiment& e : all_experiments()) all.push_back(json_of(e));
  return all.dump(1) + "\n";
}

}  // namespace kreisel::experiments
