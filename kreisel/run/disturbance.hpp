// Random start values of a run: see Disturbance in run.hpp.
#pragma once

#include "kreisel/problems/problem.hpp"
#include "kreisel/run/run.hpp"

namespace kreisel {

/// Adds the random part to q0 and v0. Disturbed joints do not fit: the start may correct ten standard deviations more
/// than it does otherwise.
void disturb(ProblemInstance& problem, const AnySystem& system, RunSpec& spec);

}  // namespace kreisel
