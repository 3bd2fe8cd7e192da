// A solution for a made-up right-hand side that shows how good a factorisation is.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "kreisel/linear/block_matrix.hpp"
#include "kreisel/linear/scalars.hpp"

namespace kreisel {

/// r is as large as the rows of S, which gives a body velocities of about one if nothing holds it; s is zero. The numbers are the same every time.
template <class Scalar>
class TrialSolution {
 public:
  using Values = VectorOf<Scalar, Dynamic>;

  Values x, y;

  void resize(const BlockPattern& pattern) {
    for (Values* v : {&x, &residual_x_}) v->setZero(pattern.dimension());
    for (Values* v : {&y, &residual_y_}) v->setZero(pattern.rows());
    size_x_.setZero(pattern.dimension());
    size_y_.setZero(pattern.rows());
  }

  /// (x, y) = (r, s), to be solved in place.
  void set_right(const BlockSquare<Scalar>& square) {
    for (Index b = 0; b < static_cast<Index>(square.pattern().bodies().size()); ++b)
      for (Index k = 0; k < square.pattern().body(b).size; ++k) {
        const Index i = square.pattern().body(b).first + k;
        x[i] = velocity(i) * square.diagonal(b).row(k).cwiseAbs().maxCoeff();
      }
    y.setZero();
    residual_x_ = x;
  }

  /// How much of the dropped rows (x, y) violates, relative to what free bodies would. Dropped rightly: they follow from
  /// the others.
  double violation(const BlockStrips<Scalar>& l, const std::vector<Index>& dropped) const {
    double largest = 0.0;
    for (const Index row : dropped) {
      Scalar sum(0.0);
      double size = 0.0;
      Index column = 0;
      for_each_entry(l.pattern(), l.pattern().strip_of_row(row), [&](Index j) {
        const Scalar& entry = l.row(row)[column++];
        sum += product(entry, x[j]);
        size += magnitude(entry);
      });
      if (size > 0.0) largest = std::max(largest, magnitude(sum) / size);
    }
    return largest;
  }

  /// What (x, y) leaves of the equations, relative to the sum of the terms there; without the dropped rows.
  double backward_error(const BlockSquare<Scalar>& square, const BlockStrips<Scalar>& u,
                        const BlockStrips<Scalar>& l, const Values& c, const std::vector<Index>& dropped) {
    size_x_ = residual_x_.cwiseAbs();
    residual_y_.setZero();
    size_y_.setZero();
    subtract_square(square);
    for (Index i = 0; i < y.size(); ++i) {
      subtract_row(u.pattern(), i, u.row(i), l.row(i));
      subtract(-product(c[i], y[i]), residual_y_[i], size_y_[i]);
    }
    for (const Index row : dropped) residual_y_[row] = 0.0;
    return std::max(largest_ratio(residual_x_, size_x_), largest_ratio(residual_y_, size_y_));
  }

 private:
  /// Between 0.5 and 1.5 without a pattern: multiples of the golden ratio spread evenly.
  static double velocity(Index i) {
    const double multiple = 0.6180339887498949 * static_cast<double>(i + 1);
    return 0.5 + multiple - std::floor(multiple);
  }

  static void subtract(const Scalar& term, Scalar& residual, double& size) {
    residual -= term;
    size += magnitude(term);
  }

  /// visit(coordinate) for the entries of a row of the strip.
  template <class Visit>
  static void for_each_entry(const BlockPattern& p, const BlockPattern::Strip& strip, Visit&& visit) {
    for (const Index body : strip.bodies)
      for (Index k = 0; k < p.body(body).size; ++k) visit(p.body(body).first + k);
  }

  template <class Row>
  void subtract_row(const BlockPattern& p, Index i, const Row& u, const Row& l) {
    Index column = 0;
    for_each_entry(p, p.strip_of_row(i), [&](Index j) {
      subtract(product(u[column], y[i]), residual_x_[j], size_x_[j]);
      subtract(product(l[column], x[j]), residual_y_[i], size_y_[i]);
      ++column;
    });
  }

  void subtract_square(const BlockSquare<Scalar>& a) {
    const BlockPattern& p = a.pattern();
    const auto block = [&](const auto& values, Index rows, Index columns) {
      for (Index j = 0; j < values.cols(); ++j)
        for (Index i = 0; i < values.rows(); ++i)
          subtract(product(values(i, j), x[columns + j]), residual_x_[rows + i], size_x_[rows + i]);
    };
    for (Index b = 0; b < static_cast<Index>(p.bodies().size()); ++b)
      block(a.diagonal(b), p.body(b).first, p.body(b).first);
    if (a.is_diagonal()) return;
    for (const auto& c : p.couplings()) {
      block(a.upper(c), p.body(c.first).first, p.body(c.second).first);
      block(a.lower(c), p.body(c.second).first, p.body(c.first).first);
    }
  }

  static double largest_ratio(const Values& residual, const Vector& size) {
    double largest = 0.0;
    for (Index i = 0; i < residual.size(); ++i)
      if (const double part = magnitude(residual[i]); part != 0.0 && !(part <= largest * size[i]))
        largest = part / size[i];
    return largest;
  }

  Values residual_x_, residual_y_;
  Vector size_x_, size_y_;
};

}  // namespace kreisel
