// One factorisation per point serves values, tangents and projections.
#include "kreisel/gradients/index1_tangent.hpp"

namespace kreisel {

Index1Tangent::Index1Tangent(const AnySystem& system)
    : system_(system), n_(system.group().dimension()), m_(row_count(system)) {
  for (const Row& row : system.rows()) {
    is_rigid_.push_back(row.is_rigid());
    has_forces_ = has_forces_ || !row.is_rigid();
  }
  tangents_.resize(n_, m_);
  scale_.setOnes(n_ + m_);
  by_position_.setZero(m_, n_);
  by_velocity_.setZero(m_, n_);
}

bool Index1Tangent::is_force(Index row) const {
  return system_.rows()[static_cast<std::size_t>(row)].compliance > 0.0;
}

/// (x; y) with the rows that are forces left out: y = 0 there.
Matrix Index1Tangent::saddle(const Matrix& right, const Matrix& rows) const {
  Matrix all(n_ + m_, right.cols());
  all << right, rows;
  for (Index i = 0; i < m_; ++i)
    if (is_force(i)) all.row(n_ + i).setZero();
  all = scale_.asDiagonal() * all;
  const Matrix found = is_redundant_ ? Matrix(careful_factors_.solve(all)) : Matrix(factors_.solve(all));
  return scale_.asDiagonal() * found;
}

bool Index1Tangent::look(double t, const Vector& q, const Vector& v) {
  t_ = t;
  q_ = q;
  v_ = v;
  const Vector none = Vector::Zero(n_);
  Vector gap = Vector::Zero(m_), rate = gap, right(n_), rows = gap;
  lambda_.setZero(m_);
  system_.gap(t, q, gap);
  system_.rate(t, q, v, rate);
  for (Index i = 0; i < m_; ++i) {
    const Row& row = system_.rows()[static_cast<std::size_t>(i)];
    if (is_force(i))
      lambda_[i] = (row.is_position() ? gap[i] + row.relaxation * rate[i] : rate[i]) / row.compliance;
  }
  system_.balance(t, q, v, none, lambda_, right);
  system_.row_acceleration(t, q, v, none, rows);
  Matrix mass = Matrix::Zero(n_, n_), jacobian = Matrix::Zero(m_, n_), whole = Matrix::Zero(n_ + m_, n_ + m_);
  system_.mass(q, mass);
  system_.jacobian(t, q, jacobian);
  whole.topLeftCorner(n_, n_) = mass;
  for (Index i = 0; i < m_; ++i) {
    const Row& row = system_.rows()[static_cast<std::size_t>(i)];
    if (is_force(i)) {
      whole(n_ + i, n_ + i) = 1.0;
      continue;
    }
    whole.row(n_ + i).head(n_) = jacobian.row(i);
    whole.col(n_ + i).head(n_) = jacobian.row(i).transpose();
    if (!row.is_rigid()) rows[i] += rate[i] / row.relaxation;
  }
  scale_.head(n_) = mass.diagonal().cwiseSqrt().cwiseInverse();
  for (Index i = 0; i < m_; ++i) {
    const double length = jacobian.row(i).cwiseProduct(scale_.head(n_).transpose()).norm();
    scale_[n_ + i] = is_force(i) || !(length > 0.0) ? 1.0 : 1.0 / length;
  }
  whole = (scale_.asDiagonal() * whole * scale_.asDiagonal()).eval();
  constexpr double dependent = 1e-11;
  if (!is_redundant_) {
    factors_.compute(whole);
    is_redundant_ = !(factors_.rcond() > dependent);
  }
  if (is_redundant_) {
    careful_factors_.setThreshold(dependent);
    careful_factors_.compute(whole);
  }
  const Vector found = saddle(-right, -rows);
  acceleration_ = found.head(n_);
  for (Index i = 0; i < m_; ++i)
    if (!is_force(i)) lambda_[i] = found[n_ + i];
  system_.tangents(t, q, v, acceleration_, lambda_, tangents_);
  system_.acceleration_tangents(t, q, v, acceleration_, by_position_, by_velocity_);
  return acceleration_.allFinite() && lambda_.allFinite();
}

void Index1Tangent::solve(const std::vector<ParameterDirection>& parameters, StateTangent& tangent) const {
  const Matrix &xi = tangent.position, &dv = tangent.velocity;
  Matrix right = -(tangents_.stiffness * xi + tangents_.damping * dv);
  Matrix rows = -(by_position_ * xi + by_velocity_ * dv);
  Matrix of_forces = Matrix::Zero(m_, xi.cols());
  const Matrix rates = tangents_.rate_stiffness * xi + tangents_.jacobian * dv;
  for (std::size_t k = 0; k < parameters.size(); ++k) {
    const ParameterDirection& p = parameters[k];
    const auto column = static_cast<Index>(k);
    right.col(column) -= p.balance(t_, q_, v_, acceleration_, lambda_);
    const Vector bend = p.row_acceleration(t_, q_, v_, acceleration_);
    Vector rate = Vector::Zero(m_), gap = rate, rate_now = rate;
    if (has_forces_) {
      rate = p.rate(t_, q_, v_);
      gap = p.gap(t_, q_);
      system_.rate(t_, q_, v_, rate_now);
    }
    for (Index i = 0; i < m_; ++i) {
      const Row& row = system_.rows()[static_cast<std::size_t>(i)];
      const double by_relaxation = p.relaxation()[i] * rate_now[i];
      if (is_force(i)) {
        const double change = row.is_position() ? gap[i] + row.relaxation * rate[i] + by_relaxation : rate[i];
        of_forces(i, column) = (change - p.compliance()[i] * lambda_[i]) / row.compliance;
      } else {
        rows(i, column) -= bend[i];
        if (!row.is_rigid())
          rows(i, column) -= rate[i] / row.relaxation - by_relaxation / (row.relaxation * row.relaxation);
      }
    }
  }
  for (Index i = 0; i < m_; ++i) {
    const Row& row = system_.rows()[static_cast<std::size_t>(i)];
    if (is_force(i)) {
      of_forces.row(i) +=
          (row.is_position() ? Matrix(tangents_.jacobian.row(i) * xi + row.relaxation * rates.row(i))
                             : Matrix(rates.row(i))) /
          row.compliance;
      right -= tangents_.jacobian.row(i).transpose() * of_forces.row(i);
    } else if (!row.is_rigid()) {
      rows.row(i) -= rates.row(i) / row.relaxation;
    }
  }
  const Matrix found = saddle(right, rows);
  tangent.acceleration = found.topRows(n_);
  tangent.lambda = found.bottomRows(m_) + of_forces;
}

void Index1Tangent::correction(const Vector& wanted, Vector& delta, Vector& mu) const {
  Vector rows = wanted;
  for (Index i = 0; i < m_; ++i)
    if (!is_rigid(i)) rows[i] = 0.0;
  const Vector found = saddle(Vector::Zero(n_), rows);
  delta = found.head(n_);
  mu = found.tail(m_);
}

Matrix Index1Tangent::correction_tangent(const std::vector<ParameterDirection>& parameters,
                                         const Vector& delta, const Vector& mu, const Matrix& position,
                                         const Matrix& wanted) const {
  const Vector none = Vector::Zero(n_), no_rows = Vector::Zero(m_);
  AnySystem::AllTangents with, without;
  with.resize(n_, m_);
  without.resize(n_, m_);
  system_.tangents(t_, q_, delta, delta, mu, with);
  system_.tangents(t_, q_, none, none, no_rows, without);
  AnySystem::AllTangents turned;
  turned.resize(n_, m_);
  system_.tangents(t_, q_, none, delta, mu, turned);
  // ∂(MΔ + Bᵀμ)/∂q and ∂(BΔ)/∂q at fixed Δ and μ.
  Matrix right = -(turned.stiffness - without.stiffness) * position;
  Matrix rows = wanted - (with.rate_stiffness - without.rate_stiffness) * position;
  for (std::size_t k = 0; k < parameters.size(); ++k) {
    const ParameterDirection& p = parameters[k];
    const auto column = static_cast<Index>(k);
    right.col(column) -= p.balance(t_, q_, none, delta, mu) - p.balance(t_, q_, none, none, no_rows);
    rows.col(column) -= p.rate(t_, q_, delta) - p.rate(t_, q_, none);
  }
  for (Index i = 0; i < m_; ++i)
    if (!is_rigid(i)) rows.row(i).setZero();
  return saddle(right, rows).topRows(n_);
}

}  // namespace kreisel
