// The problems of against_ida, written out by hand for IDA: fixed sizes, analytic Jacobians.
#pragma once

#include <memory>

#include "benchmarks/ida_stabilised.hpp"
#include "kreisel/equations/state.hpp"

namespace kreisel::benchmarks {

/// Position, quaternion, velocity, body angular velocity, λ, μ: 19 unknowns. Starts with p = 1.
std::unique_ptr<IdaEquations> ida_heavy_top(const State& start);
/// Seven angles, their rates, λ, μ: 26 unknowns.
std::unique_ptr<IdaEquations> ida_andrews(const State& start);

}  // namespace kreisel::benchmarks
