// Entries gathered from matrices in blocks or dense ones, and put in compressed columns.
#include "kreisel/analysis/sparse_pencil.hpp"

#include <algorithm>

namespace kreisel {
SparsePencil::SparsePencil(const AnySystem& system, const State& state)
    : n_(system.group().dimension()), m_(row_count(system)), right_(Vector::Zero(2 * n_ + m_)) {
  if (const BlockSystem* const blocks = system.in_blocks())
    read(*blocks, state);
  else
    read(system, state);
}

void SparsePencil::read(const BlockSystem& system, const State& state) {
  BlockSystem::AllTangents all;
  all.resize(system.pattern());
  system.tangents(state.t, state.q, state.v, state.acceleration, state.lambda, all);
  mass_ = entries_of(all.mass);
  append(entries_of(all.stiffness), n_, 0, -1.0, a_);
  append(entries_of(all.damping), n_, n_, -1.0, a_);
  for (const ProductGroup::Placed& placed : system.group().factors()) {
    Matrix bracket = Matrix::Zero(placed.factor.dimension, placed.factor.dimension);
    placed.factor.bracket_map(
        Factor::VectorIn(state.v.data() + placed.first_tangent, placed.factor.dimension),
        Factor::MatrixOut(bracket.data(), bracket.rows(), bracket.cols(),
                          Eigen::OuterStride<>(bracket.rows())));
    append(entries_of(bracket), placed.first_tangent, placed.first_tangent, -1.0, a_);
  }
  add_rows(with_dense_matrices(system), entries_of(all.jacobian), entries_of(all.rate_stiffness));
}

void SparsePencil::read(const AnySystem& system, const State& state) {
  AnySystem::AllTangents all;
  all.resize(n_, m_);
  system.tangents(state.t, state.q, state.v, state.acceleration, state.lambda, all);
  mass_ = entries_of(all.mass);
  append(entries_of(all.stiffness), n_, 0, -1.0, a_);
  append(entries_of(all.damping), n_, n_, -1.0, a_);
  append(entries_of(system.group().bracket_map(state.v)), 0, 0, -1.0, a_);
  add_rows(system, entries_of(all.jacobian), entries_of(all.rate_stiffness));
}

void SparsePencil::add_rows(const AnySystem& system, const std::vector<SparseEntry>& jacobian,
                            const std::vector<SparseEntry>& rate) {
  for (Index i = 0; i < n_; ++i) a_.push_back({i, n_ + i, 1.0});
  for (const SparseEntry& e : jacobian) {
    const Row& row = system.rows()[static_cast<std::size_t>(e.row)];
    a_.push_back({n_ + e.column, 2 * n_ + e.row, -e.value});
    if (row.is_position()) a_.push_back({2 * n_ + e.row, e.column, e.value});
    const double by_velocity = row.is_position() ? row.relaxation : 1.0;
    if (by_velocity != 0.0) a_.push_back({2 * n_ + e.row, n_ + e.column, by_velocity * e.value});
  }
  for (const SparseEntry& e : rate) {
    const Row& row = system.rows()[static_cast<std::size_t>(e.row)];
    const double share = row.is_position() ? row.relaxation : 1.0;
    if (share != 0.0) a_.push_back({2 * n_ + e.row, e.column, share * e.value});
  }
  for (Index i = 0; i < m_; ++i)
    a_.push_back({2 * n_ + i, 2 * n_ + i, -system.rows()[static_cast<std::size_t>(i)].compliance});
}

bool SparsePencil::factorize(double shift) {
  std::vector<SparseEntry> all = a_;
  for (Index i = 0; i < n_; ++i) all.push_back({i, i, -shift});
  append(mass_, n_, n_, -shift, all);
  return klu_factorized(std::move(all), size(), klu_);
}

void SparsePencil::apply(const double* x, double* y) const {
  right_.setZero();
  for (Index i = 0; i < n_; ++i) right_[i] = x[i];
  for (const SparseEntry& e : mass_) right_[n_ + e.row] += e.value * x[n_ + e.column];
  klu_.solve(right_.data());
  std::copy(right_.data(), right_.data() + 2 * n_, y);
}

Vector SparsePencil::mass_times(const Vector& v) const {
  Vector out = Vector::Zero(n_);
  for (const SparseEntry& e : mass_) out[e.row] += e.value * v[e.column];
  return out;
}

}  // namespace kreisel
