// How generalized-α amplifies the errors of its start, [Arnold, Brüls, Cardona 2015].
#pragma once

#include "evidence/published/experiment.hpp"

namespace kreisel::experiments {

Measurement section_4_1();  // powers of T₊⁻¹T₀, index 3
Measurement example_2();    // the recursion is exact for a driven point
Measurement remark_4();     // powers of T, stabilised index 2

}  // namespace kreisel::experiments
