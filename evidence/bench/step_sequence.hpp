// Prescribed step sizes and the times they end at.
#pragma once

#include <cmath>
#include <vector>

namespace kreisel {

struct StepSequence {
  std::vector<double> steps = {}, times = {};

  void add(double h) {
    times.push_back((times.empty() ? 0.0 : times.back()) + h);
    steps.push_back(h);
  }
  double mean() const { return times.back() / static_cast<double>(steps.size()); }
};

/// Times are multiples of h, without the round-off of a sum.
inline StepSequence constant_steps(double h, double t_end) {
  StepSequence sequence;
  const auto count = static_cast<std::size_t>(std::llround(t_end / h));
  sequence.steps.assign(count, h);
  for (std::size_t n = 1; n <= count; ++n) sequence.times.push_back(static_cast<double>(n) * h);
  return sequence;
}

}  // namespace kreisel
