// Andrews' squeezing mechanism in the list of problems; its law: andrews_law.hpp.
#pragma once

#include "kreisel/problems/andrews_law.hpp"
#include "kreisel/problems/problem.hpp"

namespace kreisel {

ProblemEntry andrews();

}  // namespace kreisel
