// Runs with smaller and smaller steps, and the orders that are read off their errors.
#pragma once

#include <string>
#include <vector>

#include "evidence/bench/power_law.hpp"
#include "evidence/bench/run_errors.hpp"

namespace kreisel {

struct RunSeries {
  std::string name;
  std::vector<double> steps = {};  // mean step of each run [s]
  std::vector<Errors> runs = {};

  std::vector<double> values(double Errors::*error) const;
  double slope(double Errors::*error) const { return slope_of(steps, values(error)); }
  /// The fitted error at a step h.
  double fitted(double Errors::*error, double h) const { return power_law(steps, values(error)).at(h); }
  /// Steps, largest errors and slopes, for a message.
  std::string text() const;
};

/// Runs that fail have infinite errors.
RunSeries measure(const std::string& name, const Subject& subject, const CatalogueChoice& choice,
                  const std::vector<double>& steps);

/// The given step sizes, wherever they lie; throws std::runtime_error when a step fails, as the next one does.
RunSeries measure_at(const Subject& subject, const MeasuredMethod& method, const std::vector<double>& steps);

/// Four runs, the coarsest at or below `coarsest` where its relative errors are at most 1e-3, each step size a `ratio`
/// smaller.
RunSeries measure_in_window(const Subject& subject, const MeasuredMethod& method, double coarsest,
                            double ratio = 2.0);

/// q in the Lie algebra, v and λ.
struct LargestErrors {
  double position = 0.0, velocity = 0.0, multiplier = 0.0;
};
LargestErrors largest_errors(const Errors& run);
/// Of the same, for relative errors; positions count as 1.
LargestErrors scales_of(const Errors& run);
/// What round-off alone does to a run with steps h: position rows carry ε|x|; velocities see it divided by h,
/// accelerations and multipliers by h².
LargestErrors round_off_of(const Errors& run, double h);

inline constexpr double coarsest_relative_error = 1e-3;

}  // namespace kreisel
