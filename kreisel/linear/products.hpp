// Products of the matrices of a system, written alike for dense ones and for those in blocks; nothing allocates.
#pragma once

#include <iterator>
#include <type_traits>

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

inline constexpr int usual_size = 6;  // of a body; known to the compiler, its products need no loops

/// visit(constant) with the size as a constant where it is the usual one, otherwise Dynamic.
template <class Visit>
void with_size(Index size, Visit&& visit) {
  if (size == usual_size)
    visit(std::integral_constant<int, usual_size>{});
  else
    visit(std::integral_constant<int, Dynamic>{});
}

template <int N, class Block>
auto square_part(Block&& block) {
  return block.template topLeftCorner<N, N>(block.rows(), block.cols());
}
template <int N, class V>
auto body_part(V& x, const BlockPattern::Body& body) {
  return x.template segment<N>(body.first, body.size);
}

/// visit(strip, its columns of a body, where they begin, the body) for all blocks; the columns have N of them.
template <class Strips, class Visit>
void for_each_strip_block(Strips& a, Visit&& visit) {
  const BlockPattern& p = a.pattern();
  for (const auto& s : p.strips()) {
    auto rows = a.strip(s);
    Index column = 0;
    for (const Index body : s.bodies) {
      const auto& b = p.body(body);
      with_size(b.size,
                [&](auto n) { visit(s, rows.template middleCols<n()>(column, b.size), column, body, n); });
      column += b.size;
    }
  }
}

}  // namespace detail

template <class S, class X, class Out>
void add_product(double factor, const BlockSquare<S>& a, const Eigen::MatrixBase<X>& x,
                 Eigen::MatrixBase<Out>& out) {
  const BlockPattern& p = a.pattern();
  for (Index i = 0; i < std::ssize(p.bodies()); ++i) {
    const auto& b = p.body(i);
    detail::with_size(b.size, [&](auto n) {
      detail::body_part<n()>(out.derived(), b).noalias() +=
          factor *
          detail::square_part<n()>(a.diagonal(i)).lazyProduct(detail::body_part<n()>(x.derived(), b));
    });
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
  detail::for_each_strip_block(a, [&](const auto& s, const auto& block, Index, Index body, auto n) {
    out.derived().segment(s.first, s.size).noalias() +=
        factor * block.lazyProduct(detail::body_part<n()>(x.derived(), a.pattern().body(body)));
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
void add_transposed_product(double factor, const BlockSquare<S>& a, const Eigen::MatrixBase<X>& x,
                            Eigen::MatrixBase<Out>& out) {
  KREISEL_EXPECTS(a.is_diagonal());
  for (Index i = 0; i < std::ssize(a.pattern().bodies()); ++i) {
    const auto& b = a.pattern().body(i);
    out.derived().segment(b.first, b.size).noalias() +=
        factor * a.diagonal(i).transpose().lazyProduct(x.derived().segment(b.first, b.size));
  }
}
template <class S, class X, class Out>
void add_transposed_product(double factor, const BlockStrips<S>& a, const Eigen::MatrixBase<X>& x,
                            Eigen::MatrixBase<Out>& out) {
  detail::for_each_strip_block(a, [&](const auto& s, const auto& block, Index, Index body, auto n) {
    detail::body_part<n()>(out.derived(), a.pattern().body(body)).noalias() +=
        factor * block.transpose().lazyProduct(x.derived().segment(s.first, s.size));
  });
}

/// out += factor A X with X block diagonal; out has the blocks of A.
template <class S>
void add_product(double factor, const BlockSquare<S>& a, const BlockSquare<S>& x, BlockSquare<S>& out) {
  KREISEL_EXPECTS(x.is_diagonal());
  const BlockPattern& p = a.pattern();
  for (Index i = 0; i < std::ssize(p.bodies()); ++i)
    detail::with_size(p.body(i).size, [&](auto n) {
      detail::square_part<n()>(out.diagonal(i)).noalias() +=
          factor *
          detail::square_part<n()>(a.diagonal(i)).lazyProduct(detail::square_part<n()>(x.diagonal(i)));
    });
  if (a.is_diagonal()) return;
  for (const auto& c : p.couplings()) {
    out.upper(c).noalias() += factor * a.upper(c).lazyProduct(x.diagonal(c.second));
    out.lower(c).noalias() += factor * a.lower(c).lazyProduct(x.diagonal(c.first));
  }
}
template <class S>
void add_product(double factor, const BlockStrips<S>& a, const BlockSquare<S>& x, BlockStrips<S>& out) {
  KREISEL_EXPECTS(x.is_diagonal());
  detail::for_each_strip_block(a, [&](const auto& s, const auto& block, Index column, Index body, auto n) {
    out.strip(s).template middleCols<n()>(column, block.cols()).noalias() +=
        factor * block.lazyProduct(detail::square_part<n()>(x.diagonal(body)));
  });
}
template <class A, class S>
void product_into(const A& a, const BlockSquare<S>& x, A& out) {
  out.setZero();
  add_product(1.0, a, x, out);
}

/// out += factor Xᵀ A with X block diagonal; out has the blocks of A, or is block diagonal as A then is too.
template <class S>
void add_transposed_product(double factor, const BlockSquare<S>& x, const BlockSquare<S>& a,
                            BlockSquare<S>& out) {
  KREISEL_EXPECTS(x.is_diagonal());
  for (Index i = 0; i < std::ssize(a.pattern().bodies()); ++i)
    out.diagonal(i).noalias() += factor * x.diagonal(i).transpose().lazyProduct(a.diagonal(i));
  if (a.is_diagonal() || out.is_diagonal()) return;
  for (const auto& c : a.pattern().couplings()) {
    out.upper(c).noalias() += factor * x.diagonal(c.first).transpose().lazyProduct(a.upper(c));
    out.lower(c).noalias() += factor * x.diagonal(c.second).transpose().lazyProduct(a.lower(c));
  }
}

/// out = A Xᵀ with X block diagonal, A as long as X is.
template <class A, class X, class Out>
void transposed_product_into(const Eigen::MatrixBase<A>& a, const Eigen::MatrixBase<X>& x,
                             Eigen::MatrixBase<Out>& out) {
  out.derived().noalias() = a.derived().lazyProduct(x.derived().transpose());
}
template <class S>
void transposed_product_into(const BlockStrips<S>& a, const BlockSquare<S>& x, BlockStrips<S>& out) {
  KREISEL_EXPECTS(x.is_diagonal());
  detail::for_each_strip_block(a, [&](const auto& s, const auto& block, Index column, Index body, auto n) {
    out.strip(s).template middleCols<n()>(column, block.cols()).noalias() =
        block.lazyProduct(detail::square_part<n()>(x.diagonal(body)).transpose());
  });
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
  detail::for_each_strip_block(a, [&](const auto& s, const auto& block, Index, Index body, auto) {
    const auto& b = a.pattern().body(body);
    out.derived().block(s.first, b.first, s.size, b.size) = block;
  });
}

}  // namespace kreisel
