// Radau IIA of order 5 for B y' = f(t, y) with the step control, the Newton test and the tolerances of RADAU5, and with weights
// h^k on single components: what the tables of [Schaub 2004] chapter 5 were made with. For comparison only.
//
// [Hairer, Wanner 1996] section IV.8; the Newton system is solved as a whole.
#pragma once

#include <functional>
#include <vector>

#include "kreisel/core/types.hpp"

namespace kreisel::experiments {

struct FirstOrderProblem {
  Vector start = {};
  Vector mass = {};  // diagonal of B
  std::function<Vector(double t, const Vector& y)> rate = {};
  std::vector<int> power = {};  // errors and Newton increments of component i count h^power
  double t_end = 1.0;
};

struct Radau5Run {
  long steps = 0, accepted = 0, rejected = 0, newton_failures = 0;
  bool is_complete = false;
  std::vector<double> times = {}, sizes = {};  // of accepted steps
  Vector end = {};
};

/// Errors are compared with relative·|y| + absolute.
Radau5Run radau5(const FirstOrderProblem& problem, double relative, double absolute, double first_step);

}  // namespace kreisel::experiments
