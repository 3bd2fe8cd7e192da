// A polynomial from what a step knows of a curve: value and slope at both ends, and curvatures or slopes in between.
#pragma once

#include <span>
#include <vector>

#include "kreisel/core/types.hpp"

namespace kreisel {

/// On [0, 1], zero at 0: of the lowest degree that meets all conditions.
class BirkhoffWeights {
 public:
  enum class Known {
    curvatures,  // y(1), y'(0), y'(1), y''(0), y''(1), then y'' at the nodes
    slopes       // y(1), y'(0), y'(1), then y' at the nodes
  };

  BirkhoffWeights(Known known, std::span<const double> nodes);

  /// What the data count at x, in the order above, in the first entries of `weights`. Near 0 all of them are small.
  void at(double x, Vector& weights) const;
  Index count() const { return to_data_.rows(); }

 private:
  Matrix to_data_;  // weights = to_data_ · (x times Chebyshev polynomials)
};

/// Inner points of a step, Chebyshev points of the second kind without the ends, and the two polynomials through them.
struct InnerPoints {
  std::vector<double> nodes;
  BirkhoffWeights position, velocity;
  std::vector<double>
      quadrature;  // of Clenshaw and Curtis, for both ends and the nodes in the order of `velocity`
};

constexpr int most_inner_points = 10;

/// With so many of them, an even number, made once per program: with an odd one slopes at points that lie symmetrically leave
/// the integral of the next higher polynomial open, which is zero, and y(1) determines nothing.
const InnerPoints& inner_points(Index count);

}  // namespace kreisel
