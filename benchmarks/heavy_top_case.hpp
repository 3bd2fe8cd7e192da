// The heavy top as every benchmark sees it: our steppers for it, and the trusted positions.
//
// R³×SO(3), form A (Φ = -x + R X), ρ∞ = 0.9 unless stated otherwise; digits of the problem's own entry.
#pragma once

#include <array>
#include <memory>

#include "kreisel/equations/state.hpp"
#include "kreisel/methods/make_stepper.hpp"
#include "kreisel/problems/problem.hpp"

namespace kreisel::benchmarks {

constexpr double rho_inf = 0.9;
constexpr double t_end = 1.0;  // [s]
/// Positions are compared at these times [s]; the last one is the end of a run.
constexpr std::array<double, 2> comparison_times{0.2, t_end};

using Positions = std::array<Vector3, comparison_times.size()>;

/// Largest difference of a component of the position from the trusted one, over the comparison times [m].
double position_error(const Positions& x);

enum class SystemType { fixed_size, any_system };

/// Positions, velocities, accelerations and multipliers at t = 0.
const State& heavy_top_start();
std::unique_ptr<Stepper> heavy_top_stepper(SystemType type, const StepperOptions& options);

}  // namespace kreisel::benchmarks
