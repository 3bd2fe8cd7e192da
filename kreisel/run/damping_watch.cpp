// The rank of the velocity rows along the motion, by their Gram matrix.
#include "kreisel/run/damping_watch.hpp"

#include <algorithm>
#include <cmath>

namespace kreisel {

DampingWatch::DampingWatch(const AnySystem& system) : system_(system) {
  constexpr Index most_rows = 100;  // beyond, looking would cost as much as the steps
  for (Index i = 0; i < row_count(system); ++i)
    if (!system.rows()[static_cast<std::size_t>(i)].is_position()) rows_.push_back(i);
  if (std::ssize(rows_) > most_rows) rows_.clear();
  if (!rows_.empty()) jacobian_.setZero(row_count(system), system.group().dimension());
  size_.setZero(std::ssize(rows_));
  gram_.setZero(size_.size(), size_.size());
}

/// Rows in units of the largest norm they ever had, so that a row that fades away is seen as well as two that become
/// parallel: an eigenvalue of the Gram matrix below 1e-10 is a lost direction.
void DampingWatch::look(const StateView& state) {
  constexpr double lost = 1e-10;
  if (rows_.empty()) return;
  q_ = state.q;
  system_.jacobian(state.t, q_, jacobian_);
  for (Index i = 0; i < size_.size(); ++i)
    size_[i] = std::max(size_[i], jacobian_.row(rows_[static_cast<std::size_t>(i)]).norm());
  for (Index i = 0; i < size_.size(); ++i) {
    for (Index j = 0; j <= i; ++j) {
      const double scale = size_[i] * size_[j];
      const double product = jacobian_.row(rows_[static_cast<std::size_t>(i)])
                                 .dot(jacobian_.row(rows_[static_cast<std::size_t>(j)]));
      gram_(i, j) = gram_(j, i) = scale > 0.0 ? product / scale : 0.0;
    }
  }
  eigen_ = symmetric_eigenpairs(gram_);
  const Index rank = (eigen_.values.array() > lost).count();
  if (rank_ < 0) first_rank_ = rank;
  if (rank_ >= 0 && rank != rank_) {
    const bool is_loss = rank < rank_ || changes_.empty();
    changes_.push_back({state.t, rank, is_loss ? dependent_rows() : changes_.back().rows});
  }
  rank_ = rank;
}

/// The rows with a part in the smallest eigenvector.
std::string DampingWatch::dependent_rows() const {
  std::string names;
  for (Index i = 0; i < size_.size(); ++i) {
    if (std::abs(eigen_.vectors(i, 0)) < 0.1) continue;
    const Row& row = system_.rows()[static_cast<std::size_t>(rows_[static_cast<std::size_t>(i)])];
    names += (names.empty() ? "" : ", ") + row.name;
  }
  return names;
}

}  // namespace kreisel
