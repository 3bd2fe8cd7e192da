// Products of the matrices of a system, written alike for dense ones and for those in blocks; nothing allocates.
#pragma once

#include "kreisel/linear/block_matrix.hpp"

namespace kreisel {

/// All numbers of a matrix as one array, for sums of matrices of one shape.
template <class D>
D& values_of(Eigen::MatrixBase<D>& m) {
  return m.derived();
}
template <class D>
const D& values_of(const Eigen::MatrixBase<D>& m) {
  return m.derived();
}
template <class S>
auto& values_of(BlockSquare<S>& m) {
  return m.values();
}
template <class S>
const auto& values_of(const BlockSquare<S>& m) {
  return m.values();
}
template <class S>
auto& values_of(BlockStrips<S>& m) {
  return m.values();
}
template <class S>
const auto& values_of(const BlockStrips<S>& m) {
  return m.values();
}

// ---- dense ----

/// out = A x, for a vector or a matrix x.
template <class A, class X, class Out>
void product_into(const Eigen::MatrixBase<A>& a, const Eigen::MatrixBase<X>& x, Eigen::MatrixBase<Out>& out) {
  out.derived().noalias() = a.derived().lazyProduct(x.derived());
}
/// out += factor A x.
template <class A, class X, class Out>
void add_product(double factor, const Eigen::MatrixBase<A>& a, const Eigen::MatrixBase<X>& x,
                 Eigen::MatrixBase<Out>& out) {
  if (factor == 1.0)
    out.derived().noalias() += a.derived().lazyProduct(x.derived());
  else if (factor == -1.0)
    out.derived().noalias() -= a.derived().lazyProduct(x.derived());
  else
    out.derived().noalias() += factor * a.derived().lazyProduct(x.derived());
}
/// out += factor Aᵀ x.
template <class A, class X, class Out>
void add_transposed_product(double factor, const Eigen::MatrixBase<A>& a, const Eigen::MatrixBase<X>& x,
                            Eigen::MatrixBase<Out>& out) {
  add_product(factor, a.derived().transpose(), x, out);
}

// ---- in blocks ----

namespace detail {

/// visit(strip matrix, position of the body in the strip's columns, body) for all blocks.
template <class Strips, class Visit>
void for_each_strip_block(Strips& a, Visit&& visit) {
  for (const auto& s : a.pattern().strips()) {
    auto rows = a.strip(s);
    Index column = 0;
    for (const Index body : s.bodies) {
      const auto& b = a.pattern().body(body);
      visit(s, rows.middleCols(column, b.size), column, body);
      column += b.size;
    }
  }
}

}  // namespace detail

template <class S, class X, class Out>
void add_product(double factor, const BlockSquare<S>& a, const Eigen::MatrixBase<X>& x,
                 Eigen::MatrixBase<Out>& out) {
  const BlockPattern& p = a.pattern();
  for (std::size_t i = 0; i < p.bodies().size(); ++i) {
    const auto& b = p.bodies()[i];
    out.derived().segment(b.first, b.size).noalias() +=
        factor * a.diagonal(static_cast<Index>(i)).lazyProduct(x.derived().segment(b.first, b.size));
  }
  if (a.is_diagonal()) return;
  for (const auto& c : p.couplings()) {
    const auto &f = p.body(c.first), &s = p.body(c.second);
    out.derived().segment(f.first, f.size).noalias() +=
        factor * a.upper(c).lazyProduct(x.derived().segment(s.first, s.size));
    out.derived().segment(s.first, s.size).noalias() +=
        factor * a.lower(c).lazyProduct(x.derived().segment(f.first, f.size));
  }
}
template <class S, class X, class Out>
void add_product(double factor, const BlockStrips<S>& a, const Eigen::MatrixBase<X>& x,
                 Eigen::MatrixBase<Out>& out) {
  detail::for_each_strip_block(a, [&](const auto& s, const auto& block, Index, Index body) {
    const auto& b = a.pattern().body(body);
    out.derived().segment(s.first, s.size).noalias() +=
        factor * block.lazyProduct(x.derived().segment(b.first, b.size));
  });
}
template <class S, class X, class Out>
void product_into(const BlockSquare<S>& a, const Eigen::MatrixBase<X>& x, Eigen::MatrixBase<Out>& out) {
  out.derived().setZero();
  add_product(1.0, a, x, out);
}
template <class S, class X, class Out>
void product_into(const BlockStrips<S>& a, const Eigen::MatrixBase<X>& x, Eigen::MatrixBase<Out>& out) {
  out.derived().setZero();
  add_product(1.0, a, x, out);
}
template <class S, class X, class Out>
void add_transposed_product(double factor, const BlockStrips<S>& a, const Eigen::MatrixBase<X>& x,
                            Eigen::MatrixBase<Out>& out) {
  detail::for_each_strip_block(a, [&](const auto& s, const auto& block, Index, Index body) {
    const auto& b = a.pattern().body(body);
    out.derived().segment(b.first, b.size).noalias() +=
        factor * block.transpose().lazyProduct(x.derived().segment(s.first, s.size));
  });
}

/// out += factor A X with X block diagonal; out has the blocks of A.
template <class S>
void add_product(double factor, const BlockSquare<S>& a, const BlockSquare<S>& x, BlockSquare<S>& out) {
  KREISEL_EXPECTS(x.is_diagonal());
  const BlockPattern& p = a.pattern();
  for (Index i = 0; i < static_cast<Index>(p.bodies().size()); ++i)
    out.diagonal(i).noalias() += factor * a.diagonal(i).lazyProduct(x.diagonal(i));
  if (a.is_diagonal()) return;
  for (const auto& c : p.couplings()) {
    out.upper(c).noalias() += factor * a.upper(c).lazyProduct(x.diagonal(c.second));
    out.lower(c).noalias() += factor * a.lower(c).lazyProduct(x.diagonal(c.first));
  }
}
template <class S>
void add_product(double factor, const BlockStrips<S>& a, const BlockSquare<S>& x, BlockStrips<S>& out) {
  KREISEL_EXPECTS(x.is_diagonal());
  detail::for_each_strip_block(a, [&](const auto& s, const auto& block, Index column, Index body) {
    out.strip(s).middleCols(column, block.cols()).noalias() += factor * block.lazyProduct(x.diagonal(body));
  });
}
template <class A, class S>
void product_into(const A& a, const BlockSquare<S>& x, A& out) {
  out.setZero();
  add_product(1.0, a, x, out);
}

/// The whole matrix, in a dense one of the right size.
template <class S, class Out>
void copy_into(const BlockSquare<S>& a, Eigen::MatrixBase<Out>& out) {
  const BlockPattern& p = a.pattern();
  out.derived().setZero();
  for (Index i = 0; i < static_cast<Index>(p.bodies().size()); ++i) {
    const auto& b = p.body(i);
    out.derived().block(b.first, b.first, b.size, b.size) = a.diagonal(i);
  }
  if (a.is_diagonal()) return;
  for (const auto& c : p.couplings()) {
    const auto &f = p.body(c.first), &s = p.body(c.second);
    out.derived().block(f.first, s.first, f.size, s.size) = a.upper(c);
    out.derived().block(s.first, f.first, s.size, f.size) = a.lower(c);
  }
}
template <class S, class Out>
void copy_into(const BlockStrips<S>& a, Eigen::MatrixBase<Out>& out) {
  out.derived().setZero();
  detail::for_each_strip_block(a, [&](const auto& s, const auto& block, Index, Index body) {
    const auto& b = a.pattern().body(body);
    out.derived().block(s.first, b.first, s.size, b.size) = block;
  });
}

}  // namespace kreisel
