// The four approximations of v'' with which [Wieloch 2022] changes the step of generalized-α. The library converts with the
// first alone, the only explicit one.
#pragma once

namespace kreisel::experiments {

/// h v'' = a1 v'_n + a2 v'_{n+1} + a3 a_n + a4 a_{n+1}, [Wieloch 2022] (4.9), approximations 1 to 4.
struct JerkWeights {
  double a1 = 0.0, a2 = 0.0, a3 = 0.0, a4 = 0.0;
};
JerkWeights jerk_weights(int approximation, double sigma, double delta_alpha);

}  // namespace kreisel::experiments
