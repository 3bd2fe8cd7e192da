// Options of `kreisel study`: as typed, and as a study wants them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "kreisel/evidence/study_spec.hpp"

namespace CLI {  // NOLINT(readability-identifier-naming): CLI11's own
class App;
}

namespace kreisel::cli {

/// As typed; empty means not given. Checked where it is used, so that every message has a remedy.
struct StudyOptions {
  std::string kind, target, methods, formulation, t_end, steps, tolerances, start, out, jobs, cache;
  std::vector<std::string> settings;
  bool at_end = false, no_cache = false, as_json = false, is_quiet = false, is_strict = false;
};

void declare_study_options(CLI::App& app, StudyOptions& options);

/// Throws Error for what makes no sense.
StudySpec study_spec_from(const StudyOptions& options);
int threads_from(const StudyOptions& options);
/// Where results are kept: --cache, or the user's cache folder; nothing with --no-cache or without a home.
std::optional<std::filesystem::path> store_from(const StudyOptions& options);

}  // namespace kreisel::cli
