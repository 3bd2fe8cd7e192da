// A run against a much tighter one at the same samples: what a user reads, between the steps too.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>

#include "kreisel/run/run.hpp"

namespace kreisel::testing_support {

/// Largest errors over the run in units of the tolerance: of lengths, angles and their rates over 1 + the largest value, of
/// reactions over the largest reaction.
struct SampledErrors {
  bool is_complete = false;
  long steps = 0;
  double motion = 0.0, reactions = 0.0;
  std::string message = {};
};

struct SampledRun {
  RunRecord record;
  Matrix values;  // a sample in each row

  static SampledRun of(const RunSpec& spec) {
    SampledRun run;
    std::vector<Vector> rows;
    RunSinks sinks;
    sinks.sample = [&rows](const Sample& sample) { rows.push_back(sample.values); };
    run.record = kreisel::run(spec, sinks);
    run.values.resize(std::ssize(rows), rows.empty() ? 0 : rows.front().size());
    for (Index i = 0; i < run.values.rows(); ++i) run.values.row(i) = rows[static_cast<std::size_t>(i)];
    return run;
  }
};

inline RunSpec with_tolerance(RunSpec spec, double tolerance) {
  spec.steps.rtol = spec.steps.atol = tolerance;
  spec.samples.count = 97;
  return spec;
}

inline SampledErrors sampled_errors(const RunSpec& spec, double tolerance, const SampledRun& exact) {
  const SampledRun run = SampledRun::of(with_tolerance(spec, tolerance));
  SampledErrors errors{run.record.exit_code == ExitCode::success, run.record.statistics.accepted, 0.0, 0.0,
                       run.record.message};
  if (!errors.is_complete || run.values.rows() != exact.values.rows()) return errors;
  double largest_reaction = 0.0, off_reaction = 0.0;
  for (Index k = 0; k < exact.values.cols(); ++k) {
    const Column& column = exact.record.columns[static_cast<std::size_t>(k)];
    const double size = exact.values.col(k).cwiseAbs().maxCoeff();
    const double off = (run.values.col(k) - exact.values.col(k)).cwiseAbs().maxCoeff();
    if (column.name.starts_with("lambda.")) {
      largest_reaction = std::max(largest_reaction, size);
      off_reaction = std::max(off_reaction, off);
    } else if (column.unit.starts_with("m") || column.unit.starts_with("rad") || column.unit == "1") {
      errors.motion = std::max(errors.motion, off / (tolerance * (1.0 + size)));
    }
  }
  if (largest_reaction > 0.0) errors.reactions = off_reaction / (tolerance * largest_reaction);
  return errors;
}

}  // namespace kreisel::testing_support
