// Birkhoff interpolation in x times Chebyshev polynomials of 2x - 1.
#include "kreisel/methods/shared/birkhoff_weights.hpp"

#include <array>
#include <cmath>
#include <numbers>

#include <Eigen/LU>

#include "kreisel/core/contracts.hpp"

namespace kreisel {
namespace {

/// Values, slopes and curvatures (by x) of x T_k at x, one in each column.
MatrixOf<double, 3, Dynamic> polynomials(double x, Index count) {
  const double y = 2.0 * x - 1.0;
  MatrixOf<double, 3, Dynamic> t(3, count);
  t.col(0) << 1.0, 0.0, 0.0;
  t.col(1) << y, 1.0, 0.0;
  for (Index k = 2; k < count; ++k) {
    t.col(k) = 2.0 * y * t.col(k - 1) - t.col(k - 2);
    t(1, k) += 2.0 * t(0, k - 1);
    t(2, k) += 4.0 * t(1, k - 1);
  }
  t.row(1) *= 2.0;
  t.row(2) *= 4.0;
  t.row(2) = 2.0 * t.row(1) + x * t.row(2);
  t.row(1) = t.row(0) + x * t.row(1);
  t.row(0) *= x;
  return t;
}

}  // namespace

BirkhoffWeights::BirkhoffWeights(Known known, std::span<const double> nodes) {
  const bool curvatures = known == Known::curvatures;
  const Index ends = curvatures ? 3 : 2, count = ends + std::ssize(nodes), row = curvatures ? 2 : 1;
  Matrix conditions(count, count);
  const auto begin = polynomials(0.0, count), end = polynomials(1.0, count);
  conditions.row(0) = begin.row(1);
  if (curvatures) conditions.row(1) = begin.row(2);
  conditions.row(ends - 1) = end.row(row);
  for (Index i = 0; i < std::ssize(nodes); ++i)
    conditions.row(ends + i) = polynomials(nodes[static_cast<std::size_t>(i)], count).row(row);
  to_data_ = conditions.fullPivLu().inverse().transpose();
  slope_at_end_ = to_data_ * end.row(1).transpose();
}

void BirkhoffWeights::at(double x, Vector& weights) const {
  const Index count = to_data_.cols();
  std::array<double, most_inner_points + 6> basis{};
  KREISEL_EXPECTS(count <= std::ssize(basis));
  const double y = 2.0 * x - 1.0;
  basis[0] = x;
  basis[1] = x * y;
  for (std::size_t k = 2; k < basis.size(); ++k) basis[k] = 2.0 * y * basis[k - 1] - basis[k - 2];
  weights.head(to_data_.rows()).noalias() =
      to_data_.lazyProduct(Eigen::Map<const Vector>(basis.data(), count));
}

const InnerPoints& inner_points(Index count) {
  static const std::vector<InnerPoints> all = [] {
    std::vector<InnerPoints> made;
    for (int n = 1; n <= most_inner_points; ++n) {
      std::vector<double> nodes;
      for (int i = 1; i <= n; ++i) nodes.push_back(0.5 * (1.0 - std::cos(std::numbers::pi * i / (n + 1))));
      made.push_back(
          {nodes, {BirkhoffWeights::Known::curvatures, nodes}, {BirkhoffWeights::Known::slopes, nodes}});
    }
    return made;
  }();
  KREISEL_EXPECTS(count >= 1 && count <= most_inner_points);
  return all[static_cast<std::size_t>(count - 1)];
}

}  // namespace kreisel
