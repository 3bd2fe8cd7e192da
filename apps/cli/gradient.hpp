// What `kreisel run --gradient-of` does instead of writing samples.
#pragma once

#include <string>

#include "kreisel/gradients/gradient_run.hpp"

namespace kreisel::cli {

struct GradientWords {
  std::string of, with_respect_to;  // names separated by commas; both empty: no gradient

  bool is_asked_for() const { return !of.empty() || !with_respect_to.empty(); }
};

/// Runs, prints a table or JSON, and writes gradient.json where there is a folder.
ExitCode execute_gradient(const RunSpec& run, const GradientWords& wanted, const std::string& folder,
                          bool as_json);

}  // namespace kreisel::cli
