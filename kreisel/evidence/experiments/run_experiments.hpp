// Many experiments at once, on the cores at hand.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "kreisel/evidence/experiments/experiment.hpp"

namespace kreisel::experiments {

struct RunOptions {
  int threads = 0;  // 0: as many as there are cores
  std::function<void(const Result&, std::size_t done, std::size_t total)> progress =
      {};                                     // one thread at a time
  std::function<bool()> is_interrupted = {};  // from any thread
};

/// Results in the order of the experiments, whoever computed them when; those that compare computing times run alone in
/// the end. Throws Error with ExitCode::interrupted when interrupted.
std::vector<Result> run_experiments(const std::vector<const Experiment*>& experiments,
                                    const RunOptions& options);

}  // namespace kreisel::experiments
