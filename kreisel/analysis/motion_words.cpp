// Directions in space of what every body does, and the few bodies that do most.
#include "kreisel/analysis/motion_words.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

namespace kreisel {
namespace {

using Direction = Eigen::Vector3cd;
constexpr std::array<const char*, 3> axes{"x", "y", "z"};
constexpr double along_one = 0.97;     // of the square: the rest is not worth a word
constexpr double hardly = 0.005;       // likewise
constexpr double enough_said = 0.9;    // of the energy
constexpr double worth_a_word = 0.02;  // likewise
constexpr std::size_t most_bodies = 3;

/// "y", "the x-z plane" or "an oblique axis".
std::string axis_words(const Direction& d, bool is_rotation) {
  const Vector3 square = d.cwiseAbs2() / d.squaredNorm();
  Index most = 0, least = 0;
  const double largest = square.maxCoeff(&most), smallest = square.minCoeff(&least);
  const auto name = [](Index i) { return axes[static_cast<std::size_t>(i)]; };
  if (largest >= along_one) return fmt::format("{} {}", is_rotation ? "about" : "along", name(most));
  if (smallest <= hardly) {
    const Index first = least == 0 ? 1 : 0, second = least == 2 ? 1 : 2;
    return fmt::format("{} in the {}-{} plane", is_rotation ? "about an axis" : "", name(first), name(second))
        .substr(is_rotation ? 0 : 1);
  }
  return is_rotation ? "about an oblique axis" : "in space";
}

struct Moves {
  Direction linear = Direction::Zero(), angular = Direction::Zero();  // in space
  bool is_body = false;
};

Moves moves_of(const ProductGroup::Placed& placed, const Vector& q, const Eigen::VectorXcd& shape) {
  const Factor& factor = placed.factor;
  Moves out;
  if (factor.commutative || (factor.dimension != 3 && factor.dimension != 6)) return out;
  out.is_body = true;
  Matrix adjoint(factor.dimension, factor.dimension);
  factor.adjoint(Factor::VectorIn(q.data() + placed.first_coordinate, factor.coordinates),
                 Factor::MatrixOut(adjoint.data(), adjoint.rows(), adjoint.cols(),
                                   Eigen::OuterStride<>(adjoint.rows())));
  const Matrix3 rotation = adjoint.bottomRightCorner<3, 3>();
  out.angular =
      rotation.cast<std::complex<double>>() * shape.segment<3>(placed.first_tangent + factor.dimension - 3);
  if (factor.dimension == 6) {
    const Matrix3 of_linear = adjoint.topLeftCorner<3, 3>();
    out.linear = of_linear.cast<std::complex<double>>() * shape.segment<3>(placed.first_tangent);
  }
  return out;
}

/// What a body does; parts that hardly show are left out. Radians count as metres times the radius of gyration.
std::string body_words(const Moves& moves, double gyration) {
  const double linear = moves.linear.squaredNorm(),
               angular = gyration * gyration * moves.angular.squaredNorm();
  const double all = std::max(linear + angular, 1e-300);
  std::string text;
  if (linear > worth_a_word * all) text = "moves " + axis_words(moves.linear, false);
  if (angular > worth_a_word * all)
    text += (text.empty() ? "turns " : " and turns ") + axis_words(moves.angular, true);
  return text;
}

std::vector<double> shares_of(const AnySystem& system, const Eigen::VectorXcd& shape) {
  std::vector<double> shares;
  for (const ProductGroup::Placed& placed : system.group().factors())
    shares.push_back(shape.segment(placed.first_tangent, placed.factor.dimension).squaredNorm());
  const double all = std::accumulate(shares.begin(), shares.end(), 1e-300);
  for (double& share : shares) share /= all;
  return shares;
}

/// √(smallest moment of inertia / mass), from the diagonal blocks of the mass matrix; 1 where there are too many.
double gyration_of(const AnySystem& system, const Vector& q, const ProductGroup::Placed& placed) {
  constexpr Index most = 600;
  const Index n = system.group().dimension();
  if (n > most || placed.factor.dimension != 6) return 1.0;
  Matrix mass = Matrix::Zero(n, n);
  system.mass(q, mass);
  const Vector diagonal = mass.diagonal().segment(placed.first_tangent, 6);
  return diagonal[0] > 0.0 ? std::sqrt(diagonal.tail(3).maxCoeff() / diagonal[0]) : 1.0;
}

}  // namespace

std::string motion_in_words(const AnySystem& system, const State& state,
                            const std::vector<std::string>& bodies, const Eigen::VectorXcd& shape,
                            const std::vector<double>& shares) {
  const std::vector<double> weights = shares.empty() ? shares_of(system, shape) : shares;
  std::vector<std::size_t> order(weights.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return weights[a] > weights[b]; });
  std::string text;
  double said = 0.0;
  for (std::size_t k = 0; k < std::min(most_bodies, order.size()) && said < enough_said; ++k) {
    const std::size_t i = order[k];
    if (k > 0 && weights[i] < worth_a_word) break;
    const ProductGroup::Placed& placed = system.group().factors()[i];
    const Moves moves = moves_of(placed, state.q, shape);
    const std::string what =
        i < bodies.size() ? bodies[i] : fmt::format("coordinates from {}", placed.first_tangent);
    const std::string does = moves.is_body ? body_words(moves, gyration_of(system, state.q, placed)) : "";
    text += fmt::format("{}{}{}{}", text.empty() ? "" : ", ", what, does.empty() ? "" : " ", does);
    if (order.size() > 1 && weights[i] < 0.995) text += fmt::format(" ({:.0f} %)", 100.0 * weights[i]);
    said += weights[i];
  }
  return text;
}

}  // namespace kreisel
