// The human figure on the horizontal bar of [Stumpp 2004] figure 6.1; masses and joints are ours.
#pragma once

#include "evidence/published/experiment.hpp"

namespace kreisel::experiments {

Measurement gymnast_on_the_bar();

}  // namespace kreisel::experiments
