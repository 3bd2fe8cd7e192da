// The short table after a run: what a person asks first.
#pragma once

#include <string>

#include "kreisel/run/run.hpp"

namespace kreisel::cli {

/// Empty when there is nothing to say.
std::string overview_text(const RunRecord& record);

}  // namespace kreisel::cli
