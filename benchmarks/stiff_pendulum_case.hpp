// The stiff pendulum, ε²λ = |q| - 1, as our methods and their peers meet it: start without vibration, end at 10 s.
#pragma once

#include <memory>
#include <vector>

#include "benchmarks/dae_case.hpp"
#include "kreisel/problems/elastic_pendulum.hpp"

namespace kreisel::benchmarks {

enum class PendulumForm { row, force };

DaeCase stiff_pendulum_case(double epsilon, PendulumForm form);

/// Compiled for the row form, implicit Runge-Kutta methods only.
std::unique_ptr<Stepper> stiff_pendulum_stepper(const ElasticPendulumRow& law,
                                                const MethodCoefficients& coefficients,
                                                const StepperOptions& options);

/// CVODE with BDF on the force form, analytic Jacobian, dense; `dae` must outlive it.
std::vector<Contestant> cvode_pendulum_contestants(const DaeCase& dae, double epsilon);
/// IDA on the row form with analytic Jacobian, dense; `dae` must outlive it.
std::vector<Contestant> ida_pendulum_contestants(const DaeCase& dae, double epsilon);

}  // namespace kreisel::benchmarks
