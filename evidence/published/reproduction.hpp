// What a set of experiments gave, as data and as a folder with one page for all of them.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "evidence/published/experiment.hpp"

namespace kreisel::experiments {

struct Counts {
  std::size_t reproduced = 0, differs = 0, not_reproducible = 0;
  std::size_t total() const { return reproduced + differs + not_reproducible; }
};
Counts count(const std::vector<Result>& results);

/// "96 experiments: 69 reproduced, 9 differ, 18 not reproducible from the published data"
std::string counts_text(const Counts& counts);

/// Everything: experiment, checks, tables, figures, verdict. Curves have at most about so many points; 0: all.
std::string reproduction_json(const std::vector<Result>& results, std::size_t most_points = 0);

/// index.html: all experiments in a table, and the details of each when it is opened. One file, no network.
std::string reproduction_html(const std::vector<Result>& results);

/// The list alone, for `kreisel list experiments`.
std::string experiments_text();
std::string experiments_json();

/// Makes sure, before anything is measured, that the folder exists and takes files. Throws FileError.
void prepare_reproduction_folder(const std::filesystem::path& folder);

/// index.html, reproduction.json, experiments.csv and checks.csv; of every experiment figures/NAME.svg, .pdf and .csv and
/// tables/NAME-1.csv …; says which. Throws FileError.
std::vector<std::filesystem::path> write_reproduction(const std::vector<Result>& results,
                                                      const std::filesystem::path& folder);

}  // namespace kreisel::experiments
