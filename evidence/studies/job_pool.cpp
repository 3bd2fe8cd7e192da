// Takes results from the store or computes them, every job once.
#include "evidence/studies/job_pool.hpp"

#include <map>
#include <mutex>
#include <set>

#include <fmt/format.h>

#include "evidence/studies/job_store.hpp"
#include "evidence/studies/study_target.hpp"
#include "kreisel/sweep/crew.hpp"

namespace kreisel {
namespace {

class Pool {
 public:
  Pool(const std::vector<Job>& jobs, const PoolOptions& options) : jobs_(jobs), options_(options) {
    if (options.store) store_.emplace(*options.store);
    progress_.total = jobs.size();
    results_.resize(jobs.size());
    std::map<std::string, std::size_t> first_of;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      texts_.push_back(job_text(jobs[i], identity_of(jobs[i].spec)));
      const auto [entry, is_new] = first_of.emplace(texts_.back(), i);
      same_as_.push_back(entry->second);
      if (is_new) todo_.push_back(i);
    }
  }

  std::vector<JobResult> run() {
    share_work(todo_.size(), options_.threads, options_.is_interrupted,
               [this](std::size_t at, const IsStopped& is_stopped) { finish(todo_[at], is_stopped); });
    refuse_if_interrupted();
    for (std::size_t i = 0; i < jobs_.size(); ++i)
      if (same_as_[i] != i) results_[i] = results_[same_as_[i]];
    return std::move(results_);
  }

 private:
  const std::string& identity_of(const RunSpec& spec) {
    auto& known = identities_[{spec.target, spec.settings}];
    if (known.empty()) known = target_identity(spec.target, spec.settings);
    return known;
  }

  void finish(std::size_t i, const IsStopped& is_stopped) {
    std::optional<JobResult> result;
    if (store_) result = store_->load(texts_[i], [this](const std::string& text) { note(text); });
    const bool was_stored = result.has_value();
    if (!was_stored) result = run_job(jobs_[i], is_stopped);
    if (result->exit_code == ExitCode::interrupted) return;
    if (store_ && !was_stored) {
      if (const auto cause = store_->save(texts_[i], *result)) note(*cause);
    }
    const std::lock_guard lock(mutex_);
    results_[i] = std::move(*result);
    ++finished_;
    for (const std::size_t original : same_as_) progress_.done += original == i ? 1 : 0;
    progress_.stored += was_stored ? 1 : 0;
    if (options_.progress) options_.progress(progress_);
  }

  /// Once each: a full disk is told by one line, not by a thousand.
  void note(const std::string& text) {
    const std::lock_guard lock(mutex_);
    if (options_.note && told_.insert(text).second) options_.note(text);
  }

  void refuse_if_interrupted() const {
    if (finished_ == todo_.size()) return;
    throw Error(ExitCode::interrupted,
                fmt::format("interrupted after {} of {} runs", finished_, todo_.size()), "",
                store_ ? "the same command goes on where it stopped"
                       : "without --no-cache the same command would go on where it stopped");
  }

  const std::vector<Job>& jobs_;
  const PoolOptions& options_;
  std::optional<JobStore> store_;
  std::map<std::pair<std::string, Settings>, std::string> identities_;
  std::vector<std::string> texts_;
  std::vector<std::size_t> same_as_, todo_;  // equal jobs run once
  std::vector<JobResult> results_;
  std::mutex mutex_;
  PoolProgress progress_;
  std::size_t finished_ = 0;
  std::set<std::string> told_;
};

}  // namespace

std::vector<JobResult> run_jobs(const std::vector<Job>& jobs, const PoolOptions& options) {
  return Pool(jobs, options).run();
}

}  // namespace kreisel
