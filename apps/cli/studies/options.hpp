// From what was typed to what a study wants.
#pragma once

#include "apps/cli/progress_bar.hpp"
#include "apps/cli/study_options.hpp"
#include "evidence/studies/job_pool.hpp"
#include "evidence/studies/study_spec.hpp"

namespace kreisel::cli {

/// Throws Error for what makes no sense.
StudySpec study_spec_from(const StudyOptions& options);

/// The bar counts "runs", or `what` they are called, and must outlive the options. Throws OptionError.
PoolOptions pool_options(const PoolChoices& choices, ProgressBar& bar, const char* what);

}  // namespace kreisel::cli
