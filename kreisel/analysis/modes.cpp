// Small systems: all eigenvalues of the flow on the manifold, dense.
#include "kreisel/analysis/modes.hpp"

#include <algorithm>
#include <cmath>

#include "kreisel/analysis/large_modes.hpp"
#include "kreisel/analysis/linearisation.hpp"
#include "kreisel/linear/decompositions.hpp"

namespace kreisel {
namespace {

/// Rows of x in reduced echelon form with the largest pivots: combinations with as few coordinates as can be.
Matrix sparse_basis(Matrix x) {
  for (Index row = 0; row < x.rows(); ++row) {
    Index i = 0, j = 0;
    x.bottomRows(x.rows() - row).cwiseAbs().maxCoeff(&i, &j);
    x.row(row).swap(x.row(row + i));
    if (x(row, j) == 0.0) break;
    x.row(row) /= x(row, j);
    for (Index k = 0; k < x.rows(); ++k)
      if (k != row) x.row(k) -= x(k, j) * x.row(row);
  }
  constexpr double nothing = 1e-9;
  return (x.array().abs() < nothing).select(0.0, x);
}

/// Zero eigenvalues taken out, Jordan blocks and all: with Q a basis of the kernel of F, what is left is Q⊥ᵀ F Q⊥, and again
/// until nothing is at rest. In double precision a double zero would otherwise come back as the root of round-off.
struct Deflated {
  std::vector<Matrix> flows, complements;  // F of every level, Q⊥ that leads to the next
  Matrix at_rest;                          // the kernel of the first

  explicit Deflated(const ReducedFlow& reduced) {
    Matrix flow = reduced.flow, whole = reduced.basis;
    const Index n = reduced.basis.rows() / 2;
    const double rate = std::sqrt(std::max(1.0, flow.norm()));
    while (flow.rows() > 0) {
      Matrix scaled = whole * flow;  // accelerations in units of the fastest rate
      scaled.bottomRows(n) /= rate;
      const Matrix kernel = kernel_of(scaled, share_at_rest);
      if (flows.empty()) at_rest = reduced.basis * kernel;
      flows.push_back(flow);
      if (kernel.cols() == 0) return;
      const Matrix left = kernel_of(kernel.transpose(), share_at_rest);
      complements.push_back(left);
      flow = left.transpose() * flow * left;
      whole = whole * left;
    }
    flows.push_back(flow);
  }

  /// F (Q⊥ y) = s x: the vector of the level before, up to its length.
  Eigen::VectorXcd lifted(Eigen::VectorXcd y) const {
    for (std::size_t level = complements.size(); level-- > 0;) {
      y = (flows[level] * (complements[level] * y)).eval();
      y /= y.norm();
    }
    return y;
  }

  static constexpr double share_at_rest = 1e-12;  // of the largest acceleration: noise of its sums
};

/// Directions of deviations that neither come back nor go away.
void add_at_rest(const AnySystem& system, const Linearisation& linear, const Matrix& at_rest, Index n,
                 ModalAnalysis& out) {
  if (at_rest.cols() == 0) return;
  const Matrix positions = linear.in_bodies(at_rest.topRows(n)).real();
  const Matrix sparse = sparse_basis(positions.transpose()).transpose();
  for (Index k = 0; k < sparse.cols(); ++k) {
    const Eigen::VectorXcd shape = sparse.col(k).cast<std::complex<double>>();
    if (!(shape.norm() > 0.0)) continue;
    out.at_rest.push_back(scaled_shape(system, 0.0, shape, Eigen::VectorXcd::Zero(n),
                                       linear.in_metric(sparse.col(k)).cast<std::complex<double>>()));
  }
}

ModalAnalysis dense_modes(const AnySystem& system, const State& state, const SteadyFrame& frame) {
  ModalAnalysis out;
  const Linearisation linear(system, state, frame.generator);
  out.is_regular = linear.is_regular();
  if (!out.is_regular) return out;
  const Index n = system.group().dimension();
  const ReducedFlow reduced =
      linear.reduced(std::vector<bool>(static_cast<std::size_t>(row_count(system)), false));
  out.freedom = reduced.basis.cols();
  if (out.freedom == 0) return out;
  const Deflated deflated(reduced);
  add_at_rest(system, linear, deflated.at_rest, n, out);
  if (deflated.flows.back().rows() == 0) return out;
  const Eigenpairs found = eigenpairs(deflated.flows.back());
  if (!found.found) return out;
  out.fastest = found.values.cwiseAbs().maxCoeff();
  for (Index i = 0; i < found.values.size(); ++i) {
    if (!(std::abs(found.values[i]) > at_rest_share * out.fastest) || found.values[i].imag() < 0.0) continue;
    const Eigen::VectorXcd whole = reduced.basis * deflated.lifted(found.vectors.col(i));
    const Eigen::MatrixXcd shape = linear.in_bodies(whole.head(n)),
                           velocity = linear.in_bodies(whole.tail(n));
    out.moving.push_back(scaled_shape(system, found.values[i], shape, velocity, whole.tail(n)));
  }
  return out;
}

}  // namespace

ModeShape scaled_shape(const AnySystem& system, std::complex<double> value, Eigen::VectorXcd shape,
                       Eigen::VectorXcd velocity, const Eigen::VectorXcd& in_metric) {
  ModeShape mode{.value = value, .shape = std::move(shape), .velocity = std::move(velocity), .shares = {}};
  Index largest = 0;
  if (mode.shape.size() > 0 && mode.shape.cwiseAbs().maxCoeff(&largest) > 0.0) {
    const std::complex<double> unit = mode.shape[largest];
    mode.shape /= unit;
    mode.velocity /= unit;
  }
  const double all = std::max(in_metric.squaredNorm(), 1e-300);
  for (const ProductGroup::Placed& placed : system.group().factors())
    mode.shares.push_back(in_metric.segment(placed.first_tangent, placed.factor.dimension).squaredNorm() /
                          all);
  return mode;
}

ModalAnalysis modes_at(const AnySystem& system, const State& state, bool is_moving, Index count) {
  SteadyFrame frame;
  const Index n = system.group().dimension();
  const bool is_large = n > most_dense_velocities;
  if (is_moving && !is_large) frame = steady_frame(system, state);
  if (!frame.is_steady) frame.turn.setZero();  // coefficients frozen, in the frame of every body
  if (!frame.is_steady || frame.generator.rows() == 0)
    frame.generator = Matrix::Zero(is_large ? 0 : n, is_large ? 0 : n);
  ModalAnalysis out = is_large ? large_modes(system, state, count) : dense_modes(system, state, frame);
  out.frame = std::move(frame);
  std::stable_sort(out.moving.begin(), out.moving.end(), [](const ModeShape& a, const ModeShape& b) {
    return std::abs(a.value) < std::abs(b.value);
  });
  return out;
}

}  // namespace kreisel
