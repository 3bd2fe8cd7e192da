// Which of the rows that depend on each other are left out: those without which the others are as independent as can be.
//
// Elimination in a fixed order leaves out what comes last, and where the motion makes that row the one that is needed, the
// others nearly depend on each other. The null vectors n of Bᵀ, one for each row that is out, tell: a kept row may take
// the place of the row k that is out when |n_ik| is larger than 1, and gains by that factor (Goreinov and others 2010, "How to find a
// good submatrix").
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "kreisel/core/types.hpp"

namespace kreisel {

class RedundantRows {
 public:
  /// Rows that have become independent come back; others change places while one gains clearly.
  template <class Level>
  void improve(std::vector<Index>& rows, Level& level) {
    constexpr double independent = 1e-6, clearly = 4.0;
    constexpr int most_changes = 50;
    if (rows.empty()) return;
    look(rows, level, independent);
    for (int k = 0; k < most_changes && !rows.empty(); ++k) {
      Index i = 0, out = 0;
      const double gain = null_.leftCols(std::ssize(rows)).cwiseAbs().maxCoeff(&i, &out);
      if (!(gain > clearly)) break;
      exchange(rows, i, out);
    }
    std::sort(rows.begin(), rows.end());
  }

 private:
  /// The null vectors, with rows of B as long as one.
  template <class Level>
  void look(std::vector<Index>& rows, Level& level, double independent) {
    const Index m = level.row_count();
    if (null_.rows() != m || null_.cols() < std::ssize(rows)) null_.resize(m, std::ssize(rows));
    if (vector_.size() != m) vector_.resize(m);
    Index count = 0;
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const Index row = rows[k];
      if (level.null_vector(row, vector_) > independent) continue;
      rows[static_cast<std::size_t>(count)] = row;
      const double length = level.row_length(row);
      for (Index i = 0; i < m; ++i) {
        const bool counts = level.is_rigid(i) && vector_[i] != 0.0;
        null_(i, count) = counts ? vector_[i] * level.row_length(i) / length : 0.0;
      }
      ++count;
    }
    rows.resize(static_cast<std::size_t>(count));
  }

  /// Row i goes, that of the column `out` comes back: null vectors with 1 in row i, and 0 there in the others.
  void exchange(std::vector<Index>& rows, Index i, Index out) {
    null_.col(out) /= null_(i, out);
    for (Index k = 0; k < std::ssize(rows); ++k) {
      if (k == out) continue;
      const double share = null_(i, k);
      null_.col(k) -= share * null_.col(out);
    }
    rows[static_cast<std::size_t>(out)] = i;
  }

  Matrix null_;
  Vector vector_;
};

/// The rigid rows that a method leaves out from one accepted point to the next, the same ones everywhere.
class LeftOutRows {
 public:
  /// Where a run starts.
  template <class Level, class Point, class Equations>
  void start(Level& level, const Point& point, Equations& equations) {
    level.leave_out({});
    level.find_left_out(point.t, point.q, rows_);
    candidate_ = rows_;
    hand_out(level, equations);
  }
  /// At a candidate that was just settled, or at a point that was not.
  template <class Level>
  void look(Level& level) {
    level.improve_left_out(candidate_);
  }
  template <class Level, class Point>
  void look_at(Level& level, const Point& point) {
    if (!rows_.empty()) level.find_left_out(point.t, point.q, candidate_);
  }
  /// The candidate was accepted. True: factorisations from before are of no use.
  template <class Level, class Equations>
  bool accept(Level& level, Equations& equations) {
    if (rows_ == candidate_) return false;
    rows_ = candidate_;
    hand_out(level, equations);
    return true;
  }
  const std::vector<Index>& rows() const { return rows_; }

 private:
  template <class Level, class Equations>
  void hand_out(Level& level, Equations& equations) {
    level.leave_out(rows_);
    equations.leave_out(rows_);
  }

  std::vector<Index> rows_, candidate_;
};

}  // namespace kreisel
