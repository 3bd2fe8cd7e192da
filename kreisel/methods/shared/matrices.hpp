// What methods do with the matrices of a system, dense or in blocks, beside the products of linear/products.hpp: the one
// place of methods/ that knows there are two kinds. Who compiles methods for a system in blocks includes
// equations/block_operators.hpp and linear/two_level_saddle_point.hpp too; nobody else has to read them.
#pragma once

#include <concepts>
#include <iterator>
#include <type_traits>
#include <vector>

#include "kreisel/equations/mechanical_system.hpp"
#include "kreisel/linear/block_pattern.hpp"
#include "kreisel/linear/blocks.hpp"
#include "kreisel/linear/products.hpp"
#include "kreisel/linear/saddle_point.hpp"

namespace kreisel {

template <class Scalar>
class BlockSquare;
template <class Scalar>
class BlockSaddlePoint;
template <class Scalar>
class TwoLevelSaddlePoint;

template <class System>
concept InBlocks = requires(const System system) {
  { system.pattern() } -> std::convertible_to<SharedPattern>;
};

// ---- shapes ----

/// n×n, zero. In blocks: block diagonal unless it is to hold forces between bodies.
template <class System, class Square>
void shape_square(const System& system, Square& m, [[maybe_unused]] bool is_diagonal = true) {
  if constexpr (InBlocks<System>) {
    m.resize(system.pattern(), is_diagonal);
  } else {
    m.setZero(system.group().dimension(), system.group().dimension());
  }
}

/// m×n, zero.
template <class System>
void shape_rows(const System& system, typename System::RowMatrix& m) {
  if constexpr (InBlocks<System>) {
    m.resize(system.pattern());
  } else {
    m.setZero(row_count(system), system.group().dimension());
  }
}

template <class System>
void shape_tangents(const System& system, typename System::AllTangents& tangents) {
  if constexpr (InBlocks<System>) {
    tangents.resize(system.pattern());
  } else {
    tangents.resize(system.group().dimension(), row_count(system));
  }
}

// ---- kernels ----

namespace detail {

template <class System, int P, class Scalar>
struct KernelOf {
  using Type = SaddlePoint<System::fixed_dimension, P, typename System::Blocks, Scalar>;
};
template <InBlocks System, int P, class Scalar>
struct KernelOf<System, P, Scalar> {
  using Type = BlockSaddlePoint<Scalar>;
};

template <class Scalar>
struct SquareOf {
  template <InBlocks System>
  static BlockSquare<Scalar> of();
  template <class System>
  static MatrixOf<Scalar, System::fixed_dimension, System::fixed_dimension> of();
};

}  // namespace detail

/// The saddle-point kernel of a system, with P rows where that is fixed.
template <class System, int P = System::fixed_rows, class Scalar = double>
using KernelFor = typename detail::KernelOf<System, P, Scalar>::Type;

/// The one of a step: stabilised equations of a system in blocks keep their two levels apart.
template <class System, bool stabilised, int P, class Scalar = double>
using StepKernelFor = std::conditional_t<stabilised && InBlocks<System>, TwoLevelSaddlePoint<Scalar>,
                                         KernelFor<System, P, Scalar>>;

/// n×n over any scalar.
template <class System, class Scalar>
using SquareFor = decltype(detail::SquareOf<Scalar>::template of<System>());

template <class System, class Kernel>
void shape_kernel(const System& system, Kernel& kernel, [[maybe_unused]] Index rows) {
  if constexpr (InBlocks<System>) {
    kernel.resize(system.pattern());
  } else {
    kernel.resize(system.group().dimension(), rows);
    if constexpr (requires { system.drops_redundant_rows(); })
      kernel.drops_redundant_rows = system.drops_redundant_rows();
  }
}

/// For systems with the mass matrix in place of S.
template <class System, class Kernel>
void shape_mass_kernel(const System& system, Kernel& kernel, Index rows) {
  if constexpr (InBlocks<System>)
    kernel.resize(system.has_coupled_masses() ? system.pattern() : without_couplings(system.pattern()));
  else
    shape_kernel(system, kernel, rows);
}

/// Rows that depend on others at the last accepted point stay out of a kernel in blocks: chosen anew in every iterate, off
/// the rows, they would change there. A dense kernel, with pivots, chooses by itself.
template <class System, class Kernel>
void leave_out(Kernel& kernel, const std::vector<Index>& rows) {
  if constexpr (InBlocks<System>) kernel.leave_out(rows);
}
/// What belongs to them is zero.
template <InBlocks System, class Multiplier>
void clear_left_out(const std::vector<Index>& rows, Multiplier& lambda) {
  for (const Index row : rows) lambda[row] = 0.0;
}
template <class System, class Multiplier>
void clear_left_out(const std::vector<Index>&, Multiplier&) {}

/// S = A.
template <class Kernel, class Square>
void load_square(Kernel& kernel, const Square& a) {
  if constexpr (requires { a.pattern(); }) {
    auto& values = kernel.s.values();
    const Index known = a.values().size();
    values.head(known) = a.values();
    values.tail(values.size() - known).setZero();
  } else {
    kernel.s = a;
  }
}

/// U = Bᵀ (its first columns).
template <class Kernel, class RowMatrix>
void load_columns(Kernel& kernel, const RowMatrix& b) {
  if constexpr (requires { kernel.set_columns(b); }) {
    kernel.set_columns(b);
  } else if constexpr (requires { b.pattern(); }) {
    kernel.u.values() =
        b.values().template cast<typename std::decay_t<decltype(kernel.u.values())>::Scalar>();
  } else {
    kernel.u.leftCols(b.rows()) = b.transpose().template cast<typename decltype(kernel.u)::Scalar>();
  }
}

/// L = B (its first rows).
template <class Kernel, class RowMatrix>
void load_rows(Kernel& kernel, const RowMatrix& b) {
  if constexpr (requires { b.pattern(); }) {
    kernel.l.values() =
        b.values().template cast<typename std::decay_t<decltype(kernel.l.values())>::Scalar>();
  } else {
    kernel.l.topRows(b.rows()) = b.template cast<typename decltype(kernel.l)::Scalar>();
  }
}

// ---- sums and products ----

/// S = (a M + b D) T⁻¹ + c K, the matrix of a step; effective: scratch.
template <class System, class Square>
void load_step_matrix(double a, double b, double c, const typename System::AllTangents& tangents,
                      const Square& inverse_t, Square& effective, Square& s) {
  if constexpr (InBlocks<System>) {
    effective.values() = b * tangents.damping.values();
    effective.values().head(tangents.mass.values().size()) += a * tangents.mass.values();
    s.values() = c * tangents.stiffness.values();
    add_product(1.0, effective, inverse_t, s);
  } else {
    for_each_diagonal_block<typename System::Blocks>(s.rows(), [&](auto block) {
      block(effective) = a * block(tangents.mass) + b * block(tangents.damping);
      block(s) = block(effective).lazyProduct(block(inverse_t));
      block(s) += c * block(tangents.stiffness);
    });
  }
}

/// s = a M + b D + c K for any scalar.
template <class System, class Scalar, class Mass, class Square, class Out>
void load_sum(const Scalar& a, const Scalar& b, double c, const Mass& mass, const Square& damping,
              const Square& stiffness, Out& s) {
  if constexpr (InBlocks<System>) {
    s.values() =
        b * damping.values().template cast<Scalar>() + Scalar(c) * stiffness.values().template cast<Scalar>();
    s.values().head(mass.values().size()) += a * mass.values().template cast<Scalar>();
  } else {
    for_each_diagonal_block<typename System::Blocks>(s.rows(), [&](auto block) {
      block(s) = a * block(mass).template cast<Scalar>() + b * block(damping).template cast<Scalar>() +
                 Scalar(c) * block(stiffness).template cast<Scalar>();
    });
  }
}

/// out += A X with X block diagonal.
template <class System, class Square>
void add_block_product(const Square& a, const Square& x, Square& out) {
  if constexpr (InBlocks<System>) {
    add_product(1.0, a, x, out);
  } else {
    for_each_diagonal_block<typename System::Blocks>(
        x.rows(), [&](auto block) { block(out) += block(a).lazyProduct(block(x)); });
  }
}

/// A += a 1.
template <class Square>
void add_to_diagonal(double a, Square& m) {
  if constexpr (requires { m.pattern(); }) {
    for (Index i = 0; i < std::ssize(m.pattern().bodies()); ++i) m.diagonal(i).diagonal().array() += a;
  } else {
    m.diagonal().array() += a;
  }
}

/// The entry of a coordinate on the diagonal.
template <class Square>
double diagonal_entry(const Square& m, Index i) {
  if constexpr (requires { m.pattern(); }) {
    const auto& body = m.pattern().body_of(i);
    return m.values()[body.square + (i - body.first) * (body.size + 1)];
  } else {
    return m(i, i);
  }
}

/// out = factor ad_v, as the matrix of a map.
template <class Group, class Tangent, class Square>
void bracket_matrix_into(const Group& group, double factor, const Tangent& v, Tangent& column,
                         Tangent& bracket, Square& out) {
  if constexpr (requires { out.pattern(); }) {
    bracket_map_into(group, factor, v, out);
  } else {
    for (Index j = 0; j < out.cols(); ++j) {
      column.setZero();
      column[j] = factor;
      bracket_into(group, v, column, bracket);
      out.col(j) = bracket;
    }
  }
}

/// The vector without the blocks' zeros that a row is multiplied with: b_i x.
template <class RowMatrix, class Tangent>
double row_product(const RowMatrix& b, Index i, const Tangent& x) {
  if constexpr (requires { b.pattern(); }) {
    const auto& strip = b.pattern().strip_of_row(i);
    const auto row = b.row(i);
    double sum = 0.0;
    Index column = 0;
    for (const Index body : strip.bodies) {
      const auto& part = b.pattern().body(body);
      sum += row.segment(column, part.size).dot(x.segment(part.first, part.size));
      column += part.size;
    }
    return sum;
  } else {
    return b.row(i).dot(x);
  }
}

/// |b_i| x with the sizes of the entries.
template <class RowMatrix, class Tangent>
double row_size(const RowMatrix& b, Index i, const Tangent& x) {
  if constexpr (requires { b.pattern(); }) {
    const auto& strip = b.pattern().strip_of_row(i);
    const auto row = b.row(i);
    double sum = 0.0;
    Index column = 0;
    for (const Index body : strip.bodies) {
      const auto& part = b.pattern().body(body);
      sum += row.segment(column, part.size).cwiseAbs().dot(x.segment(part.first, part.size));
      column += part.size;
    }
    return sum;
  } else {
    return b.row(i).cwiseAbs().dot(x);
  }
}

/// The numbers of x that a row is multiplied with, in the order of the row's; in blocks they are put into `scratch`.
template <class RowMatrix>
const Vector& seen_by_row(const RowMatrix& b, Index i, const Vector& x, Vector& scratch) {
  if constexpr (requires { b.pattern(); }) {
    const auto& strip = b.pattern().strip_of_row(i);
    scratch.resize(strip.width);
    Index column = 0;
    for (const Index body : strip.bodies) {
      const auto& part = b.pattern().body(body);
      scratch.segment(column, part.size) = x.segment(part.first, part.size);
      column += part.size;
    }
    return scratch;
  } else {
    return x;
  }
}

/// x += factor (b_i)², entry by entry.
template <class RowMatrix>
void add_row_squares(double factor, const RowMatrix& b, Index i, Vector& x) {
  if constexpr (requires { b.pattern(); }) {
    const auto& strip = b.pattern().strip_of_row(i);
    const auto row = b.row(i);
    Index column = 0;
    for (const Index body : strip.bodies) {
      const auto& part = b.pattern().body(body);
      x.segment(part.first, part.size) += factor * row.segment(column, part.size).cwiseAbs2().transpose();
      column += part.size;
    }
  } else {
    x += factor * b.row(i).cwiseAbs2().transpose();
  }
}

/// x += factor b_iᵀ.
template <class RowMatrix, class Tangent>
void add_row(double factor, const RowMatrix& b, Index i, Tangent& x) {
  if constexpr (requires { b.pattern(); }) {
    const auto& strip = b.pattern().strip_of_row(i);
    const auto row = b.row(i);
    Index column = 0;
    for (const Index body : strip.bodies) {
      const auto& part = b.pattern().body(body);
      x.segment(part.first, part.size) += factor * row.segment(column, part.size).transpose();
      column += part.size;
    }
  } else {
    x.noalias() += factor * b.row(i).transpose();
  }
}

}  // namespace kreisel
