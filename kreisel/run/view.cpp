// Which columns a replay needs, and its JSON.
#include "kreisel/run/view.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "kreisel/io/output_file.hpp"
#include "kreisel/io/packed_numbers.hpp"
#include "kreisel/io/report_page.hpp"
#include "kreisel/run/result_folder.hpp"
#include "kreisel/run/scene_json.hpp"

namespace kreisel {
namespace {

using Json = nlohmann::ordered_json;

/// Poses, travels, forces and moments: by the ends of their names, which a stored result has too.
bool is_seen(const std::string& name) {
  constexpr std::array<std::string_view, 14> endings = {".x",  ".y",  ".z",  ".qw", ".qx", ".qy", ".qz",
                                                        ".fx", ".fy", ".fz", ".mx", ".my", ".mz", ".travel"};
  return std::any_of(endings.begin(), endings.end(),
                     [&](std::string_view end) { return name.ends_with(end); });
}

/// Problems without bodies show points of their coordinates.
bool has_bodies(const std::string& scene) {
  return !Json::parse(scene).value("bodies", Json::array()).empty();
}

/// Cells of a line of samples.csv; those of the header may be quoted.
std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells(1);
  bool is_quoted = false;
  for (const char c : line) {
    if (c == '"')
      is_quoted = !is_quoted;
    else if (c == ',' && !is_quoted)
      cells.emplace_back();
    else if (c != '\r')
      cells.back() += c;
  }
  return cells;
}

std::ifstream opened(const std::filesystem::path& file) {
  std::ifstream stream(file);
  if (!stream) throw file_error("cannot read the result", file.string(), errno);
  return stream;
}

void read_samples(const std::filesystem::path& file, bool all, ReplayRun& run) {
  std::ifstream stream = opened(file);
  std::string line;
  std::getline(stream, line);
  const std::vector<std::string> header = cells_of(line);
  std::vector<std::size_t> kept;
  for (std::size_t i = 1; i < header.size(); ++i) {
    const std::size_t unit = header[i].find(" [");
    const std::string name = header[i].substr(0, unit);
    if (!all && !is_seen(name)) continue;
    kept.push_back(i);
    run.columns.push_back({name, unit == std::string::npos ? "1" : header[i].substr(unit + 2)});
    if (run.columns.back().unit.ends_with("]")) run.columns.back().unit.pop_back();
  }
  run.values.resize(kept.size());
  while (std::getline(stream, line)) {
    const std::vector<std::string> cells = cells_of(line);
    if (cells.size() != header.size()) break;  // a run that was killed may end within a line
    run.t.push_back(std::strtod(cells[0].c_str(), nullptr));
    for (std::size_t k = 0; k < kept.size(); ++k)
      run.values[k].push_back(std::strtod(cells[kept[k]].c_str(), nullptr));
  }
  if (run.t.empty())
    throw ParseError("there are no samples", file.string(), "give the folder of a run that has begun");
}

}  // namespace

bool is_result_folder(const std::filesystem::path& path) {
  std::error_code is_none;
  return std::filesystem::is_regular_file(path / ResultFolder::record_name, is_none);
}

ReplayData replay_of(const RunRecord& record, const RunTrace& trace) {
  ReplayData data{record.problem, scene_json(record), {}};
  ReplayRun run{fmt::format("{}, {}", record.problem, record.choice.method), {}, {}, {}};
  const SampleTrace samples = trace.samples();
  const bool all = !has_bodies(data.scene);
  run.t = samples.t;
  for (std::size_t i = 0; i < record.all_columns.size(); ++i) {
    if (!all && !is_seen(record.all_columns[i].name)) continue;
    run.columns.push_back(record.all_columns[i]);
    std::vector<double>& values = run.values.emplace_back();
    for (const Vector& sample : samples.values) values.push_back(sample[static_cast<Index>(i)]);
  }
  data.runs.push_back(std::move(run));
  return data;
}

ReplayData stored_replay(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / ResultFolder::record_name;
  std::ifstream stream = opened(file);
  const Json record = Json::parse(stream, nullptr, false);
  if (record.is_discarded() || !record.contains("scene"))
    throw ParseError("this run.json tells nothing of bodies", file.string(),
                     "run the model again with this version of kreisel");
  ReplayData data{record.value("problem", std::string("run")), record["scene"].dump(), {}};
  ReplayRun run{fmt::format("{} ({})", data.name, folder.string()), {}, {}, {}};
  read_samples(folder / ResultFolder::samples_name, !has_bodies(data.scene), run);
  data.runs.push_back(std::move(run));
  return data;
}

std::string view_html(const std::vector<ReplayData>& shown) {
  std::string runs;
  Json columns = Json::array();
  for (const ReplayData& data : shown) {
    for (const ReplayRun& run : data.runs) {
      std::string numbers;
      for (std::size_t i = 0; i < run.columns.size(); ++i) {
        numbers += fmt::format("{}{}:{}", i == 0 ? "" : ",", Json(run.columns[i].name).dump(),
                               packed_coarsely(run.values[i]));
        if (&data == &shown.front())
          columns.push_back(
              {{"name", run.columns[i].name}, {"kind", std::string(name_of(run.columns[i].kind))}});
      }
      runs += fmt::format(R"({}{{"label":{},"t":{},"columns":{{{}}}}})", runs.empty() ? "" : ",",
                          Json(run.label).dump(), packed_exactly(run.t), numbers);
    }
  }
  return view_page(shown.front().name, fmt::format(R"({{"scene":{},"columns":{},"runs":[{}]}})",
                                                   shown.front().scene, columns.dump(), runs));
}

}  // namespace kreisel
