// The pendulum on a very stiff spring, ε²λ = |q| - 1: unit mass, unit gravity, rigid in the limit ε = 0.
//
//   q'' = -λ q/|q| - (0, 1),  ε²λ = |q| - 1;  q(0) = (1, 0), v(0) = 0
//
// The laws are those of the elastic pendulum with k = 1/ε² and g = 1. On the motion without vibration the start
// has λ = -3ε² + O(ε⁶), so that the unstretched start vibrates with an amplitude of 3ε⁴.
#pragma once

#include "kreisel/problems/problem.hpp"

namespace kreisel {

ProblemEntry stiff_pendulum();

}  // namespace kreisel
