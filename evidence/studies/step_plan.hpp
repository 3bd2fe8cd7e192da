// Step sizes and tolerances for a study, and sample times that all its runs share.
#pragma once

#include <string>
#include <vector>

#include "evidence/studies/study_spec.hpp"

namespace kreisel {

struct StepPlan {
  std::vector<double> given = {};  // descending; empty: chosen by the order of the method
  double length = 1.0;             // of the interval
  long base = 4;                   // steps that length is divided into at least
  long samples = 1;                // equally spaced; every step size meets every sample
  std::string note = {};           // why only the end can be compared; empty: the samples are met

  /// For a method of this order: high orders need few steps, and step sizes close to each other.
  std::vector<double> steps_for(int order) const;
};

/// The steps asked for; or, if there are none, multiples of what a demanding motion needs at least.
StepPlan plan_steps(const StudySpec& spec, const Contest& contest, const PoolOptions& pool);

/// Those asked for, or 1e-3 … 1e-9, descending.
std::vector<double> plan_tolerances(const StudySpec& spec);

/// Steps `radau` takes with tolerance 1e-6: how demanding a motion is.
long pilot_steps(const StudySpec& spec, const Contest& contest, const PoolOptions& pool);

}  // namespace kreisel
