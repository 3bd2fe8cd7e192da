// Runs a program of elimination over numbers: real and complex, with kernels of fixed width.
#include "kreisel/linear/block_factors.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "kreisel/linear/block_kernels.hpp"
#include "kreisel/linear/kernel_status.hpp"

namespace kreisel {
namespace {

using namespace block_kernels;
using Pivot = BlockProgram::Pivot;
using Neighbour = BlockProgram::Neighbour;

/// Does this pivot of a body point where the mass of its coordinate does?
bool is_positive(double pivot, double) {
  return pivot > 0.0;
}
bool is_positive(const Complex& pivot, const Complex& mass) {
  return pivot.real() * mass.real() + pivot.imag() * mass.imag() > 0.0;
}

template <class Scalar>
struct Elimination {
  const BlockProgram& program;
  const Scalar* masses;  // values of S
  Scalar* values;
  double* reference;
  std::vector<Index>& dropped;
  const unsigned char* left_out;
  bool is_symmetric = false;
  typename BlockFactors<Scalar>::Health health = {};

  void run() {
    for (const Pivot& pivot : program.pivots()) {
      const Neighbour* neighbours = program.neighbours().data() + pivot.neighbours;
      if (pivot.count == 1)
        with_extents(pivot.size, neighbours->size, [&](auto n, auto m) {
          factorize_pivot(n, pivot);
          eliminate_beside(n, m, pivot, *neighbours);
        });
      else
        run_several(pivot, neighbours);
    }
  }

  void run_several(const Pivot& pivot, const Neighbour* neighbours) {
    with_extent(pivot.size, [&](auto n) { factorize_pivot(n, pivot); });
    for (int j = 0; j < pivot.count; ++j)
      with_extents(pivot.size, neighbours[j].size,
                   [&](auto n, auto m) { eliminate_beside(n, m, pivot, neighbours[j]); });
    const BlockProgram::Pair* pair = program.pairs().data() + pivot.pairs;
    for (int i = 0; i < pivot.count; ++i)
      for (int j = i + 1; j < pivot.count; ++j, ++pair)
        update_pair(pivot, neighbours[i], neighbours[j], *pair);
  }

  template <class N>
  void factorize_pivot(N n, const Pivot& pivot) {
    Scalar* p = values + pivot.diagonal;
    const double* ref = reference + pivot.reference;
    if (pivot.is_strip)
      factorize(n, p, [&](Index k, const Scalar& x) { return accept_row(pivot.first + k, ref[k], x); });
    else
      factorize_body(n, p, ref, masses + pivot.source);
  }

  template <class N>
  void factorize_body(N n, Scalar* p, const double* ref, const Scalar* mass) {
    bool is_healthy = true, is_definite = true;
    factorize(n, p, [&](Index k, const Scalar& x) {
      is_healthy = is_healthy && magnitude(x) > redundancy_threshold * ref[k];
      is_definite = is_definite && is_positive(x, mass[k + k * n]);
      return reciprocal_of(x);
    });
    if (!is_healthy) health.has_failed = true;
    if (!is_definite) health.has_negative_body = true;
  }

  /// A redundant row gets the reciprocal 0: its multiplier is zero and it acts on nothing.
  Scalar accept_row(Index row, double ref, const Scalar& pivot) {
    const double size = magnitude(pivot);
    if (!(size > redundancy_threshold * ref) || left_out[row] != 0) {
      if (!std::isfinite(size)) health.has_failed = true;
      dropped.push_back(row);
      return Scalar(0.0);
    }
    const Scalar reciprocal = reciprocal_of(pivot);
    health.row_sensitivity = std::max(health.row_sensitivity, magnitude(reciprocal));
    health.row_share = std::min(health.row_share, size / ref);
    return reciprocal;
  }

