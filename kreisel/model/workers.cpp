// Rounds of work: every thread waits for a round, does its part and says so.
#include "kreisel/model/workers.hpp"

#include <cstdlib>
#include <string>

#include "kreisel/core/error.hpp"

namespace kreisel {

int threads_from_environment() {
  const char* text = std::getenv("KREISEL_THREADS");
  if (text == nullptr || *text == '\0') return 1;
  char* end = nullptr;
  const long threads = std::strtol(text, &end, 10);
  if (*end != '\0' || threads < 1 || threads > 256)
    throw OptionError(std::string("\"") + text + "\" is no number of threads", "KREISEL_THREADS",
                      "set it to a number from 1 to 256, or not at all");
  return static_cast<int>(threads);
}

Workers::Workers(int threads) {
  for (int part = 1; part < threads; ++part) threads_.emplace_back([this, part] { serve(part); });
}

Workers::~Workers() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_over_ = true;
  }
  begin_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void Workers::start(Function function, const void* context, Index count) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    function_ = function;
    context_ = context;
    count_ = count;
    at_work_ = static_cast<int>(threads_.size());
    ++round_;
  }
  begin_.notify_all();
}

void Workers::do_part(int part) const {
  const Index parts = static_cast<Index>(threads_.size()) + 1;
  const Index begin = count_ * part / parts, end = count_ * (part + 1) / parts;
  if (begin < end) function_(context_, begin, end);
}

void Workers::wait() {
  std::unique_lock<std::mutex> lock(mutex_);
  done_.wait(lock, [this] { return at_work_ == 0; });
}

void Workers::serve(int part) {
  long seen = 0;
  std::unique_lock<std::mutex> lock(mutex_);
  for (;;) {
    begin_.wait(lock, [&] { return is_over_ || round_ != seen; });
    if (is_over_) return;
    seen = round_;
    lock.unlock();
    do_part(part);
    lock.lock();
    if (--at_work_ == 0) done_.notify_one();
  }
}

}  // namespace kreisel
