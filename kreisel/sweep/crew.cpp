// Starts the threads, hands out the work, passes on what was thrown.
#include "kreisel/sweep/crew.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace kreisel {

void share_work(std::size_t count, int threads, const std::function<bool()>& is_interrupted,
                const std::function<void(std::size_t, const IsStopped&)>& work) {
  std::atomic<std::size_t> next = 0;
  std::atomic<bool> has_failed = false;
  std::mutex mutex;
  std::exception_ptr failure;
  const IsStopped is_stopped = [&] { return has_failed || (is_interrupted && is_interrupted()); };
  const auto take_turns = [&] {
    try {
      while (!is_stopped()) {
        const std::size_t i = next++;
        if (i >= count) return;
        work(i, is_stopped);
      }
    } catch (...) {  // out of memory, say: everything ends with it, once all threads have stopped
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
      has_failed = true;
    }
  };
  const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
  const std::size_t wanted = threads > 0 ? static_cast<std::size_t>(threads) : cores;
  std::vector<std::jthread> others;
  for (std::size_t i = 1; i < std::min(wanted, count); ++i) others.emplace_back(take_turns);
  take_turns();
  others.clear();  // waits
  if (failure) std::rethrow_exception(failure);
}

}  // namespace kreisel
