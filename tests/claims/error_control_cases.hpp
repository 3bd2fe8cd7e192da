// Runs under a tolerance, judged by the trusted digits of the problem.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "kreisel/run/run.hpp"

namespace kreisel::claims {

struct ControlledRun {
  double tolerance = 0.0;
  double error =
      0.0;  // at the end: worst |x - x_ref| / (1 + largest |x| of the run), positions and velocities
  long accepted = 0, rejected = 0;
};

inline ControlledRun controlled_run(RunSpec spec, double tolerance) {
  spec.steps.rtol = spec.steps.atol = tolerance;
  Vector size;
  RunSinks sinks;
  sinks.sample = [&size](const Sample& sample) {
    size =
        size.size() == 0 ? Vector(sample.values.cwiseAbs()) : Vector(size.cwiseMax(sample.values.cwiseAbs()));
  };
  const RunRecord record = run(spec, sinks);
  EXPECT_EQ(record.status, "completed") << record.message;
  EXPECT_FALSE(record.references.empty());
  ControlledRun result{tolerance, 0.0, record.statistics.accepted, record.statistics.rejected};
  for (const ReferenceValue& reference : record.references) {
    if (reference.observable.starts_with("lambda.")) continue;
    for (Index i = 0; i < record.final_values.size(); ++i) {
      if (record.columns[static_cast<std::size_t>(i)].name != reference.observable) continue;
      const double off = std::abs(record.final_values[i] - reference.value);
      result.error = std::max(result.error, off / (1.0 + size[i]));
    }
  }
  return result;
}

inline std::string table_of(const std::vector<ControlledRun>& runs) {
  std::string text = "tolerance   error       error/tol   accepted  rejected\n";
  for (const ControlledRun& r : runs)
    text += fmt::format("{:9.1e}  {:10.3e}  {:10.3e}  {:8}  {:8}\n", r.tolerance, r.error,
                        r.error / r.tolerance, r.accepted, r.rejected);
  return text;
}

/// Achieved errors proportional to the tolerance, the largest and the smallest ratio apart by the given factor at
/// most; few steps rejected.
inline void expect_tolerance_proportionality(const RunSpec& spec, const std::vector<double>& tolerances,
                                             double factor = 10.0, double rejected_share = 0.02) {
  std::vector<ControlledRun> runs;
  double smallest = INFINITY, largest = 0.0;
  for (const double tolerance : tolerances) {
    runs.push_back(controlled_run(spec, tolerance));
    const double ratio = runs.back().error / tolerance;
    smallest = std::min(smallest, ratio);
    largest = std::max(largest, ratio);
    EXPECT_LT(static_cast<double>(runs.back().rejected),
              10.0 + rejected_share * static_cast<double>(runs.back().accepted))
        << "a storm of rejected steps at " << tolerance;
  }
  EXPECT_LT(largest, factor * smallest) << spec.target << "\n" << table_of(runs);
}

/// The error itself, in tolerances, at each of them.
inline void expect_errors_within(const RunSpec& spec, const std::vector<double>& tolerances, double least,
                                 double most) {
  for (const double tolerance : tolerances) {
    const ControlledRun run = controlled_run(spec, tolerance);
    EXPECT_GT(run.error, least * tolerance) << spec.target << "\n" << table_of({run});
    EXPECT_LT(run.error, most * tolerance) << spec.target << "\n" << table_of({run});
  }
}

/// Andrews' errors grow by 1e5 and end as an error of phase that changes its sign with the tolerance: the end
/// point alone shows a little less than 3.5 times to each side of proportional.
inline constexpr double factor_for_andrews = 12.0;

/// With generalized-α, unless the caller takes another method.
inline RunSpec spec_of(const std::string& target, const std::string& group = {}) {
  RunSpec spec;
  spec.target = target;
  spec.method = "generalized_alpha";
  if (!group.empty()) spec.settings = {{"group", group}};
  return spec;
}

}  // namespace kreisel::claims
