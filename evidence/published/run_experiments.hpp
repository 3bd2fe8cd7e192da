// Many experiments at once, on the cores at hand, with the store of the studies.
#pragma once

#include <vector>

#include "evidence/published/experiment.hpp"
#include "evidence/studies/job_pool.hpp"

namespace kreisel::experiments {

/// Results in the order of the experiments, whoever computed them when; those that compare computing times run alone in
/// the end. Throws Error with ExitCode::interrupted when interrupted; what was finished is stored then.
std::vector<Result> run_experiments(const std::vector<const Experiment*>& experiments,
                                    const PoolOptions& options);

}  // namespace kreisel::experiments
