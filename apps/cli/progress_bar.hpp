// A bar on standard error for runs that last; gone when the run ends.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

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
  /// The same for many runs, or whatever they are called: `done` of `total`.
  void advance_runs(std::size_t done, std::size_t total, const char* what = "runs");
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  bool is_due(Clock::time_point now);
  void draw(double part, const std::string& what, double seconds);

  bool is_wanted_, is_shown_ = false;
  double t_begin_ = 0.0, t_end_ = 0.0;
  Clock::time_point began_ = Clock::now(), drawn_ = began_;
};

}  // namespace kreisel::cli
