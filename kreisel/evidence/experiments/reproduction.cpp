#include "kreisel/evidence/experiments/reproduction.hpp"

#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "kreisel/core/version.hpp"
#include "kreisel/evidence/experiments/all.hpp"
#include "kreisel/io/output_file.hpp"

namespace kreisel::experiments {
namespace {

using Json = nlohmann::ordered_json;

/// JSON has no infinity.
Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(value > 0.0 ? "inf" : value < 0.0 ? "-inf" : "nan");
}

Json numbers(const std::vector<double>& values) {
  Json all = Json::array();
  for (const double value : values) all.push_back(number(value));
  return all;
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

Json json_of(const Table& table) {
  Json rows = Json::array();
  for (const auto& row : table.rows) {
    Json cells = Json::array();
    for (const Cell& cell : row) cells.push_back(cell.number ? number(*cell.number) : Json(cell.text));
    rows.push_back(std::move(cells));
  }
  return {{"title", table.title}, {"columns", table.columns}, {"rows", std::move(rows)}};
}

Json json_of(const Plot& plot) {
  Json curves = Json::array();
  for (const Curve& c : plot.curves)
    curves.push_back({{"name", c.name}, {"x", numbers(c.x)}, {"y", numbers(c.y)}});
  return {{"title", plot.title}, {"x", plot.x_label}, {"y", plot.y_label}, {"curves", std::move(curves)}};
}

Json json_of(const Experiment& e) {
  Json json = {{"name", e.name},           {"source", e.source},    {"number", e.number},
               {"title", e.title},         {"setup", e.setup},      {"published", e.published},
               {"criterion", e.criterion}, {"is_timed", e.is_timed}};
  if (!e.missing.empty()) json["missing"] = e.missing;
  if (!e.erratum.empty()) json["erratum"] = e.erratum;
  return json;
}

Json json_of(const Result& result) {
  Json json = json_of(find_experiment(result.name));
  json["verdict"] = name_of(result.verdict);
  json["reason"] = result.reason;
  json["seconds"] = result.seconds;
  json["checks"] = json_of(result.measurement.checks);
  json["as_printed"] = json_of(result.measurement.as_printed);
  json["remarks"] = result.measurement.remarks;
  json["tables"] = Json::array();
  for (const Table& table : result.measurement.tables) json["tables"].push_back(json_of(table));
  json["plots"] = Json::array();
  for (const Plot& plot : result.measurement.plots) json["plots"].push_back(json_of(plot));
  return json;
}

Json omissions_json() {
  Json all = Json::array();
  for (const Omission& o : all_omissions())
    all.push_back({{"source", o.source}, {"numbers", o.numbers}, {"reason", o.reason}});
  return all;
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
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

std::string reproduction_text(const std::vector<Result>& results) {
  std::string text;
  double seconds = 0.0;
  for (const Result& r : results) {
    text += fmt::format("{:<44} {:<17} {:7.1f} s  {}\n", r.name, name_of(r.verdict), r.seconds,
                        r.verdict == Verdict::reproduced ? r.reason : "");
    if (r.verdict != Verdict::reproduced) text += fmt::format("    {}\n", r.reason);
    seconds += r.seconds;
  }
  const Counts c = count(results);
  return text + fmt::format(
                    "{} experiments: {} reproduced, {} differ, {} not reproducible from the published data; "
                    "{:.0f} s of "
                    "processor time\n",
                    c.total(), c.reproduced, c.differs, c.not_reproducible, seconds);
}

std::string reproduction_json(const std::vector<Result>& results) {
  const Counts c = count(results);
  Json json = {{"version", version()},         {"reproduced", c.reproduced},
               {"differs", c.differs},         {"not_reproducible", c.not_reproducible},
               {"experiments", Json::array()}, {"omissions", omissions_json()}};
  for (const Result& result : results) json["experiments"].push_back(json_of(result));
  return json.dump(1) + "\n";
}

std::string experiments_csv(const std::vector<Result>& results) {
  std::string text = "name,source,number,title,published,verdict,reason,seconds [s]\n";
  for (const Result& r : results) {
    const Experiment& e = find_experiment(r.name);
    text +=
        fmt::format("{},{},{},{},{},{},{},{:.3g}\n", e.name, quoted(e.source), quoted(e.number),
                    quoted(e.title), quoted(e.published), name_of(r.verdict), quoted(r.reason), r.seconds);
  }
  return text;
}

std::string checks_csv(const std::vector<Result>& results) {
  std::string text = "name,claim,measured,lowest,highest,unit,decides,holds\n";
  for (const Result& r : results)
    for (const bool decides : {true, false})
      for (const Check& c : decides ? r.measurement.checks : r.measurement.as_printed)
        text += fmt::format("{},{},{:.17g},{:.17g},{:.17g},{},{},{}\n", r.name, quoted(c.claim), c.measured,
                            c.lowest, c.highest, quoted(c.unit), decides, c.holds());
  return text;
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

std::vector<std::filesystem::path> write_reproduction(const std::vector<Result>& results,
                                                      const std::filesystem::path& folder) {
  require_writable_folder(folder);
  const std::vector<std::pair<std::filesystem::path, std::string>> files{
      {folder / "index.html", reproduction_page(results)},
      {folder / "reproduction.json", reproduction_json(results)},
      {folder / "experiments.csv", experiments_csv(results)},
      {folder / "checks.csv", checks_csv(results)}};
  std::vector<std::filesystem::path> written;
  for (const auto& [path, text] : files) {
    if (const auto failure = replace_file(path, text)) throw FileError(*failure);
    written.push_back(path);
  }
  return written;
}

}  // namespace kreisel::experiments
