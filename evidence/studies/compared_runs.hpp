// The runs of a study beside the reference: what most studies are made of.
#pragma once

#include <string>
#include <vector>

#include "evidence/studies/reference_solution.hpp"
#include "evidence/studies/study_spec.hpp"

namespace kreisel {

/// One run and what became of it.
struct ComparedRun {
  std::size_t contestant = 0;
  double step = 0.0, tolerance = 0.0;  // one of them is zero
  JobResult result = {};
  std::vector<Difference> differences = {};  // per quantity of the reference
  RunErrors errors = {};

  /// NaN when the run did not get there.
  double error(Component component, bool is_at_end) const {
    return result.is_complete() ? errors.of(component, is_at_end).relative
                                : std::numeric_limits<double>::quiet_NaN();
  }
};

struct ComparedRuns {
  ReferenceSolution reference = {};
  std::vector<ComparedRun> runs = {};  // in the order of contestants, then as asked for

  /// Components that the target has.
  std::vector<Component> components() const;
};

/// What to run: step or tolerance per contestant.
struct RunPlan {
  std::size_t contestant = 0;
  double step = 0.0, tolerance = 0.0;
};

ComparedRuns compare_runs(const StudySpec& spec, const Contest& contest, const std::vector<RunPlan>& plans,
                          long samples, bool is_timed, const PoolOptions& pool);

/// What a figure shows of an error: nothing where a method blew up or the error is zero.
double drawn_error(double error);

/// Sentences about the reference and about runs that did not reach the end.
std::vector<std::string> reference_notes(const ReferenceSolution& reference, bool is_at_end);
std::vector<std::string> failure_notes(const Contest& contest, const std::vector<ComparedRun>& runs);

/// Every run as a row: who, step, tolerance, status, errors, cost.
Table runs_table(const Contest& contest, const ComparedRuns& compared, bool is_at_end);

}  // namespace kreisel
