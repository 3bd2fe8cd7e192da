// Operations on small arrays, each of which counts itself.
#include "evidence/peers/counted_array.hpp"

#include <Eigen/LU>
#include <cmath>

namespace kreisel::experiments {
namespace {

thread_local Work done;

/// One operation with so many additions and multiplications.
void count(Eigen::Index flops) {
  ++done.operations;
  done.flops += static_cast<double>(flops);
}

}  // namespace

const Work& work_so_far() {
  return done;
}

Array Array::operator+(const Array& b) const {
  count(store_.size());
  return Array(store_ + b.store_);
}

Array Array::operator-(const Array& b) const {
  count(store_.size());
  return Array(store_ - b.store_);
}

Array Array::operator-() const {
  count(store_.size());
  return Array(-store_);
}

Array Array::operator*(const Array& b) const {
  count(2 * store_.rows() * store_.cols() * b.store_.cols());
  ++(b.cols() == 1 ? done.vector_products : done.matrix_products);
  Store product = store_.lazyProduct(b.store_);
  return Array(product);
}

Array operator*(double factor, const Array& a) {
  count(a.store_.size());
  return Array(factor * a.store_);
}

Array Array::transposed() const {
  count(0);
  Store turned = store_.transpose();
  return Array(turned);
}

Array Array::solve(const Array& b) const {
  const Eigen::Index n = store_.rows();
  count(2 * n * n * n / 3 + 2 * n * n * b.cols());
  Store solution = Eigen::PartialPivLU<Store>(store_).solve(b.store_);
  return Array(solution);
}

Array Array::rows_from(Eigen::Index first, Eigen::Index count_of_rows) const {
  count(0);
  return Array(store_.middleRows(first, count_of_rows));
}

Array Array::column(Eigen::Index i) const {
  count(0);
  return Array(store_.col(i));
}

double Array::norm() const {
  count(2 * store_.size());
  return store_.norm();
}

Array zeros(Eigen::Index rows, Eigen::Index cols) {
  return Array(Array::Store::Zero(rows, cols));
}

Array identity(Eigen::Index n) {
  return Array(Array::Store::Identity(n, n));
}

Array stacked(std::initializer_list<Array> parts) {
  count(0);
  Eigen::Index rows = 0;
  for (const Array& part : parts) rows += part.rows();
  Array::Store all(rows, parts.begin()->cols());
  Eigen::Index at = 0;
  for (const Array& part : parts) {
    all.middleRows(at, part.rows()) = part.values();
    at += part.rows();
  }
  return Array(all);
}

Array blocks(std::initializer_list<std::initializer_list<Array>> rows) {
  count(0);
  Eigen::Index height = 0, width = 0;
  for (const auto& row : rows) height += row.begin()->rows();
  for (const Array& part : *rows.begin()) width += part.cols();
  Array::Store all(height, width);
  Eigen::Index top = 0;
  for (const auto& row : rows) {
    Eigen::Index left = 0;
    for (const Array& part : row) {
      all.block(top, left, part.rows(), part.cols()) = part.values();
      left += part.cols();
    }
    top += row.begin()->rows();
  }
  return Array(all);
}

Array widened(const Array& first, const Array& rest) {
  Array::Store all(first.rows(), rest.cols() + 1);
  all << first.values(), rest.values();
  return Array(all);
}

Array side_by_side(const std::vector<Array>& columns) {
  count(0);
  Array::Store all(columns.front().rows(), static_cast<Eigen::Index>(columns.size()));
  for (std::size_t i = 0; i < columns.size(); ++i)
    all.col(static_cast<Eigen::Index>(i)) = columns[i].values();
  return Array(all);
}

Array shifted(const Array& first, const Array& old) {
  count(0);
  Array::Store all(old.rows(), old.cols());
  all.col(0) = first.values();
  for (Eigen::Index i = 1; i < old.cols(); ++i) all.col(i) = old.values().col(i - 1);
  return Array(all);
}

Array tilde(const Array& w) {
  count(0);
  const double x = w.values()(0, 0), y = w.values()(1, 0), z = w.values()(2, 0);
  Array::Store s(3, 3);
  s << 0.0, -z, y, z, 0.0, -x, -y, x, 0.0;
  return Array(s);
}

double weighted_norm(const Array& a, const Array& b, double atol, double rtol) {
  for (int i = 0; i < 5; ++i) count(a.rows());  // |b|, rtol times it, atol added, quotient, norm
  const auto weights = (atol + rtol * b.values().array().abs()).eval();
  return std::sqrt((a.values().array() / weights).square().mean());
}

}  // namespace kreisel::experiments
