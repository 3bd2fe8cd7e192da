// Weights of linear formulas on arbitrary nodes: derivatives, divided differences, backward differentiation.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

namespace kreisel {

inline constexpr std::size_t max_nodes = 10;
using NodeWeights = std::array<double, max_nodes>;

/// Weights of the derivatives 0..D at x of the polynomial through values at the nodes; [Fornberg 1988].
template <std::size_t D>
std::array<NodeWeights, D + 1> derivative_weights(double x, std::span<const double> nodes) {
  std::array<NodeWeights, D + 1> w{};
  w[0][0] = 1.0;
  double product_before = 1.0;
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const std::size_t highest = std::min(i, D);
    const double from_last = nodes[i - 1] - x, from_x = nodes[i] - x;
    double product = 1.0;
    for (std::size_t j = 0; j < i; ++j) {
      const double distance = nodes[i] - nodes[j];
      product *= distance;
      if (j == i - 1) {
        const double factor = product_before / product;
        for (std::size_t d = highest; d > 0; --d)
          w[d][i] = factor * (static_cast<double>(d) * w[d - 1][j] - from_last * w[d][j]);
        w[0][i] = -factor * from_last * w[0][j];
      }
      for (std::size_t d = highest; d > 0; --d)
        w[d][j] = (from_x * w[d][j] - static_cast<double>(d) * w[d - 1][j]) / distance;
      w[0][j] *= from_x / distance;
    }
    product_before = product;
  }
  return w;
}

/// Weights of the divided difference over all nodes.
inline NodeWeights divided_difference_weights(std::span<const double> nodes) {
  NodeWeights w{};
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    double product = 1.0;
    for (std::size_t j = 0; j < nodes.size(); ++j)
      if (j != i) product *= nodes[i] - nodes[j];
    w[i] = 1.0 / product;
  }
  return w;
}

/// ∏ (nodes[0] - nodes[i]), i = 1, 2, ...: the error of backward differentiation over these nodes is this
/// product times y^(k+1)/(k+1)!.
inline double distance_product(std::span<const double> nodes) {
  double product = 1.0;
  for (std::size_t i = 1; i < nodes.size(); ++i) product *= nodes[0] - nodes[i];
  return product;
}

/// α of the backward differentiation formula at nodes[0] over all nodes.
inline NodeWeights backward_differentiation_weights(std::span<const double> nodes) {
  NodeWeights w{};
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    double ratio = 1.0 / (nodes[i] - nodes[0]);
    for (std::size_t j = 1; j < nodes.size(); ++j)
      if (j != i) ratio *= (nodes[0] - nodes[j]) / (nodes[i] - nodes[j]);
    w[i] = ratio;
    w[0] += 1.0 / (nodes[0] - nodes[i]);
  }
  return w;
}

}  // namespace kreisel
