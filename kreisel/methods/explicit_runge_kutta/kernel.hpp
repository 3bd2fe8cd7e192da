// The index-1 block system of explicit methods, symmetric and solved anew at every stage:
//
//   [ M  Bᵀ ] [ a ]   [  f ]      M: symmetric, positive definite, block diagonal with the given sizes
//   [ B  -C ] [ λ ] = [ -γ ]      C: diagonal; zero but for rows that are switched off
//
// M = L D Lᵀ block by block, Y = L⁻¹Bᵀ, then C + YᵀD⁻¹Y = L' D' L'ᵀ of the size of the rows: half the work of
// elimination with pivots, and stable because both matrices are positive definite.
#pragma once

#include <cmath>
#include <type_traits>
#include <utility>
#include <vector>

#include "kreisel/core/types.hpp"
#include "kreisel/linear/saddle_point.hpp"

namespace kreisel {
namespace detail {

// Small enough for code without loops.
template <class M>
inline constexpr bool is_unrolled = M::RowsAtCompileTime != Dynamic&& M::RowsAtCompileTime <= 12;

/// step(0) … step(n-1) until one says false; numbers known to the compiler where n is.
template <class M, class Step>
bool each_pivot(Index n, Step step) {
  if constexpr (is_unrolled<M>) {
    return [&]<int... K>(std::integer_sequence<int, K...>) {
      return (step(std::integral_constant<Index, K>{}) && ...);
    }
    (std::make_integer_sequence<int, M::RowsAtCompileTime>{});
  } else {
    for (Index k = 0; k < n; ++k)
      if (!step(k)) return false;
    return true;
  }
}

/// Lower triangle of A -> L below the diagonal, D⁻¹ on it. invert(k, pivot) gives an entry of D⁻¹: 0 leaves the row
/// out, not finite ends the factorisation. Returns the pivot where it ended, or -1.
template <class M, class Invert>
Index factorize_symmetric(M&& a, Invert invert) {
  Index failed = -1;
  const Index n = a.rows();
  each_pivot<std::decay_t<M>>(n, [&](auto step) {
    const Index k = step;
    const double inverse = invert(k, a(k, k));
    if (!std::isfinite(inverse)) {
      failed = k;
      return false;
    }
    a(k, k) = inverse;
    for (Index j = k + 1; j < n; ++j) {
      const double factor = a(j, k) * inverse;
      for (Index i = j; i < n; ++i) a(i, j) -= a(i, k) * factor;
    }
    for (Index i = k + 1; i < n; ++i) a(i, k) *= inverse;
    return true;
  });
  return failed;
}

/// x <- L⁻¹ x.
template <class M, class X>
void solve_lower(const M& a, X&& x) {
  const Index n = a.rows();
  each_pivot<std::decay_t<M>>(n, [&](auto step) {
    const Index k = step;
    for (Index i = k + 1; i < n; ++i) x[i] -= a(i, k) * x[k];
    return true;
  });
}

/// x <- L⁻ᵀ x.
template <class M, class X>
void solve_upper(const M& a, X&& x) {
  const Index n = a.rows();
  each_pivot<std::decay_t<M>>(n, [&](auto step) {
    const Index k = n - 1 - step;
    for (Index i = k + 1; i < n; ++i) x[k] -= a(i, k) * x[i];
    return true;
  });
}

/// A diagonal block whose place is known to the compiler.
template <int Offset, int Size>
struct KernelBlock {
  static constexpr Index offset = Offset;
  Index size;

  template <class M>
  auto of(M& m) const {
    return m.template block<Size, Size>(Offset, Offset, size, size);
  }
  template <class M>
  auto column(M& m, Index j) const {
    return m.col(j).template segment<Size>(Offset, size);
  }
};

template <int Offset, class Visit, int First, int... Rest>
void visit_kernel_blocks(Index n, Visit& visit, std::integer_sequence<int, First, Rest...>) {
  visit(KernelBlock<Offset, First>{First == Dynamic ? n : First});
  if constexpr (sizeof...(Rest) > 0)
    visit_kernel_blocks<Offset + First>(n, visit, std::integer_sequence<int, Rest...>{});
}

}  // namespace detail

template <int N, int P, class Blocks>
class ExplicitKernel {
 public:
  using VectorN = VectorOf<double, N>;
  using VectorP = VectorOf<double, P>;

