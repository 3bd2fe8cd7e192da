// THE list of test problems.
#pragma once

#include <span>
#include <string_view>

#include "kreisel/problems/problem.hpp"

namespace kreisel {

std::span<const ProblemEntry> all_problems();

/// Throws UnknownName with near misses.
const ProblemEntry& find_problem(std::string_view name);

}  // namespace kreisel
