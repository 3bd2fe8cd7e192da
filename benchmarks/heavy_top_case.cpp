// Steppers of ours for the heavy top, and the positions they are measured against.
#include "benchmarks/heavy_top_case.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "kreisel/integrate/consistent_start.hpp"
#include "kreisel/problems/all.hpp"
#include "kreisel/solve/compiled_types.hpp"
#include "kreisel/solve/stepper_for.hpp"

namespace kreisel::benchmarks {
namespace {

const ProblemInstance& instance() {
  static const ProblemInstance top = [] {
    const ProblemEntry& entry = find_problem("heavy_top");
    return entry.make(Parameters(entry.parameters));
  }();
  return top;
}

double reference(double t, const std::string& observable) {
  for (const ReferenceValue& r : instance().references) {
    if (r.t == t && r.observable == observable) return r.value;
  }
  throw std::runtime_error("no reference for " + observable);
}

}  // namespace

double position_error(const Positions& x) {
  static const Positions trusted = [] {
    Positions all;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const double t = comparison_times[i];
      all[i] = {reference(t, "top.x"), reference(t, "top.y"), reference(t, "top.z")};
    }
    return all;
  }();
  double error = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    error = std::max(error, (x[i] - trusted[i]).cwiseAbs().maxCoeff());
  }
  return error;
}

const State& heavy_top_start() {
  static const State start = [] {
    StartReport report;
    return consistent_start(instance().system, instance().t_begin, instance().q0, instance().v0, {}, report);
  }();
  return start;
}

std::unique_ptr<Stepper> heavy_top_stepper(SystemType type, const StepperOptions& options) {
  const GeneralizedAlphaParameters method = GeneralizedAlphaParameters::chung_hulbert(rho_inf);
  if (type == SystemType::any_system) return compiled_stepper(instance().system, method, options);
  return stepper_for(instance().system, method, options);
}

}  // namespace kreisel::benchmarks
