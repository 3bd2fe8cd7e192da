// The rod pendulum with a strongly damped suspension as an entry of the list of problems; laws in
// rod_pendulum_law.hpp.
#pragma once

#include "kreisel/problems/problem.hpp"

namespace kreisel {

ProblemEntry rod_pendulum();

}  // namespace kreisel
