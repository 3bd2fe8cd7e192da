// The motion that runs of a study are measured against, and how well it is known itself.
//
// Two runs of different families, both far tighter than what is judged, at the same sample times: their difference is
// the estimate of the error of either. Constant steps that meet the samples take part beside error control, because
// dense output of high-order methods is less accurate than their steps. Stored digits replace the end of the run
// where they are more accurate. An error below three times the estimate is not judged.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "evidence/studies/errors.hpp"
#include "evidence/studies/job_pool.hpp"
#include "evidence/studies/study_target.hpp"

namespace kreisel {

struct ReferenceSolution {
  Trajectory trajectory = {};
  Trajectory check = {};  // by another family; methods of the first family are measured against this one
  std::vector<ComparedQuantity> quantities = {};
  std::vector<Difference> estimate = {};  // of its own error
  std::string how = {};                   // in words: by which methods, how they differ, stored digits
  std::string family = {};                // of `trajectory`
  long steps = 0;                         // the most demanding of the two needed under error control

  RunErrors own_errors() const { return errors_of(quantities, estimate); }
  /// Errors of a component at or below this are not judged.
  double floor(Component component, bool is_at_end = false) const;
};

inline constexpr double reference_margin = 3.0;

/// Of this target, with its parameters, sampled `samples` times until t_end. Throws Error when no two runs agree.
ReferenceSolution reference_solution(const RunSpec& what, long samples, const PoolOptions& pool);

/// Of a run; from the check where the method is of the reference's own family.
std::vector<Difference> differences_from(const ReferenceSolution& reference, const JobResult& result,
                                         const std::string& method);

/// "generalized_alpha", "multistep", "implicit_runge_kutta", "explicit_runge_kutta".
std::string family_of(const std::string& method);

}  // namespace kreisel
