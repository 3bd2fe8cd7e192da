// Shares experiments out to the cores and keeps their results.
#include "evidence/published/run_experiments.hpp"

#include <mutex>
#include <set>

#include <fmt/format.h>

#include "evidence/published/kept_results.hpp"
#include "kreisel/core/error.hpp"
#include "kreisel/sweep/crew.hpp"

namespace kreisel::experiments {
namespace {

/// An error names the experiment it comes from.
Result carried_out(const Experiment& experiment) {
  try {
    return carry_out(experiment);
  } catch (const Error& error) {
    const std::string where = error.where().empty() ? "" : ", " + error.where();
    throw Error(error.code(), error.fact(), "experiment " + experiment.name + where, error.hint());
  }
}

class Reproduction {
 public:
  Reproduction(const std::vector<const Experiment*>& experiments, const PoolOptions& options)
      : experiments_(experiments), options_(options), results_(experiments.size()) {
    if (options.store) store_.emplace(*options.store);
    progress_.total = experiments.size();
    for (std::size_t i = 0; i < experiments.size(); ++i)
      (experiments[i]->is_timed ? timed_ : others_).push_back(i);
  }

  std::vector<Result> run() {
    work(others_, options_.threads);
    work(timed_, 1);
    if (progress_.done == progress_.total) return std::move(results_);
    throw Error(ExitCode::interrupted,
                fmt::format("interrupted after {} of {} experiments", progress_.done, progress_.total), "",
                store_ ? "the same command goes on where it stopped"
                       : "without --no-cache the same command would go on where it stopped");
  }

 private:
  void work(const std::vector<std::size_t>& some, int threads) {
    share_work(some.size(), threads, options_.is_interrupted,
               [&](std::size_t at, const IsStopped&) { finish(some[at]); });
  }

  void finish(std::size_t i) {
    const Experiment& experiment = *experiments_[i];
    std::optional<Result> result;
    if (store_) result = load_result(*store_, experiment, [this](const std::string& text) { note(text); });
    const bool was_stored = result.has_value();
    if (!was_stored) {
      result = carried_out(experiment);
      if (store_)
        if (const auto cause = save_result(*store_, experiment, *result)) note(*cause);
    }
    const std::lock_guard lock(mutex_);
    results_[i] = std::move(*result);
    ++progress_.done;
    progress_.stored += was_stored ? 1 : 0;
    if (options_.progress) options_.progress(progress_);
  }

  /// Once each: a full disk is told by one line.
  void note(const std::string& text) {
    const std::lock_guard lock(mutex_);
    if (options_.note && told_.insert(text).second) options_.note(text);
  }

  const std::vector<const Experiment*>& experiments_;
  const PoolOptions& options_;
  std::optional<ContentStore> store_;
  std::vector<std::size_t> others_, timed_;
  std::vector<Result> results_;
  std::mutex mutex_;
  PoolProgress progress_;
  std::set<std::string> told_;
};

}  // namespace

std::vector<Result> run_experiments(const std::vector<const Experiment*>& experiments,
                                    const PoolOptions& options) {
  return Reproduction(experiments, options).run();
}

}  // namespace kreisel::experiments
