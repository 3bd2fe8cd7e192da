// Factorises in blocks, tries a solution, and falls back to pivoting where that is bad.
#include "kreisel/linear/block_saddle_point.hpp"

#include <algorithm>
#include <cmath>

#include "kreisel/linear/block_kernels.hpp"

namespace kreisel {
namespace {

// Backward error above which a solution with negative pivots is not trusted.
constexpr double most_backward_error = 1e-10;
// Rows dropped rightly follow from the others to the square root of redundancy_threshold; those dropped wrongly do not at all.
constexpr double most_violation = 1e-3;

}  // namespace

template <class Scalar>
void BlockSaddlePoint<Scalar>::resize(const SharedPattern& pattern, OrderOfStrips order) {
  s.resize(pattern, false);
  u.resize(pattern);
  l.resize(pattern);
  c.setZero(pattern->rows());
  factors_.resize(order == OrderOfStrips::late ? late_program_for(pattern) : program_for(pattern));
  fallback_ = {};
  trial_.resize(*pattern);
  dropped_.clear();
  dropped_.reserve(static_cast<std::size_t>(pattern->rows()));
  Index largest = 0;
  for (const auto& body : pattern->bodies()) largest = std::max(largest, body.size);
  scratch_.setZero(std::max(largest * (largest + 1), pattern->dimension() + pattern->rows()));
  row_sensitivity_ = 0.0;
  used_fallback_ = false;
  fallbacks_ = 0;
}

template <class Scalar>
KernelStatus BlockSaddlePoint<Scalar>::factorize(bool is_symmetric) {
  used_fallback_ = false;
  guilty_ = -1;
  eliminate(s, is_symmetric);
  if (!health_.has_failed && (!health_.has_negative_body || solves_well())) return KernelStatus::regular;
  return fall_back();
}

/// What a floating part leaves to its early strip holds for joints; rows of other kinds may be dropped wrongly for it. Then
/// late strips only are right.
template <class Scalar>
void BlockSaddlePoint<Scalar>::eliminate(const BlockSquare<Scalar>& square, bool is_symmetric) {
  const auto run = [&] {
    dropped_.clear();
    health_ = factors_.factorize(square, u, l, c, dropped_, is_symmetric);
    std::sort(dropped_.begin(), dropped_.end());
  };
  run();
  if (factors_.program().has_early_strips() && !health_.has_failed && leaves_out_too_much(square)) {
    factors_.resize(late_program_for(s.shared_pattern()));
    run();
  }
  row_sensitivity_ = health_.row_sensitivity;
}

template <class Scalar>
void BlockSaddlePoint<Scalar>::try_a_solution(const BlockSquare<Scalar>& square) {
  trial_.set_right(square);
  factors_.solve(trial_.x.data(), trial_.y.data());
}

template <class Scalar>
bool BlockSaddlePoint<Scalar>::leaves_out_too_much(const BlockSquare<Scalar>& square) {
  if (dropped_.size() <= factors_.left_out()) return false;
  try_a_solution(square);
  return !(trial_.violation(l, dropped_) <= most_violation);
}

template <class Scalar>
bool BlockSaddlePoint<Scalar>::solves_well() {
  try_a_solution(s);
  return trial_.violation(l, dropped_) <= most_violation &&
         trial_.backward_error(s, u, l, c, dropped_) <= most_backward_error;
}

template <class Scalar>
KernelStatus BlockSaddlePoint<Scalar>::fall_back() {
  if (const KernelStatus status = blame_what_is_not_finite(); status != KernelStatus::regular) return status;
  eliminate(fallback_.stand_in_for(s), false);
  used_fallback_ = true;
  ++fallbacks_;
  if (fallback_.factorize(s, u, l, c, dropped_)) return KernelStatus::regular;
  const Index n = s.rows(), weakest = fallback_.weakest();
  guilty_ = weakest < n ? weakest : weakest - n;
  return weakest < n ? KernelStatus::singular_body : KernelStatus::singular_row;
}

template <class Scalar>
KernelStatus BlockSaddlePoint<Scalar>::blame_what_is_not_finite() {
  const BlockPattern& pattern = s.pattern();
  for (Index b = 0; b < static_cast<Index>(pattern.bodies().size()); ++b)
    for (Index k = 0; k < pattern.body(b).size; ++k)
      if (!std::isfinite(magnitude(s.diagonal(b).row(k).sum()))) {
        guilty_ = pattern.body(b).first + k;
        return KernelStatus::singular_body;
      }
  for (const auto& coupling : pattern.couplings())
    if (!std::isfinite(magnitude(s.upper(coupling).sum() + s.lower(coupling).sum()))) {
      guilty_ = pattern.body(coupling.first).first;
      return KernelStatus::singular_body;
    }
  for (Index i = 0; i < pattern.rows(); ++i)
    if (!std::isfinite(magnitude(l.row(i).sum() + u.row(i).sum() + c[i]))) {
      guilty_ = i;
      return KernelStatus::singular_row;
    }
  return KernelStatus::regular;
}

template <class Scalar>
void BlockSaddlePoint<Scalar>::solve(Values& r, Values& right_rows) const {
  if (!used_fallback_) return factors_.solve(r.data(), right_rows.data());
  const Index n = r.size(), m = right_rows.size();
  scratch_.head(n) = r;
  scratch_.segment(n, m) = right_rows;
  fallback_.solve(scratch_.data());
  r = scratch_.head(n);
  right_rows = scratch_.segment(n, m);
}

/// Σ over the bodies that both rows touch.
template <class Scalar>
template <class Strips>
Scalar BlockSaddlePoint<Scalar>::mobility_of(const Strips& b, Index i, Index j) const {
  const BlockPattern& pattern = s.pattern();
  const auto &of_i = pattern.strip_of_row(i), &of_j = pattern.strip_of_row(j);
  Scalar sum(0.0);
  Index column_i = 0;
  for (const Index body : of_i.bodies) {
    const Index n = pattern.body(body).size;
    Index column_j = 0;
    for (const Index other : of_j.bodies) {
      if (other == body) {
        Scalar *block = scratch_.data(), *column = block + n * n;
        std::copy_n(s.diagonal(body).data(), n * n, block);
        for (Index k = 0; k < n; ++k) column[k] = u.row(j)[column_j + k];
        const block_kernels::Extent<Dynamic> extent(n);
        block_kernels::factorize(extent, block,
                                 [](Index, const Scalar& pivot) { return reciprocal_of(pivot); });
        block_kernels::solve_columns(extent, block_kernels::Extent<1>{}, block, column);
        for (Index k = 0; k < n; ++k) sum += product(Scalar(b.row(i)[column_i + k]), column[k]);
      }
      column_j += pattern.body(other).size;
    }
    column_i += n;
  }
  return sum;
}

template <class Scalar>
double BlockSaddlePoint<Scalar>::mobility(const BlockStrips<double>& b, Index i, Index j) const {
  return std::real(mobility_of(b, i, j));
}
template <class Scalar>
double BlockSaddlePoint<Scalar>::row_mobility(Index i) const {
  return magnitude(mobility_of(l, i, i));
}

template class BlockSaddlePoint<double>;
template class BlockSaddlePoint<Complex>;

}  // namespace kreisel
