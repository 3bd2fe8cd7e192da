// Options of `kreisel study`: as typed, and as a study wants them.
#pragma once

#include <string>
#include <vector>

#include "apps/cli/pool_choices.hpp"

namespace CLI {  // NOLINT(readability-identifier-naming): CLI11's own
class App;
}

namespace kreisel::cli {

/// As typed; empty means not given. Checked where it is used, so that every message has a remedy.
struct StudyOptions {
  std::string kind, target, methods, formulation, t_end, steps, tolerances, start;
  std::vector<std::string> settings;
  bool at_end = false;
  PoolChoices pool = {};
};

/// As typed, of `kreisel study reproduce`.
struct ReproduceOptions {
  std::vector<std::string> names;
  bool all = false;
  PoolChoices pool = {};
};

void declare_study_options(CLI::App& app, StudyOptions& options);

}  // namespace kreisel::cli
