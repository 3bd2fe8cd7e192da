// How the rigid position rows Φ(t,q) = 0 enter a step.
#pragma once

#include <array>

#include "kreisel/core/options.hpp"

namespace kreisel {

enum class Formulation {
  index3,    // Φ = 0
  index2,    // Φ = 0 and B v + b = 0 with a second multiplier (Gear, Gupta, Leimkuhler 1985)
  index1,    // B v' + γ = 0; positions and velocities drift
  velocity,  // B v + b = 0; positions drift
};

inline constexpr std::array<NamedChoice<Formulation>, 4> formulations{{
    {"index3", Formulation::index3, "position level, Φ = 0"},
    {"index2", Formulation::index2, "stabilised (Gear-Gupta-Leimkuhler): Φ = 0 and B v + b = 0"},
    {"index1", Formulation::index1, "acceleration level, B v' + γ = 0; drifts"},
    {"velocity", Formulation::velocity, "velocity level, B v + b = 0, unstabilised; positions drift"},
}};
constexpr const auto& choices_of(Formulation) {
  return formulations;
}

}  // namespace kreisel
