// A sweep: takes the members that are known from the store, has an engine compute the others, and keeps each as it is done.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "kreisel/sweep/engine.hpp"
#include "kreisel/sweep/member_result.hpp"
#include "kreisel/sweep/plan.hpp"

namespace kreisel {

struct SweepOptions {
  std::optional<std::filesystem::path> folder = {};  // none: nothing is kept
  std::size_t part = 0, parts = 1;                   // only the members part, part + parts, …
  bool retries_failed = false;                       // members without success are computed again
  std::function<void(std::size_t done, std::size_t total)> progress = {};  // never by two threads at once
  std::function<bool()> is_interrupted = {};                               // from any thread
  std::function<void(const std::string&)> note = {};                       // never by two threads at once
};

struct SweepOutcome {
  std::vector<std::optional<MemberResult>> results = {};  // by the number of the member
  std::size_t kept = 0, computed = 0;                     // by this process
  double seconds = 0.0;
  std::string engine = {};
  bool is_first = true;  // of the processes that compute together: the one that writes
};

/// What stands in the folder of a sweep.
struct SweepFolder {
  static constexpr const char* records = "members";
  static constexpr const char* motions = "motions";
};

/// Throws Error for bad input and when nothing can be written; with ExitCode::interrupted when interrupted, what is done is
/// kept then.
SweepOutcome sweep(const SweepPlan& plan, Engine& engine, const SweepOptions& options);

}  // namespace kreisel
