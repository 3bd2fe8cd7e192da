// Inputs and outputs of a linearised model by their names, and the matrices between them.
#pragma once

#include "kreisel/run/modes_run.hpp"

namespace kreisel {

/// Throws UnknownName for inputs and outputs there are not, OptionError for a parameter that moves joints.
StateSpace matrices_of(const Target& target, const StandingTarget& standing, const ModesSpec& spec,
                       const State& state, const ModalAnalysis& analysis);

}  // namespace kreisel
