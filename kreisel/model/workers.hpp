// Threads that share loops over bodies and elements.
//
// Every index is worked on by exactly one thread, and no result depends on which: the numbers are the same to the last
// bit for any number of threads.
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "kreisel/core/types.hpp"

namespace kreisel {

/// The environment variable KREISEL_THREADS, or 1. Throws OptionError when it is no number from 1 to 256.
int threads_from_environment();

class Workers {
 public:
  /// So many threads in all, the caller's included.
  explicit Workers(int threads);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  /// work(begin, end) for parts of [0, count). Waits for all parts. A second caller at the same time works alone.
  template <class Work>
  void run(Index count, const Work& work) {
    const std::unique_lock<std::mutex> use(in_use_, std::try_to_lock);
    if (!use.owns_lock()) return work(Index(0), count);
    start(
        [](const void* context, Index begin, Index end) { (*static_cast<const Work*>(context))(begin, end); },
        &work, count);
    do_part(0);
    wait();
  }

 private:
  using Function = void (*)(const void* context, Index begin, Index end);
  void start(Function function, const void* context, Index count);
  void do_part(int part) const;
  void wait();
  void serve(int part);

  std::mutex in_use_, mutex_;
  std::condition_variable begin_, done_;
  Function function_ = nullptr;
  const void* context_ = nullptr;
  Index count_ = 0;
  long round_ = 0;
  int at_work_ = 0;
  bool is_over_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace kreisel