  /// U_j <- P⁻¹U_j, and what the diagonal block of the neighbour loses.
  template <class N, class M>
  void eliminate_beside(N n, M m, const Pivot& pivot, const Neighbour& j) {
    const Scalar* p = values + pivot.diagonal;
    Scalar *u = values + j.u, *v = values + j.v, *diagonal = values + j.diagonal;
    if (is_symmetric) std::copy_n(u, n * m, v);
    double* ref = reference + j.reference;
    if (pivot.is_strip) {
      solve_rows(n, m, p, u);
      update_by_rows(n, m, m, u, v, diagonal);
    } else {
      solve_columns(n, m, p, u);
      update_by_columns(n, m, m, u, v, diagonal);
    }
    for (Index k = 0; k < m; ++k) ref[k] = std::max(ref[k], magnitude(diagonal[k + k * m]));
  }

  /// Blocks beside an earlier strip are stored row by row, hence the two orders.
  void update_pair(const Pivot& pivot, const Neighbour& i, const Neighbour& j,
                   const BlockProgram::Pair& pair) {
    const bool by_rows = i.is_strip;
    const Neighbour &rows = by_rows ? i : j, &columns = by_rows ? j : i;
    const Scalar *u_rows = values + rows.u, *v_rows = values + rows.v;
    const Scalar *u_columns = values + columns.u, *v_columns = values + columns.v;
    Scalar *above = values + pair.u, *below = values + pair.v;
    if (!by_rows) std::swap(above, below);
    with_extents(pivot.size, columns.size, [&](auto n, auto m) {
      const Index count = rows.size;
      if (is_symmetric) {
        // What is to lie beside the pivot of the pair; below follows from it.
        const Scalar *x = by_rows ? v_rows : u_rows, *y = by_rows ? u_columns : v_columns;
        Scalar* to = by_rows ? above : below;
        if (pivot.is_strip)
          update_by_rows(n, m, count, x, y, to);
        else
          update_by_columns(n, m, count, x, y, to);
      } else if (pivot.is_strip) {
        update_by_rows(n, m, count, v_rows, u_columns, above);
        update_by_rows(n, m, count, u_rows, v_columns, below);
      } else {
        update_by_columns(n, m, count, v_rows, u_columns, above);
        update_by_columns(n, m, count, u_rows, v_columns, below);
      }
    });
  }
};

/// With the rows of a strip's blocks, or the columns of a body's, side by side.
template <class N, class M, class Scalar>
void forward_beside(N n, M m, bool is_strip, const Scalar* v, const Scalar* x, Scalar* y) {
  if (is_strip)
    update_by_rows(n, m, 1, x, v, y);
  else
    update_by_columns(n, m, 1, x, v, y);
}
template <class N, class M, class Scalar>
void backward_beside(N n, M m, bool is_strip, const Scalar* u, const Scalar* y, Scalar* x) {
  if (is_strip)
    update_by_columns(m, n, 1, y, u, x);
  else
    update_by_rows(m, n, 1, y, u, x);
}

template <class Scalar>
void forward(const BlockProgram& program, const Scalar* values, Scalar* const* right) {
  for (const Pivot& pivot : program.pivots()) {
    const Neighbour* j = program.neighbours().data() + pivot.neighbours;
    Scalar* x = right[pivot.is_strip] + pivot.first;
    if (pivot.count == 1) {
      with_extents(pivot.size, j->size, [&](auto n, auto m) {
        solve_columns(n, Extent<1>{}, values + pivot.diagonal, x);
        forward_beside(n, m, pivot.is_strip, values + j->v, x, right[j->is_strip] + j->first);
      });
      continue;
    }
    with_extent(pivot.size, [&](auto n) { solve_columns(n, Extent<1>{}, values + pivot.diagonal, x); });
    for (const Neighbour* end = j + pivot.count; j != end; ++j)
      with_extents(pivot.size, j->size, [&](auto n, auto m) {
        forward_beside(n, m, pivot.is_strip, values + j->v, x, right[j->is_strip] + j->first);
      });
  }
}

template <class Scalar>
void backward(const BlockProgram& program, const Scalar* values, Scalar* const* right) {
  for (std::size_t k = program.pivots().size(); k-- > 0;) {
    const Pivot& pivot = program.pivots()[k];
    const Neighbour* j = program.neighbours().data() + pivot.neighbours;
    Scalar* x = right[pivot.is_strip] + pivot.first;
    for (const Neighbour* end = j + pivot.count; j != end; ++j)
      with_extents(pivot.size, j->size, [&](auto n, auto m) {
        backward_beside(n, m, pivot.is_strip, values + j->u, right[j->is_strip] + j->first, x);
      });
  }
}

}  // namespace

template <class Scalar>
void BlockFactors<Scalar>::resize(std::shared_ptr<const BlockProgram> program) {
  program_ = std::move(program);
  values_.setZero(program_->values());
  reference_.setZero(program_->pattern()->dimension() + program_->pattern()->rows());
  left_out_.resize(at(program_->pattern()->rows()), 0);
}

template <class Scalar>
void BlockFactors<Scalar>::leave_out(const std::vector<Index>& rows) {
  if (rows.empty() && left_out_count_ == 0) return;
  std::fill(left_out_.begin(), left_out_.end(), static_cast<unsigned char>(0));
  for (const Index row : rows) left_out_[at(row)] = 1;
  left_out_count_ = rows.size();
}

template <class Scalar>
void BlockFactors<Scalar>::load(const BlockSquare<Scalar>& s, const BlockStrips<Scalar>& u,
                                const BlockStrips<Scalar>& l, const Values& c) {
  Scalar* values = values_.data();
  for (const auto& range : program_->zeros()) std::fill_n(values + range.first, range.count, Scalar(0.0));
  for (const auto& copy : program_->strip_copies()) {
    const Scalar *from_u = u.values().data() + copy.from, *from_l = l.values().data() + copy.from;
    with_extents(copy.rows, copy.columns, [&](auto n, auto m) {
      copy_rows(n, m, from_u, copy.stride, values + copy.to_u);
      copy_rows(n, m, from_l, copy.stride, values + copy.to_l);
    });
  }
  for (const auto& copy : program_->coupling_copies()) {
    const Scalar* from = s.values().data() + copy.from;
    const Index outer = copy.stride == 1 ? copy.columns : 1;
    for (Index i = 0; i < copy.rows; ++i)
      for (Index k = 0; k < copy.columns; ++k)
        values[copy.to + i * copy.columns + k] = from[i * outer + k * copy.stride];
  }
  for (const Pivot& pivot : program_->pivots()) {
    Scalar* p = values + pivot.diagonal;
    double* reference = reference_.data() + pivot.reference;
    with_extent(pivot.size, [&](auto n) {
      if (pivot.is_strip)
        set_diagonal(n, c.data() + pivot.first, p);
      else
        copy_rows(n, n, s.values().data() + pivot.source, n, p);
      for (Index k = 0; k < n; ++k) reference[k] = magnitude(p[k + k * n]);
    });
  }
}

template <class Scalar>
typename BlockFactors<Scalar>::Health BlockFactors<Scalar>::factorize(
    const BlockSquare<Scalar>& s, const BlockStrips<Scalar>& u, const BlockStrips<Scalar>& l, const Values& c,
    std::vector<Index>& dropped, bool is_symmetric) {
  load(s, u, is_symmetric ? u : l, c);
  Elimination<Scalar> elimination{*program_, s.values().data(), values_.data(), reference_.data(),
                                  dropped,   left_out_.data(),  is_symmetric};
  elimination.run();
  return elimination.health;
}

template <class Scalar>
void BlockFactors<Scalar>::solve(Scalar* r, Scalar* rows) const {
  Scalar* const right[] = {r, rows};
  forward(*program_, values_.data(), right);
  backward(*program_, values_.data(), right);
}

template class BlockFactors<double>;
template class BlockFactors<Complex>;

}  // namespace kreisel
