#include "kreisel/evidence/experiments/run_experiments.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

#include "kreisel/core/error.hpp"

namespace kreisel::experiments {
namespace {

class Crew {
 public:
  Crew(const std::vector<const Experiment*>& experiments, const RunOptions& options)
      : experiments_(experiments), options_(options), results_(experiments.size()) {}

  /// All experiments of one kind, on so many threads.
  void work(bool is_timed, int threads) {
    next_ = 0;
    std::vector<std::thread> crew;
    for (int i = 0; i < threads; ++i) crew.emplace_back([this, is_timed] { take_turns(is_timed); });
    for (std::thread& thread : crew) thread.join();
    if (failure_) std::rethrow_exception(failure_);
    if (is_interrupted())
      throw Error(ExitCode::interrupted, "interrupted before all experiments were done", "experiments",
                  "run the rest by name");
  }
  std::vector<Result> results() { return std::move(results_); }

 private:
  bool is_interrupted() const { return options_.is_interrupted && options_.is_interrupted(); }

  void take_turns(bool is_timed) {
    for (std::size_t i = next_++; i < experiments_.size(); i = next_++) {
      if (experiments_[i]->is_timed != is_timed) continue;
      if (is_interrupted()) return;
      try {
        Result result = carry_out(*experiments_[i]);
        const std::lock_guard lock(mutex_);
        results_[i] = std::move(result);
        ++done_;
        if (options_.progress) options_.progress(results_[i], done_, experiments_.size());
      } catch (...) {
        const std::lock_guard lock(mutex_);
        if (!failure_) failure_ = std::current_exception();
        return;
      }
    }
  }

  const std::vector<const Experiment*>& experiments_;
  const RunOptions& options_;
  std::vector<Result> results_;
  std::atomic<std::size_t> next_{0};
  std::size_t done_ = 0;
  std::mutex mutex_;
  std::exception_ptr failure_;
};

}  // namespace

std::vector<Result> run_experiments(const std::vector<const Experiment*>& experiments,
                                    const RunOptions& options) {
  const auto cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  const int most = options.threads > 0 ? options.threads : cores;
  Crew crew(experiments, options);
  crew.work(false, std::clamp(most, 1, static_cast<int>(std::max<std::size_t>(1, experiments.size()))));
  crew.work(true, 1);
  return crew.results();
}

}  // namespace kreisel::experiments
