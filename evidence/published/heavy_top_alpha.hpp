// The figures of [Arnold, Brüls, Cardona 2015] on the heavy top.
#pragma once

#include "evidence/published/experiment.hpp"

namespace kreisel::experiments {

Measurement reference_of_the_top();    // figure 3
Measurement transient_of_the_top();    // figure 4
Measurement stabilised_top();          // figure 5
Measurement late_errors_of_the_top();  // figure 6
Measurement stopping_of_the_top();     // section 5

}  // namespace kreisel::experiments
