// THE list of published experiments, and of the figures and tables that are none.
#pragma once

#include <span>
#include <string_view>

#include "evidence/published/experiment.hpp"

namespace kreisel::experiments {

/// In the order of sources and numbers.
std::span<const Experiment> all_experiments();

/// Throws UnknownName with near misses.
const Experiment& find_experiment(std::string_view name);

std::span<const Omission> all_omissions();

}  // namespace kreisel::experiments
