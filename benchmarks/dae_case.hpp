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
  Vector trusted;  // positions at the end: x of the top, the angles of the mechanism
  std::unique_ptr<IdaEquations> equations;
  StepperMaker any_system, fixed_size;  // through the run-time system type, or compiled for this problem

  /// Largest error of a position at the end, relative to the largest position.
  double error(const double* positions) const;
};

DaeCase heavy_top_dae();
DaeCase andrews_dae();

/// A method of the catalogue; knows nothing of the peer.
struct OurEntry {
  std::string method;
  Formulation formulation;
};

/// Under a tolerance where the method has error control, and with constant steps; `dae` must outlive it.
std::vector<Contestant> our_contestants(const DaeCase& dae, const OurEntry& entry);
/// One per linear solver.
std::vector<Contestant> ida_contestants(const DaeCase& dae);

}  // namespace kreisel::benchmarks
