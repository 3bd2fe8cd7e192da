// A polynomial from its slope or curvature at both ends of a step and at points in between, zero at the beginning.
#pragma once

#include <span>
#include <vector>

#include "kreisel/core/types.hpp"

namespace kreisel {

/// On [0, 1], zero at 0: of the lowest degree that meets all conditions.
class BirkhoffWeights {
 public:
  enum class Known {
    curvatures,  // y'(0), y''(0), y''(1), then y'' at the nodes
    slopes       // y'(0), y'(1), then y' at the nodes
  };

  BirkhoffWeights(Known known, std::span<const double> nodes);

  /// What the data count at x, in the order above, in the first entries of `weights`. Near 0 all of them are small.
  void at(double x, Vector& weights) const;
  /// What they count in y'(1).
  const Vector& slope_at_end() const { return slope_at_end_; }
  Index count() const { return to_data_.rows(); }

 private:
  Matrix to_data_;  // weights = to_data_ · (x times Chebyshev polynomials)
  Vector slope_at_end_;
};

/// Inner points of a step, Chebyshev points of the second kind without the ends, and the two polynomials through them.
struct InnerPoints {
  std::vector<double> nodes;
  BirkhoffWeights position, velocity;
};

constexpr int most_inner_points = 10;

/// With so many of them, made once per program.
const InnerPoints& inner_points(Index count);

}  // namespace kreisel
