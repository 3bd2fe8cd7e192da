// Problems with joints as our methods and IDA meet them: the same start, the same end, the same error.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "benchmarks/ida_equations.hpp"
#include "benchmarks/trials.hpp"
#include "kreisel/methods/make_stepper.hpp"
#include "kreisel/problems/problem.hpp"

namespace kreisel::benchmarks {

using StepperMaker =
    std::function<std::unique_ptr<Stepper>(const MethodCoefficients&, const StepperOptions&)>;

struct DaeCase {
  std::string name;
  ProblemInstance instance;
  AnySystem system;
  double t_end;
  State start;
  Vector trusted;                       // positions at the end: x of the top, the angles of the mechanism
  StepperMaker any_system, fixed_size;  // through the run-time system type, or compiled for this problem
  std::vector<double> targets{};        // errors, from large to small
  bool has_moving_chart = false;        // implicit Runge-Kutta methods move their chart with this body
  std::unique_ptr<IdaEquations> equations{};

  /// Largest error of a position at the end, relative to the largest position.
  double error(const double* positions) const;
};

/// At the consistent state; without equations for the peer.
DaeCase dae_case(const std::string& name, const ProblemInstance& instance, const Vector& trusted);
/// The trusted values of these observables at this time.
Vector references_of(const ProblemInstance& instance, double t, const std::vector<std::string>& observables);

DaeCase heavy_top_dae();
DaeCase andrews_dae();

/// A method of the catalogue; knows nothing of the peer.
struct OurEntry {
  std::string method;
  Formulation formulation;
  bool constant_steps = false;  // instead of a tolerance
  bool plain_chart = false;     // of implicit Runge-Kutta methods; otherwise their choice
};

/// Compiled for the problem and, under a tolerance, through the run-time system type; `dae` must outlive it.
std::vector<Contestant> our_contestants(const DaeCase& dae, const OurEntry& entry);
Trial ida_trial(const DaeCase& dae, IdaStabilised& ida, double tolerance);
/// One per linear solver.
std::vector<Contestant> ida_contestants(const DaeCase& dae);

}  // namespace kreisel::benchmarks
