// The heavy top as an entry of the list of problems; laws in heavy_top_law.hpp.
#pragma once

#include "kreisel/problems/problem.hpp"

namespace kreisel {

ProblemEntry heavy_top();

}  // namespace kreisel
