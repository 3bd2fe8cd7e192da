// The falling chain, ring or net: the benchmark for cost per body.
#pragma once

#include "kreisel/problems/chain_model.hpp"
#include "kreisel/problems/problem.hpp"

namespace kreisel {

ProblemEntry chain();

}  // namespace kreisel
