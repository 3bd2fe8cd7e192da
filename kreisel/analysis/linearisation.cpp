// Linearises the motion on the manifold of the rigid rows, and finds its modes.
#include "kreisel/analysis/linearisation.hpp"

#include <algorithm>

#include <Eigen/Cholesky>

#include "kreisel/analysis/row_rank.hpp"
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
    : Linearisation(system, state, Matrix::Zero(system.group().dimension(), system.group().dimension())) {}

Linearisation::Linearisation(const AnySystem& system, const State& state, const Matrix& generator)
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
  lower_ = lower;
  const auto right_scaled = [&](const Matrix& x) -> Matrix {
    return lower.solve(x.transpose()).transpose();  // x L⁻ᵀ
  };
  stiffness_ = right_scaled(lower.solve(tangents.stiffness));
  damping_ = right_scaled(lower.solve(tangents.damping));
  const Matrix bracket_map = system.group().bracket_map(state.v);
  rotation_rate_ = fastest_rotation(system.group(), bracket_map);
  adjoint_ = factors.matrixU() * right_scaled(bracket_map);
  generator_ = factors.matrixU() * right_scaled(generator);
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

void Linearisation::add_compliant_rows(const std::vector<bool>& held, Acceleration& sum) const {
  for (Index i = 0; i < jacobian_.rows(); ++i) {
    const Row& row = system_.rows()[static_cast<std::size_t>(i)];
    if (row.is_rigid() || held[static_cast<std::size_t>(i)]) continue;
    const auto b = jacobian_.row(i), rate = rate_by_position_.row(i);
    if (row.is_position()) {
      sum.position.noalias() -= b.transpose() * (b + row.relaxation * rate) / row.compliance;
      sum.velocity.noalias() -= b.transpose() * (row.relaxation / row.compliance) * b;
    } else {
      sum.position.noalias() -= b.transpose() * rate / row.compliance;
      sum.velocity.noalias() -= b.transpose() * b / row.compliance;
    }
  }
}

Linearisation::Acceleration Linearisation::acceleration(const Chosen& rigid,
                                                        const std::vector<bool>& held) const {
  Acceleration sum{-stiffness_, -damping_};
  add_compliant_rows(held, sum);
  if (rigid.all.empty()) return sum;
  const Matrix b = rows_of(jacobian_, rigid.all);
  sum.position -=
      least_solution(b, b * sum.position + rows_of(acceleration_by_position_, rigid.all), redundant_share).x;
  sum.velocity -=
      least_solution(b, b * sum.velocity + rows_of(acceleration_by_velocity_, rigid.all), redundant_share).x;
  return sum;
}

/// (w, u)' = flow (w, u).
Matrix Linearisation::flow(const Chosen& rigid, const std::vector<bool>& held) const {
  const Acceleration sum = acceleration(rigid, held);
  Matrix all(2 * n_, 2 * n_);
  all << generator_ - adjoint_, Matrix::Identity(n_, n_), sum.position, sum.velocity + generator_;
  return all;
}

std::vector<bool> Linearisation::none_held() const {
  return std::vector<bool>(static_cast<std::size_t>(jacobian_.rows()), false);
}

Matrix Linearisation::whole_flow() const {
  return flow(rigid_rows(none_held()), none_held());
}

ReducedFlow Linearisation::reduced(const std::vector<bool>& held) const {
  const Chosen rigid = rigid_rows(held);
  ReducedFlow out;
  out.basis = tangent_basis(rigid);
  if (out.basis.cols() > 0) out.flow = out.basis.transpose() * flow(rigid, held) * out.basis;
  return out;
}

Matrix Linearisation::response(const Matrix& forces) const {
  const Chosen rigid = rigid_rows(none_held());
  Matrix added = lower_.triangularView<Eigen::Lower>().solve(forces);
  if (!rigid.all.empty()) {
    const Matrix b = rows_of(jacobian_, rigid.all);
    added -= least_solution(b, b * added, redundant_share).x;
  }
  Matrix out = Matrix::Zero(2 * n_, forces.cols());
  out.bottomRows(n_) = added;
  return out;
}

/// M δv' + D δv + K ξ + Bᵀδλ = forces, in the metric of the mass; δλ of compliant rows from their own equations.
Matrix Linearisation::accelerations_and_multipliers(const Matrix& variations, const Matrix& forces) const {
  const Chosen rigid = rigid_rows(none_held());
  const Acceleration sum = acceleration(rigid, none_held());
  const Matrix w = variations.topRows(n_), u = variations.bottomRows(n_);
  const Matrix added = response(forces).bottomRows(n_);
  const Matrix bend = sum.position * w + sum.velocity * u + added;
  const Index m = jacobian_.rows();
  Matrix lambda = Matrix::Zero(m, variations.cols());
  for (Index i = 0; i < m; ++i) {
    const Row& row = system_.rows()[static_cast<std::size_t>(i)];
    if (row.is_rigid()) continue;
    const Matrix rate = rate_by_position_.row(i) * w + jacobian_.row(i) * u;
    lambda.row(i) = row.is_position()
                        ? Matrix((jacobian_.row(i) * w + row.relaxation * rate) / row.compliance)
                        : Matrix(rate / row.compliance);
  }
  if (!rigid.all.empty()) {
    const Matrix missing = lower_.triangularView<Eigen::Lower>().solve(forces) - bend - damping_ * u -
                           stiffness_ * w - jacobian_.transpose() * lambda;
    const Matrix found =
        least_solution(rows_of(jacobian_, rigid.all).transpose(), missing, redundant_share).x;
    for (Index k = 0; k < found.rows(); ++k)
      lambda.row(rigid.all[static_cast<std::size_t>(k)]) = found.row(k);
  }
  Matrix out(n_ + m, variations.cols());
  out << lower_.transpose().triangularView<Eigen::Upper>().solve(bend), lambda;
  return out;
}

Eigen::MatrixXcd Linearisation::in_bodies(const Eigen::MatrixXcd& x) const {
  Eigen::MatrixXcd out(x.rows(), x.cols());
  const auto upper = lower_.transpose().triangularView<Eigen::Upper>();
  out.real() = upper.solve(x.real());
  out.imag() = upper.solve(x.imag());
  return out;
}

Matrix Linearisation::in_metric(const Matrix& x) const {
  return lower_.transpose() * x;
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
  const ReducedFlow all_of_it = reduced(held);
  std::vector<EigenMode> all;
  if (all_of_it.basis.cols() == 0) return all;
  const Eigenpairs found = eigenpairs(all_of_it.flow);
  if (!found.found) return all;
  for (Index i = 0; i < all_of_it.basis.cols(); ++i) {
    const Eigen::VectorXcd whole = all_of_it.basis * found.vectors.col(i);
    all.push_back({found.values[i], largest_share(whole.tail(n_))});
  }
  return all;
}

}  // namespace kreisel
