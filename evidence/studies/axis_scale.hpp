// From numbers to places on a page, linear and logarithmic, with ticks at round numbers.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace kreisel {

struct Tick {
  double value = 0.0;
  std::string text = {}, raised = {};  // "10" and its exponent on logarithmic axes; no text: a minor tick
};

class AxisScale {
 public:
  /// Covers all finite (logarithmic: positive) values, with a margin.
  AxisScale(std::span<const double> values, bool is_log, double from, double to);

  double operator()(double value) const;
  bool can_show(double value) const;
  std::vector<Tick> ticks(int wanted) const;
  double low() const { return low_; }
  double high() const { return high_; }

 private:
  std::vector<Tick> linear_ticks(int wanted) const;
  std::vector<Tick> log_ticks(int wanted) const;
  double inner(double value) const;

  bool is_log_;
  double low_, high_, from_, to_;
};

}  // namespace kreisel
