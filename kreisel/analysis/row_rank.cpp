// Rank and contradictions of rigid rows by a pivoted QR factorisation in the metric of the mass.
#include "kreisel/analysis/row_rank.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Cholesky>
#include <Eigen/QR>

namespace kreisel {
namespace {

/// The rigid rows with their lengths divided out; rows of length zero stay zero and count as dependent.
struct ScaledRows {
  std::vector<Index> rows;
  Matrix unit;    // one row each
  Vector length;  // in the mass metric
};

ScaledRows scaled_rows(const AnySystem& system, const State& state, bool only_positions) {
  ScaledRows all;
  for (Index i = 0; i < row_count(system); ++i) {
    const Row& row = system.rows()[static_cast<std::size_t>(i)];
    if (row.is_rigid() && (row.is_position() || !only_positions)) all.rows.push_back(i);
  }
  const Index n = system.group().dimension();
  Matrix mass = Matrix::Zero(n, n), jacobian = Matrix::Zero(row_count(system), n);
  system.mass(state.q, mass);
  system.jacobian(state.t, state.q, jacobian);
  Matrix chosen(std::ssize(all.rows), n);
  for (Index i = 0; i < chosen.rows(); ++i)
    chosen.row(i) = jacobian.row(all.rows[static_cast<std::size_t>(i)]);
  all.unit = in_mass_metric(mass, chosen);
  all.length = all.unit.rowwise().norm();
  for (Index i = 0; i < chosen.rows(); ++i)
    if (all.length[i] > 0.0) all.unit.row(i) /= all.length[i];
  return all;
}

/// QR of the transpose with the longest remaining row first.
struct Pivoted {
  Eigen::ColPivHouseholderQR<Matrix> qr;
  Index rank = 0;

  explicit Pivoted(const Matrix& unit_rows) {
    if (unit_rows.rows() == 0 || unit_rows.cols() == 0) return;
    qr.compute(unit_rows.transpose());
    const Index most = std::min(unit_rows.rows(), unit_rows.cols());
    while (rank < most && share(rank) > redundant_share) ++rank;
  }
  double share(Index k) const { return std::abs(qr.matrixR()(k, k)); }
  Index row(Index k) const { return qr.colsPermutation().indices()[k]; }
};

/// The combination of rows that vanishes, with 1 at the dependent row k of the pivoted order.
Vector vanishing_combination(const Pivoted& pivoted, const Vector& length, Index k) {
  const Index rank = pivoted.rank;
  Vector weights = Vector::Zero(length.size());
  const double own = length[pivoted.row(k)];
  weights[pivoted.row(k)] = 1.0;
  if (rank == 0 || !(own > 0.0)) return weights;
  const Matrix r = pivoted.qr.matrixR();
  const Vector part = r.topLeftCorner(rank, rank).triangularView<Eigen::Upper>().solve(r.col(k).head(rank));
  for (Index j = 0; j < rank; ++j) weights[pivoted.row(j)] = -part[j] * own / length[pivoted.row(j)];
  return weights;
}

struct Residuals {
  Vector gap, rate;
};

DependentRows dependent_rows(const AnySystem& system, const ScaledRows& scaled, const Vector& weights,
                             const Residuals& residuals, Index first) {
  constexpr double part_of_it = 1e-8;  // of the largest share, as the linear kernels report it
  const Vector shares = weights.cwiseProduct(scaled.length);
  const double largest = shares.cwiseAbs().maxCoeff();
  DependentRows set;
  const auto add = [&](Index i) {
    const Index row = scaled.rows[static_cast<std::size_t>(i)];
    const std::string& name = system.rows()[static_cast<std::size_t>(row)].name;
    set.rows.push_back(row);
    set.row_names.push_back(name);
    const std::string joint = joint_of_row(name);
    if (std::find(set.joints.begin(), set.joints.end(), joint) == set.joints.end())
      set.joints.push_back(joint);
    set.rate += weights[i] * residuals.rate[row];
    set.gap += weights[i] * residuals.gap[row];
  };
  add(first);
  for (Index i = 0; i < weights.size(); ++i)
    if (i != first && std::abs(shares[i]) > part_of_it * largest) add(i);
  const bool has_velocity_rows = std::any_of(set.rows.begin(), set.rows.end(), [&](Index i) {
    return !system.rows()[static_cast<std::size_t>(i)].is_position();
  });
  if (has_velocity_rows) set.gap = 0.0;  // positions need not agree with a row that only knows velocities
  return set;
}

}  // namespace

Matrix in_mass_metric(const Matrix& mass, const Matrix& rows) {
  const Eigen::LLT<Matrix> factors(mass);
  if (factors.info() != Eigen::Success || rows.rows() == 0) return rows;
  return factors.matrixL().solve(rows.transpose()).transpose();
}

RowRank rank_of_rigid_rows(const AnySystem& system, const State& state) {
  RowRank result;
  result.velocities = system.group().dimension();
  for (const Row& row : system.rows()) {
    if (!row.is_rigid()) continue;
    ++result.rigid_rows;
    if (row.is_position()) ++result.position_rows;
  }
  result.rank = result.rigid_rows;
  result.position_rank = result.position_rows;
  result.is_known = result.rigid_rows <= most_compared_rows;
  if (!result.is_known || result.rigid_rows == 0) return result;
  const ScaledRows scaled = scaled_rows(system, state, false);
  const Pivoted pivoted(scaled.unit);
  result.rank = pivoted.rank;
  result.position_rank = result.position_rows == result.rigid_rows
                             ? pivoted.rank
                             : Pivoted(scaled_rows(system, state, true).unit).rank;
  if (pivoted.rank > 0) {
    result.weakest_share = pivoted.share(pivoted.rank - 1);
    const Index weakest = scaled.rows[static_cast<std::size_t>(pivoted.row(pivoted.rank - 1))];
    result.weakest_row = system.rows()[static_cast<std::size_t>(weakest)].name;
  }
  Residuals residuals{Vector::Zero(row_count(system)), Vector::Zero(row_count(system))};
  system.gap(state.t, state.q, residuals.gap);
  system.rate(state.t, state.q, state.v, residuals.rate);
  for (Index k = pivoted.rank; k < result.rigid_rows; ++k)
    result.dependent.push_back(dependent_rows(
        system, scaled, vanishing_combination(pivoted, scaled.length, k), residuals, pivoted.row(k)));
  return result;
}

std::string joint_of_row(const std::string& row_name) {
  const std::size_t dot = row_name.rfind('.');
  return dot == std::string::npos || dot == 0 ? row_name : row_name.substr(0, dot);
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " and " : ", ";
    text += names[i];
  }
  return text;
}

}  // namespace kreisel