  MatrixOf<double, N, N> mass;  // only the lower triangles of the diagonal blocks are read
  MatrixOf<double, P, N> jacobian;
  VectorP compliance;  // C
  bool drops_redundant_rows = false;

  void resize(Index n, Index p) {
    mass.setZero(n, n);
    jacobian.setZero(p, n);
    compliance.setZero(p);
    factors_.setZero(n, n);
    columns_.setZero(n, p);
    scaled_.setZero(n, p);
    schur_.setZero(p, p);
    reference_.setZero(p);
    dropped_.reserve(static_cast<std::size_t>(p));
  }

  KernelStatus factorize() {
    factors_ = mass;
    columns_ = jacobian.transpose();
    guilty_ = -1;
    for_each_block([this](auto block) {
      if (guilty_ >= 0) return;
      auto part = block.of(factors_);
      const auto of_positive = [](Index, double pivot) { return pivot > 0.0 ? 1.0 / pivot : NAN; };
      const Index failed = detail::factorize_symmetric(part, of_positive);
      if (failed >= 0) guilty_ = block.offset + failed;
      for (Index j = 0; j < columns_.cols(); ++j) detail::solve_lower(part, block.column(columns_, j));
    });
    if (guilty_ >= 0) return KernelStatus::singular_body;
    return columns_.cols() == 0 ? KernelStatus::regular : factorize_rows();
  }

  /// (f, γ) -> (a, λ) in place.
  void solve(VectorN& right, VectorP& rows) const {
    for_each_block([&](auto block) { detail::solve_lower(block.of(factors_), block.column(right, 0)); });
    if (rows.size() > 0) {
      rows.noalias() += scaled_.transpose().lazyProduct(right);
      detail::solve_lower(schur_, rows);
      rows.array() *= schur_.diagonal().array();
      detail::solve_upper(schur_, rows);
    }
    right.array() *= factors_.diagonal().array();
    if (rows.size() > 0) right.noalias() -= scaled_.lazyProduct(rows);
    for_each_block([&](auto block) { detail::solve_upper(block.of(factors_), block.column(right, 0)); });
  }

  /// After singular_body: the coordinate, after singular_row: the row that depends on those before it.
  Index guilty() const { return guilty_; }
  const std::vector<Index>& dropped() const { return dropped_; }  // rows that depend on others, left out
  bool is_finite() const { return std::isfinite(mass.sum()) && std::isfinite(jacobian.sum()); }

 private:
  template <class Visit>
  void for_each_block(Visit visit) const {
    detail::visit_kernel_blocks<0>(mass.rows(), visit, Blocks{});
  }

  KernelStatus factorize_rows() {
    const Index p = columns_.cols();
    for (Index j = 0; j < p; ++j) scaled_.col(j) = columns_.col(j).cwiseProduct(factors_.diagonal());
    for (Index j = 0; j < p; ++j)
      for (Index i = j; i < p; ++i) schur_(i, j) = columns_.col(i).dot(scaled_.col(j));
    schur_.diagonal() += compliance;
    reference_ = schur_.diagonal();
    dropped_.clear();
    const auto of_independent = [this](Index k, double pivot) {
      if (drops_redundant_rows && pivot <= redundancy_threshold * reference_[k]) {
        dropped_.push_back(k);
        return 0.0;
      }
      return pivot > singular_pivot * reference_[k] ? 1.0 / pivot : NAN;
    };
    guilty_ = detail::factorize_symmetric(schur_, of_independent);
    return guilty_ >= 0 ? KernelStatus::singular_row : KernelStatus::regular;
  }

  MatrixOf<double, N, N> factors_;           // L and D⁻¹
  MatrixOf<double, N, P> columns_, scaled_;  // Y, D⁻¹Y
  MatrixOf<double, P, P> schur_;
  VectorP reference_;
  std::vector<Index> dropped_;
  Index guilty_ = -1;
};

}  // namespace kreisel
