// Options that `kreisel study` and `kreisel study reproduce` share: where to compute, what to keep, what to print.
#pragma once

#include <string>

namespace CLI {  // NOLINT(readability-identifier-naming): CLI11's own
class App;
}

namespace kreisel::cli {

/// As typed; empty means not given.
struct PoolChoices {
  std::string out, jobs, cache;
  bool no_cache = false, as_json = false, is_quiet = false, is_strict = false;

  bool is_silent() const { return as_json || is_quiet; }
};

/// What the help says where the two differ.
struct PoolHelp {
  const char* out;
  const char* strict;
  const char* json;
};

void declare_pool_choices(CLI::App& app, PoolChoices& choices, const PoolHelp& help);

/// Throws OptionError.
void refuse_contradictions(const PoolChoices& choices);

}  // namespace kreisel::cli
