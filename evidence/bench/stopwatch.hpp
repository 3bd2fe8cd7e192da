// Processor time of the calling thread: what others do on the machine does not count.
#pragma once

#include <ctime>

namespace kreisel {

class Stopwatch {
 public:
  Stopwatch() : begin_(now()) {}
  double seconds() const { return now() - begin_; }

 private:
  static double now() {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
  }
  double begin_;
};

}  // namespace kreisel
