// Small arrays whose operations are counted: the work of a program in a language of arrays. There a sum, a product, a
// system or a part of an array is one operation, and for arrays of a few numbers each of them takes about the same
// time. Counts are the same on every machine, however loaded.
#pragma once

#include <Eigen/Core>
#include <initializer_list>
#include <vector>

namespace kreisel::experiments {

struct Work {
  long operations = 0;       // on arrays
  long matrix_products = 0;  // of them matrix times matrix
  long vector_products = 0;  // of them matrix times column
  double flops = 0.0;        // of all operations

  Work operator-(const Work& before) const {
    return {operations - before.operations, matrix_products - before.matrix_products,
            vector_products - before.vector_products, flops - before.flops};
  }
};

/// What the calling thread has done so far.
const Work& work_so_far();

/// A column or a matrix of at most 16 by 16 numbers.
class Array {
 public:
  using Store = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, 16, 16>;

  Array() = default;
  /// Making one from given numbers is not counted: constants of a program.
  template <class Derived>
  Array(const Eigen::MatrixBase<Derived>& values) : store_(values) {}  // NOLINT(google-explicit-constructor)

  const Store& values() const { return store_; }
  Eigen::Index rows() const { return store_.rows(); }
  Eigen::Index cols() const { return store_.cols(); }
  bool is_finite() const { return store_.allFinite(); }

  Array operator+(const Array& b) const;
  Array operator-(const Array& b) const;
  Array operator-() const;
  Array operator*(const Array& b) const;
  Array operator/(double divisor) const { return (1.0 / divisor) * *this; }
  friend Array operator*(double factor, const Array& a);

  Array transposed() const;
  /// this \ b.
  Array solve(const Array& b) const;
  Array rows_from(Eigen::Index first, Eigen::Index count) const;
  Array column(Eigen::Index i) const;
  double norm() const;

 private:
  Store store_ = {};
};

Array zeros(Eigen::Index rows, Eigen::Index cols);
Array identity(Eigen::Index n);
/// One above the other, one operation as in [a; b].
Array stacked(std::initializer_list<Array> parts);
/// [a b; c d], ..., given row by row: one operation.
Array blocks(std::initializer_list<std::initializer_list<Array>> rows);
/// [first rest]: not counted, for histories at the start.
Array widened(const Array& first, const Array& rest);
/// [a, b, ...], one operation.
Array side_by_side(const std::vector<Array>& columns);
/// [first old(:, 1:end-1)]: a history moved by one.
Array shifted(const Array& first, const Array& old);
/// The matrix of w × ., one operation.
Array tilde(const Array& w);
/// The largest |a_i| / (atol + rtol |b_i|) in the root mean square.
double weighted_norm(const Array& a, const Array& b, double atol, double rtol);

}  // namespace kreisel::experiments
