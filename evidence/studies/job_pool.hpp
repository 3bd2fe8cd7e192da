// Many runs at once, on the cores at hand. Results come in the order of the jobs, whoever computed them when.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "evidence/studies/job.hpp"

namespace kreisel {

struct PoolProgress {
  std::size_t done = 0, total = 0;
  std::size_t stored = 0;  // of those done, taken from the store
};

struct PoolOptions {
  int threads = 0;                                         // 0: as many as there are cores
  std::optional<std::filesystem::path> store = {};         // none: nothing is kept
  std::function<void(const PoolProgress&)> progress = {};  // never called by two threads at once
  std::function<bool()> is_interrupted = {};               // must be safe to call from any thread
  std::function<void(const std::string&)> note = {};       // never called by two threads at once
};

/// Throws Error with ExitCode::interrupted when interrupted; what was finished is stored then.
std::vector<JobResult> run_jobs(const std::vector<Job>& jobs, const PoolOptions& options);

}  // namespace kreisel
