// What is asked of a run, as it is typed: `kreisel run`, `kreisel view` and `kreisel sweep` share it.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "kreisel/run/run.hpp"

namespace CLI {  // NOLINT(readability-identifier-naming): CLI11's own
class App;
}

namespace kreisel::cli {

/// Empty means not given. Checked in spec_from, so that every message has a remedy.
struct SpecOptions {
  std::map<std::string_view, std::string> listed;  // by the name of an option of RunSpec
  std::string target, start;
  std::vector<std::string> settings;
};

void declare_spec(CLI::App& app, SpecOptions& options);
void declare_spec_but_target(CLI::App& app, SpecOptions& options);
/// Throws OptionError and UnknownName.
RunSpec spec_from(const SpecOptions& options);

}  // namespace kreisel::cli
