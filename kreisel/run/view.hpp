// Replays: the motion of one run, or of several laid over each other, as a page that needs nothing else.
//
// The format is docs/output.md, "Replays": whoever has poses over a time, such as modes and sweeps, can show them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "kreisel/run/run.hpp"
#include "kreisel/run/run_trace.hpp"

namespace kreisel {

/// What is shown of a run: times, and the columns that a picture needs.
struct ReplayRun {
  std::string label = {};
  std::vector<double> t = {};
  std::vector<Column> columns = {};
  std::vector<std::vector<double>> values = {};  // one list per column
};

struct ReplayData {
  std::string name = {};
  std::string scene = "{}";  // JSON
  std::vector<ReplayRun> runs = {};
};

ReplayData replay_of(const RunRecord& record, const RunTrace& trace);
/// From the folder of a result: run.json and samples.csv. Throws FileError and ParseError.
ReplayData stored_replay(const std::filesystem::path& folder);
/// Whether it is such a folder.
bool is_result_folder(const std::filesystem::path& path);

/// The page; runs of the others are laid over those of the first, whose bodies they must have.
std::string view_html(const std::vector<ReplayData>& shown);

}  // namespace kreisel
