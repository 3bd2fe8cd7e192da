// A bar on standard error for runs that last; gone when the run ends.
#pragma once

#include <chrono>

namespace kreisel::cli {

class ProgressBar {
 public:
  explicit ProgressBar(bool is_wanted) : is_wanted_(is_wanted) {}
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar(ProgressBar&&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;
  ProgressBar& operator=(ProgressBar&&) = delete;
  ~ProgressBar() { clear(); }

  void set_interval(double t_begin, double t_end);
  /// Cheap enough for every step: looks at the clock now and then only.
  void advance(double t, long steps);
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  void draw(double t, long steps, double seconds);

  bool is_wanted_, is_shown_ = false;
  double t_begin_ = 0.0, t_end_ = 0.0;
  Clock::time_point began_ = Clock::now(), drawn_ = began_;
};

}  // namespace kreisel::cli
