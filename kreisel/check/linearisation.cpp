// Linearises the motion on the manifold of the rigid rows, and finds its modes.
#include "kreisel/check/linearisation.hpp"

#include <algorithm>

#include <Eigen/Cholesky>

#include "kreisel/check/row_rank.hpp"
#include "kreisel/linear/decompositions.hpp"

namespace kreisel {
namespace {

double fastest_rotation(const ProductGroup& group, const Matrix& bracket_map) {
  double rate = 0.0;
  for (const ProductGroup::Placed& placed : group.factors()) {
    const Index first = placed.first_tangent, size = placed.factor.dimension;
    if (size == 0 || placed.factor.commutative) continue;
    const Matrix block = bracket_map.block(first, first, size, size);
    rate = std::max(rate, eigenvalues_of(block).cwiseAbs().maxCoeff());
  }
  return rate;
}

}  // namespace

Matrix rows_of(const Matrix& all, const std::vector<Index>& chosen) {
  Matrix out(std::ssize(chosen), all.cols());
  for (Index i = 0; i < out.rows(); ++i) out.row(i) = all.row(chosen[static_cast<std::size_t>(i)]);
  return out;
}

Linearisation::Linearisation(const AnySystem& system, const State& state)
    : system_(system), n_(system.group().dimension()) {
  const Index m = row_count(system);
  AnySystem::AllTangents tangents;
  tangents.resize(n_, m);
  system.tangents(state.t, state.q, state.v, state.acceleration, state.lambda, tangents);
  acceleration_by_position_.setZero(m, n_);
  acceleration_by_velocity_.setZero(m, n_);
  system.acceleration_tangents(state.t, state.q, state.v, state.acceleration, acceleration_by_position_,
                               acceleration_by_velocity_);
  const Eigen::LLT<Matrix> factors(tangents.mass);
  if (factors.info() != Eigen::Success) return;
  is_regular_ = true;
  const auto lower = factors.matrixL();
  const auto right_scaled = [&](const Matrix& x) -> Matrix {
    return lower.solve(x.transpose()).transpose();  // x L⁻ᵀ
  };
  stiffness_ = right_scaled(lower.solve(tangents.stiffness));
  damping_ = right_scaled(lower.solve(tangents.damping));
  const Matrix bracket_map = system.group().bracket_map(state.v);
  rotation_rate_ = fastest_rotation(system.group(), bracket_map);
  adjoint_ = factors.matrixU() * right_scaled(bracket_map);
  jacobian_ = right_scaled(tangents.jacobian);
  rate_by_position_ = right_scaled(tangents.rate_stiffness);
  acceleration_by_position_ = right_scaled(acceleration_by_position_);
  acceleration_by_velocity_ = right_scaled(acceleration_by_velocity_);
}

Linearisation::Chosen Linearisation::rigid_rows(const std::vector<bool>& held) const {
  Chosen rigid;
  for (Index i = 0; i < jacobian_.rows(); ++i) {
    const Row& row = system_.rows()[static_cast<std::size_t>(i)];
    if (!row.is_rigid() && !held[static_cast<std::size_t>(i)]) continue;
    rigid.all.push_back(i);
    if (row.is_position()) rigid.positions.push_back(i);
  }
  return rigid;
}

double Linearisation::mobility(Index row) const {
  const std::vector<bool> none(static_cast<std::size_t>(jacobian_.rows()), false);
  const Matrix rigid = rows_of(jacobian_, rigid_rows(none).all);
  Vector own = jacobian_.row(row).transpose();
  if (rigid.rows() > 0) own -= least_solution(rigid, rigid * own, redundant_share).x;
  return own.squaredNorm();
}

/// (w, u)' = flow (w, u).
Matrix Linearisation::flow(const Chosen& rigid, const std::vector<bool>& held) const {
  Matrix by_position = -stiffness_, by_velocity = -damping_;
  for (Index i = 0; i < jacobian_.rows(); ++i) {
    const Row& row = system_.rows()[static_cast<std::size_t>(i)];
    if (row.is_rigid() || held[static_cast<std::size_t>(i)]) continue;
    const auto b = jacobian_.row(i), rate = rate_by_position_.row(i);
    if (row.is_position()) {
      by_position.noalias() -= b.transpose() * (b + row.relaxation * rate) / row.compliance;
      by_velocity.noalias() -= b.transpose() * (row.relaxation / row.compliance) * b;
    } else {
      by_position.noalias() -= b.transpose() * rate / row.compliance;
      by_velocity.noalias() -= b.transpose() * b / row.compliance;
    }
  }
  if (!rigid.all.empty()) {
    const Matrix b = rows_of(jacobian_, rigid.all);
    by_position -=
        least_solution(b, b * by_position + rows_of(acceleration_by_position_, rigid.all), redundant_share).x;
    by_velocity -=
        least_solution(b, b * by_velocity + rows_of(acceleration_by_velocity_, rigid.all), redundant_share).x;
  }
  Matrix all(2 * n_, 2 * n_);
  all << -adjoint_, Matrix::Identity(n_, n_), by_position, by_velocity;
  return all;
}

/// An orthonormal basis of the (w, u) that the rigid rows allow.
Matrix Linearisation::tangent_basis(const Chosen& rigid) const {
  const Index positions = std::ssize(rigid.positions), all = std::ssize(rigid.all);
  if (all == 0) return Matrix::Identity(2 * n_, 2 * n_);
  Matrix forbidden = Matrix::Zero(positions + all, 2 * n_);
  forbidden.topLeftCorner(positions, n_) = rows_of(jacobian_, rigid.positions);
  forbidden.bottomLeftCorner(all, n_) = rows_of(rate_by_position_, rigid.all);
  forbidden.bottomRightCorner(all, n_) = rows_of(jacobian_, rigid.all);
  for (Index i = 0; i < forbidden.rows(); ++i) {
    const double length = forbidden.row(i).norm();
    if (length > 0.0) forbidden.row(i) /= length;
  }
  return kernel_of(forbidden, redundant_share);
}

Index Linearisation::largest_share(const Eigen::VectorXcd& velocities) const {
  Index best = -1;
  double most = -1.0;
  const auto& factors = system_.group().factors();
  for (std::size_t k = 0; k < factors.size(); ++k) {
    const double share =
        velocities.segment(factors[k].first_tangent, factors[k].factor.dimension).squaredNorm();
    if (share <= most) continue;
    most = share;
    best = static_cast<Index>(k);
  }
  return best;
}

std::vector<EigenMode> Linearisation::modes(const std::vector<bool>& held) const {
  const Chosen rigid = rigid_rows(held);
  const Matrix basis = tangent_basis(rigid);
  std::vector<EigenMode> all;
  if (basis.cols() == 0) return all;
  const Eigenpairs found = eigenpairs(basis.transpose() * flow(rigid, held) * basis);
  if (!found.found) return all;
  for (Index i = 0; i < basis.cols(); ++i) {
    const Eigen::VectorXcd whole = basis * found.vectors.col(i);
    all.push_back({found.values[i], largest_share(whole.tail(n_))});
  }
  return all;
}

}  // namespace kreisel
