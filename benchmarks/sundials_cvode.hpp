// CVODE on the heavy top reduced by hand to an ordinary differential equation: unit quaternion and body
// angular velocity about the tip, 7 states, no constraint left.
#pragma once

#include "benchmarks/peers.hpp"

namespace kreisel::benchmarks {

std::unique_ptr<Peer> cvode_adams();  // fixed-point iteration
std::unique_ptr<Peer> cvode_bdf();    // Newton, dense, analytic Jacobian

}  // namespace kreisel::benchmarks
