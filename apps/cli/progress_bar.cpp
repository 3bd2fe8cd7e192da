// A line that shows how far a long run has come, on terminals only.
#include "apps/cli/progress_bar.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "apps/cli/terminal.hpp"

namespace kreisel::cli {
namespace {

constexpr std::chrono::seconds patience{1};             // shorter runs need no bar
constexpr std::chrono::milliseconds redraw_after{100};  // as often as an eye wants
constexpr const char* erase_line = "\r\x1b[K";

}  // namespace

void ProgressBar::set_interval(double t_begin, double t_end) {
  t_begin_ = t_begin;
  t_end_ = t_end;
}

bool ProgressBar::is_due(Clock::time_point now) {
  if (!is_wanted_ || now - began_ < patience || now - drawn_ < redraw_after) return false;
  drawn_ = now;
  return true;
}

void ProgressBar::advance(double t, long steps) {
  constexpr long clock_stride = 64;
  if (!is_wanted_ || steps % clock_stride != 0) return;
  const Clock::time_point now = Clock::now();
  if (!is_due(now)) return;
  const double part = t_end_ > t_begin_ ? std::clamp((t - t_begin_) / (t_end_ - t_begin_), 0.0, 1.0) : 0.0;
  draw(part, fmt::format("t = {:.4g} s, {} steps", t, steps),
       std::chrono::duration<double>(now - began_).count());
}

void ProgressBar::advance_runs(std::size_t done, std::size_t total, const char* what) {
  const Clock::time_point now = Clock::now();
  if (!is_due(now)) return;
  draw(static_cast<double>(done) / static_cast<double>(std::max<std::size_t>(1, total)),
       fmt::format("{} of {} {}", done, total, what), std::chrono::duration<double>(now - began_).count());
}

void ProgressBar::draw(double part, const std::string& what, double seconds) {
  const double left = part > 0.0 ? seconds * (1.0 - part) / part : 0.0;
  const std::string text = fmt::format(" {:3.0f} %  {}, about {:.0f} s left", 100.0 * part, what, left);
  const int width = std::clamp(terminal_width() - static_cast<int>(text.size()) - 3, 0, 50);
  const auto filled = static_cast<std::size_t>(part * width);
  const std::string bar = width == 0 ? ""
                                     : "[" + std::string(filled, '#') +
                                           std::string(static_cast<std::size_t>(width) - filled, '.') + "]";
  print_error_text(erase_line + bar + text);
  is_shown_ = true;
}

void ProgressBar::clear() {
  if (is_shown_) print_error_text(erase_line);
  is_shown_ = false;
}

}  // namespace kreisel::cli
