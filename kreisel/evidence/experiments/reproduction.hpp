// What a set of experiments gave, as one page, as data and as lines of a terminal.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "kreisel/evidence/experiments/experiment.hpp"

namespace kreisel::experiments {

struct Counts {
  std::size_t reproduced = 0, differs = 0, not_reproducible = 0;
  std::size_t total() const { return reproduced + differs + not_reproducible; }
};
Counts count(const std::vector<Result>& results);

/// One line per experiment and the counts.
std::string reproduction_text(const std::vector<Result>& results);
/// Everything: experiment, checks, tables, curves, verdict.
std::string reproduction_json(const std::vector<Result>& results);
/// One row per experiment; one row per check.
std::string experiments_csv(const std::vector<Result>& results);
std::string checks_csv(const std::vector<Result>& results);
/// index.html: a table of all experiments, sortable and filtered by verdict, and a section for each. One file, no network.
std::string reproduction_page(const std::vector<Result>& results);

/// The list alone, for `kreisel list experiments`.
std::string experiments_text();
std::string experiments_json();

/// index.html, reproduction.json, experiments.csv, checks.csv; says which. Throws FileError.
std::vector<std::filesystem::path> write_reproduction(const std::vector<Result>& results,
                                                      const std::filesystem::path& folder);

}  // namespace kreisel::experiments
