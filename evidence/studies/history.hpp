// Runs seen over time, for the studies of drift and of step sizes.
#pragma once

#include <functional>
#include <vector>

#include "evidence/studies/step_plan.hpp"
#include "evidence/studies/study_spec.hpp"

namespace kreisel {

/// One run per contestant, with its steps.
std::vector<JobResult> run_histories(const StudySpec& spec, const Contest& contest,
                                     const std::vector<double>& steps, const std::vector<double>& tolerances,
                                     const PoolOptions& pool);

/// A value per group of steps, over the end of the group.
using GroupValue = std::function<double(const StepGroup&, const JobResult&)>;
Figure history_figure(const Contest& contest, const std::vector<JobResult>& results, const Figure& empty,
                      const GroupValue& value);

/// Sentences about runs that did not reach the end.
std::vector<std::string> history_notes(const Contest& contest, const std::vector<JobResult>& results);

}  // namespace kreisel
