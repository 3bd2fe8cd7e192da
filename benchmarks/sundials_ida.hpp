// IDA on the constrained heavy top: position, unit quaternion, velocities and multipliers, analytic Jacobian:
// dense for index 1, ida_stabilised.hpp for index 2. Multipliers are left out of the error test: with them in it the index-1 form takes 20 times as many
// steps, because λ feels errors of Ω more than a thousandfold.
#pragma once

#include "benchmarks/peers.hpp"

namespace kreisel::benchmarks {

std::unique_ptr<Peer> ida_index1();  // the constraint on acceleration level, λ algebraic
std::unique_ptr<Peer> ida_index2();  // Gear-Gupta-Leimkuhler: positions and velocities, λ and μ

}  // namespace kreisel::benchmarks
