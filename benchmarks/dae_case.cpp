// Starts, trusted ends and errors of the problems with joints.
#include "benchmarks/dae_case.hpp"

#include <stdexcept>

#include "benchmarks/compiled_andrews.hpp"
#include "kreisel/integrate/consistent_start.hpp"
#include "kreisel/problems/all.hpp"
#include "kreisel/solve/compiled_types.hpp"
#include "kreisel/solve/stepper_for.hpp"

namespace kreisel::benchmarks {
namespace {

double reference(const ProblemInstance& instance, double t, const std::string& observable) {
  for (const ReferenceValue& value : instance.references)
    if (value.t == t && value.observable == observable) return value.value;
  throw std::runtime_error("no reference for " + observable);
}

DaeCase case_of(const std::string& name, double t_end, const std::vector<std::string>& positions) {
  const ProblemEntry& entry = find_problem(name);
  ProblemInstance instance = entry.make(Parameters(entry.parameters));
  instance.t_end = t_end;
  return dae_case(name, instance, references_of(instance, t_end, positions));
}

}  // namespace

double DaeCase::error(const double* positions) const {
  const Eigen::Map<const Vector> reached(positions, trusted.size());
  return (reached - trusted).cwiseAbs().maxCoeff() / trusted.cwiseAbs().maxCoeff();
}

Vector references_of(const ProblemInstance& instance, double t, const std::vector<std::string>& observables) {
  Vector values(static_cast<Index>(observables.size()));
  for (std::size_t i = 0; i < observables.size(); ++i)
    values(static_cast<Index>(i)) = reference(instance, t, observables[i]);
  return values;
}

DaeCase dae_case(const std::string& name, const ProblemInstance& instance, const Vector& trusted) {
  const AnySystem system = instance.system;
  StartReport report;
  const State start = consistent_start(system, 0.0, instance.q0, instance.v0, {}, report);
  const auto any = [system](const MethodCoefficients& coefficients, const StepperOptions& options) {
    return compiled_stepper(system, coefficients, options);
  };
  const auto fixed = [system](const MethodCoefficients& coefficients, const StepperOptions& options) {
    return stepper_for(system, coefficients, options);
  };
  return {name, instance, system, instance.t_end, start, trusted, any, fixed};
}

DaeCase heavy_top_dae() {
  DaeCase dae = case_of("heavy_top", 1.0, {"top.x", "top.y", "top.z"});
  dae.equations = ida_heavy_top(dae.start);
  dae.targets = {1e-4, 1e-6, 1e-8};
  dae.has_moving_chart = true;
  return dae;
}

DaeCase andrews_dae() {
  DaeCase dae = case_of("andrews", 0.03, {"be", "Th", "ga", "Ph", "de", "Om", "ep"});
  dae.equations = ida_andrews(dae.start);
  dae.fixed_size = [system = dae.system](const MethodCoefficients& coefficients,
                                         const StepperOptions& options) {
    return compiled_andrews(system, coefficients, options);
  };
  dae.targets = {1e-4, 4e-6, 1e-6, 1e-8, 1e-10};
  return dae;
}

}  // namespace kreisel::benchmarks
