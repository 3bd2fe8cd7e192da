// The collisions of [Stumpp 2004] section 6.2.
#pragma once

#include "evidence/published/experiment.hpp"

namespace kreisel::experiments {

Measurement moderate_collision();        // figure 6.6
Measurement strong_collision();          // figure 6.7
Measurement steps_of_collisions();       // figure 6.8
Measurement operations_of_collisions();  // figure 6.9

}  // namespace kreisel::experiments
