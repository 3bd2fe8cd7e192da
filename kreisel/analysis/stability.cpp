// Growing modes from the eigenvalues; free directions from the stiffness on the manifold of the rows.
#include "kreisel/analysis/stability.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Cholesky>

#include "kreisel/analysis/modes.hpp"

namespace kreisel {

StabilityReport stability_of(const AnySystem& system, const State& state, bool is_turning) {
  StabilityReport report;
  const ModalAnalysis modes = modes_at(system, state, is_turning);
  report.is_steady = modes.frame.is_steady;
  for (const ModeShape& mode : modes.at_rest) report.free.push_back({mode.shape.real(), 0.0});
  for (const ModeShape& mode : modes.moving) {
    if (!mode.grows(modes.fastest)) continue;
    Vector shape = mode.shape.real();
    if (mode.shape.imag().norm() > shape.norm()) shape = mode.shape.imag();
    report.growing.push_back({shape, mode.value.real()});
  }
  std::stable_sort(report.growing.begin(), report.growing.end(),
                   [](const NamedDirection& a, const NamedDirection& b) { return a.rate > b.rate; });
  if (!report.growing.empty())
    report.verdict = Stability::unstable;
  else if (!report.free.empty())
    report.verdict = Stability::indifferent;
  return report;
}

}  // namespace kreisel
