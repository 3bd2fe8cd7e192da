#include "benchmarks/dae_case.hpp"

#include <stdexcept>

#include "benchmarks/andrews_stepper.hpp"
#include "kreisel/integrate/consistent_start.hpp"
#include "kreisel/problems/all.hpp"
#include "kreisel/study/steppers.hpp"

namespace kreisel::benchmarks {
namespace {

double reference(const ProblemInstance& instance, double t, const std::string& observable) {
  for (const ReferenceValue& value : instance.references)
    if (value.t == t && value.observable == observable) return value.value;
  throw std::runtime_error("no reference for " + observable);
}

DaeCase case_of(const std::string& name, double t_end, const std::vector<std::string>& positions) {
  const ProblemEntry& entry = find_problem(name);
  const ProblemInstance instance = entry.make(Parameters(entry.parameters));
  const AnySystem system = as_any_system(instance.system);
  Vector trusted(static_cast<Index>(positions.size()));
  for (std::size_t i = 0; i < positions.size(); ++i)
    trusted(static_cast<Index>(i)) = reference(instance, t_end, positions[i]);
  StartReport report;
  const State start = consistent_start(system, 0.0, instance.q0, instance.v0, {}, report);
  const StepperMaker any = [system](const MethodCoefficients& coefficients, const StepperOptions& options) {
    return make_stepper(system, coefficients, options);
  };
  return {name, instance, system, t_end, start, trusted, nullptr, any, {}};
}

}  // namespace

double DaeCase::error(const double* positions) const {
  const Eigen::Map<const Vector> reached(positions, trusted.size());
  return (reached - trusted).cwiseAbs().maxCoeff() / trusted.cwiseAbs().maxCoeff();
}

DaeCase heavy_top_dae() {
  DaeCase dae = case_of("heavy_top", 1.0, {"top.x", "top.y", "top.z"});
  dae.equations = ida_heavy_top(dae.start);
  dae.fixed_size = [system = dae.instance.system](const MethodCoefficients& coefficients,
                                                  const StepperOptions& options) {
    return make_stepper_for(system, coefficients, options);
  };
  return dae;
}

DaeCase andrews_dae() {
  DaeCase dae = case_of("andrews", 0.03, {"be", "Th", "ga", "Ph", "de", "Om", "ep"});
  dae.equations = ida_andrews(dae.start);
  dae.fixed_size = andrews_stepper;
  return dae;
}

}  // namespace kreisel::benchmarks
