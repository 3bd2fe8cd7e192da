// Series of runs over their steps; where the asymptotic window begins and where round-off ends it.
#include "evidence/bench/run_series.hpp"

#include <limits>

#include <fmt/format.h>

namespace kreisel {
namespace {

bool is_small_enough(const Errors& run) {
  const LargestErrors e = largest_errors(run), scale = scales_of(run);
  return e.position <= coarsest_relative_error * scale.position &&
         e.velocity <= coarsest_relative_error * scale.velocity &&
         e.multiplier <= coarsest_relative_error * scale.multiplier;
}

Errors completed_run(const Subject& subject, const MeasuredMethod& method, double h) {
  return completed_errors(subject, method, constant_steps(h, subject.t_end));
}

}  // namespace

std::vector<double> RunSeries::values(double Errors::*error) const {
  std::vector<double> all;
  for (const Errors& run : runs) all.push_back(run.*error);
  return all;
}

std::string RunSeries::text() const {
  std::string lines = name + "\n  h          q          v          λ          (at n)\n";
  for (std::size_t i = 0; i < runs.size(); ++i)
    lines += fmt::format("  {:9.3e}  {:9.3e}  {:9.3e}  {:9.3e}  {}\n", steps[i], runs[i].q_algebra,
                         runs[i].v_norm, runs[i].lambda_norm, runs[i].lambda_peak);
  return lines + fmt::format("  slope      {:9.2f}  {:9.2f}  {:9.2f}\n", slope(&Errors::q_algebra),
                             slope(&Errors::v_norm), slope(&Errors::lambda_norm));
}

RunSeries measure(const std::string& name, const Subject& subject, const CatalogueChoice& choice,
                  const std::vector<double>& steps) {
  RunSeries series{name, steps};
  for (const double h : steps)
    series.runs.push_back(run_errors(subject, choice, constant_steps(h, subject.t_end)));
  return series;
}

RunSeries measure_at(const Subject& subject, const MeasuredMethod& method, const std::vector<double>& steps) {
  RunSeries series{method.name + " on " + subject.name, steps};
  for (const double h : steps) series.runs.push_back(completed_run(subject, method, h));
  return series;
}

RunSeries measure_in_window(const Subject& subject, const MeasuredMethod& method, double coarsest,
                            double ratio) {
  constexpr int most_halvings = 12;
  constexpr std::size_t refinements = 3;
  double h = coarsest;
  Errors first = completed_run(subject, method, h);
  for (int i = 0; i < most_halvings && !is_small_enough(first); ++i) {
    h *= 0.5;
    first = completed_run(subject, method, h);
  }
  RunSeries series{method.name + " on " + subject.name, {h}, {first}};
  for (std::size_t i = 0; i < refinements; ++i) {
    h /= ratio;
    series.steps.push_back(h);
    series.runs.push_back(completed_run(subject, method, h));
  }
  return series;
}

LargestErrors largest_errors(const Errors& run) {
  return {run.q_algebra, run.v_norm, run.lambda_norm};
}

LargestErrors scales_of(const Errors& run) {
  return {1.0, run.largest_v, run.largest_lambda};
}

LargestErrors round_off_of(const Errors& run, double h) {
  constexpr double epsilon = std::numeric_limits<double>::epsilon();
  const double force_per_acceleration =
      run.largest_acceleration > 0.0 ? run.largest_lambda / run.largest_acceleration : 0.0;
  return {epsilon, epsilon * (run.largest_v + 1.0 / h),
          epsilon * (run.largest_lambda + force_per_acceleration / (h * h))};
}

}  // namespace kreisel
