// The four sets of weights.
#include "evidence/peers/jerk_weights.hpp"

namespace kreisel::experiments {

JerkWeights jerk_weights(int approximation, double sigma, double delta_alpha) {
  switch (approximation) {
    case 1:
      return {-sigma / delta_alpha, 0.0, sigma / delta_alpha, 0.0};
    case 2:
      return {0.0, -sigma / (delta_alpha - sigma), sigma / (delta_alpha - sigma), 0.0};
    case 3: {
      const double w = sigma / (sigma + (sigma - 1.0) * delta_alpha);
      return {0.0, 0.0, -w, w};
    }
    default:
      return {-1.0, 1.0, 0.0, 0.0};
  }
}

}  // namespace kreisel::experiments
