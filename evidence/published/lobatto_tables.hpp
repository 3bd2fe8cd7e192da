// The tables of coefficients of [Schaub 2004].
#pragma once

#include "evidence/published/experiment.hpp"

namespace kreisel::experiments {

Measurement simplifying_assumptions_table();   // table 3.1
Measurement lobatto_coefficients(int stages);  // tables 3.2, 3.3
Measurement embedded_radau();                  // table 4.1
Measurement embedded_lobatto(bool is_iiiac);   // tables 4.2, 4.3

}  // namespace kreisel::experiments
