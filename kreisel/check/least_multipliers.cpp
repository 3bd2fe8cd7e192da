// λ projected onto the row space of the scaled rigid rows.
#include "kreisel/check/least_multipliers.hpp"

#include "kreisel/linear/decompositions.hpp"

namespace kreisel {

LeastMultipliers::LeastMultipliers(const AnySystem& system) : system_(system) {
  for (Index i = 0; i < row_count(system); ++i)
    if (system.rows()[static_cast<std::size_t>(i)].is_rigid()) rows_.push_back(i);
  const Index n = system.group().dimension();
  mass_.setZero(n, n);
  jacobian_.setZero(row_count(system), n);
  rigid_.setZero(std::ssize(rows_), n);
}

bool LeastMultipliers::apply(double t, const Vector& q, Vector& lambda) {
  const Index count = rigid_.rows();
  if (count == 0 || count > most_compared_rows) return false;
  system_.mass(q, mass_);
  system_.jacobian(t, q, jacobian_);
  for (Index i = 0; i < count; ++i) rigid_.row(i) = jacobian_.row(rows_[static_cast<std::size_t>(i)]);
  Matrix unit = in_mass_metric(mass_, rigid_);
  const Vector length = unit.rowwise().norm();
  Vector scaled = Vector::Zero(count);
  for (Index i = 0; i < count; ++i) {
    if (length[i] > 0.0) unit.row(i) /= length[i];
    scaled[i] = length[i] * lambda[rows_[static_cast<std::size_t>(i)]];
  }
  // unitᵀ = Q [R; 0] Z: what of the scaled λ lies in the row space of unitᵀ is kept, the rest does nothing.
  const auto [least, rank] = least_solution(unit.transpose(), unit.transpose() * scaled, redundant_share);
  if (rank == count) return false;
  for (Index i = 0; i < count; ++i)
    lambda[rows_[static_cast<std::size_t>(i)]] = length[i] > 0.0 ? least(i, 0) / length[i] : 0.0;
  return true;
}

}  // namespace kreisel
