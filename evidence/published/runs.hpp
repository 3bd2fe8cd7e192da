// Runs of the built-in problems under error control, as experiments look at them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "evidence/published/experiment.hpp"
#include "kreisel/run/run.hpp"

namespace kreisel::experiments {

struct Trace {
  RunRecord record = {};
  std::vector<double> step_times = {}, step_sizes = {};  // of accepted steps
  std::vector<double> times = {};                        // of samples
  std::vector<std::vector<double>> samples = {};         // one list per column of the record

  const std::vector<double>& column(const std::string& name) const;
  double final_value(const std::string& name) const;
  double steps() const {
    return static_cast<double>(record.statistics.accepted + record.statistics.rejected);
  }
  double mean_step() const {
    return (record.t - record.t_begin) / static_cast<double>(record.statistics.accepted);
  }
  MeasuredCurve step_curve(const std::string& name) const { return {name, step_times, step_sizes}; }
};

Trace traced_run(const RunSpec& spec);
/// Of a target that is not in the catalogue.
Trace traced_run(const RunSpec& spec, const Target& target);

/// Tolerances 1e-6 relative and 1e-8 absolute, from the start as given.
RunSpec spec_of(const std::string& target, const std::string& method,
                std::vector<std::pair<std::string, std::string>> settings, double t_end);

double largest_of(const std::vector<double>& values);
double least_of(const std::vector<double>& values);

}  // namespace kreisel::experiments
