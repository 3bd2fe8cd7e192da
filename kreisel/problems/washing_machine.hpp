// A washing machine that spins up through its resonances: docs/problems/washing-machine.md.
#pragma once

#include "kreisel/problems/problem.hpp"

namespace kreisel {

ProblemEntry washing_machine();

}  // namespace kreisel
