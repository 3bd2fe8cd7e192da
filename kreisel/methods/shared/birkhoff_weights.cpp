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

/// [Davis, Rabinowitz 1984] 2.5.5 on [0, 1]: the ends first, then the inner points.
std::vector<double> clenshaw_curtis(int inner) {
  const int n = inner + 1;
  const auto weight = [n](int j) {
    double sum = 1.0;
    for (int k = 1; 2 * k <= n; ++k) {
      const double b = 2 * k == n ? 1.0 : 2.0;
      sum -= b / (4.0 * k * k - 1.0) * std::cos(2.0 * k * j * std::numbers::pi / n);
    }
    return (j == 0 || j == n ? 0.5 : 1.0) * sum / n;
  };
  std::vector<double> all{weight(0), weight(n)};
  for (int j = 1; j < n; ++j) all.push_back(weight(j));
  return all;
}

}  // namespace

BirkhoffWeights::BirkhoffWeights(Known known, std::span<const double> nodes) {
  const bool curvatures = known == Known::curvatures;
  const Index ends = curvatures ? 5 : 3, count = ends + std::ssize(nodes);
  Matrix conditions(count, count);
  const auto begin = polynomials(0.0, count), end = polynomials(1.0, count);
  for (Index k = 0; k < ends; ++k) conditions.row(k) = (k % 2 == 0 ? end : begin).row((k + 1) / 2);
  for (Index i = 0; i < std::ssize(nodes); ++i)
    conditions.row(ends + i) = polynomials(nodes[static_cast<std::size_t>(i)], count).row(curvatures ? 2 : 1);
  to_data_ = conditions.fullPivLu().inverse().transpose();
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
    for (int n = 2; n <= most_inner_points; n += 2) {
      std::vector<double> nodes;
      for (int i = 1; i <= n; ++i) nodes.push_back(0.5 * (1.0 - std::cos(std::numbers::pi * i / (n + 1))));
      made.push_back({nodes,
                      {BirkhoffWeights::Known::curvatures, nodes},
                      {BirkhoffWeights::Known::slopes, nodes},
                      clenshaw_curtis(n)});
    }
    return made;
  }();
  KREISEL_EXPECTS(count >= 2 && count <= most_inner_points && count % 2 == 0);
  return all[static_cast<std::size_t>(count / 2 - 1)];
}

}  // namespace kreisel
