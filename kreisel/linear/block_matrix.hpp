// Matrices in blocks, all of one pattern: BlockSquare (bodies × bodies) and BlockStrips (rows × bodies).
//
// Values of matrices of one kind and pattern lie in the same order: sums are sums of values().
#pragma once

#include "kreisel/linear/block_pattern.hpp"

namespace kreisel {

/// n×n: the diagonal blocks of the bodies and, unless it is block diagonal, the blocks of coupled bodies.
/// Blocks are stored column by column.
template <class Scalar = double>
class BlockSquare {
 public:
  using Values = VectorOf<Scalar, Dynamic>;
  using Block = Eigen::Map<MatrixOf<Scalar, Dynamic, Dynamic>>;
  using ConstBlock = Eigen::Map<const MatrixOf<Scalar, Dynamic, Dynamic>>;

  void resize(SharedPattern pattern, bool is_diagonal) {
    pattern_ = std::move(pattern);
    is_diagonal_ = is_diagonal || pattern_->couplings().empty();
    values_.setZero(is_diagonal ? pattern_->diagonal_values() : pattern_->square_values());
  }

  const BlockPattern& pattern() const { return *pattern_; }
  const SharedPattern& shared_pattern() const { return pattern_; }
  bool is_diagonal() const { return is_diagonal_; }
  Index rows() const { return pattern_->dimension(); }
  Index cols() const { return pattern_->dimension(); }
  Values& values() { return values_; }
  const Values& values() const { return values_; }
  void setZero() { values_.setZero(); }

  Block diagonal(Index i) {
    const auto& body = pattern_->body(i);
    return {values_.data() + body.square, body.size, body.size};
  }
  ConstBlock diagonal(Index i) const {
    const auto& body = pattern_->body(i);
    return {values_.data() + body.square, body.size, body.size};
  }
  /// Block (first, second) of a coupling.
  Block upper(const BlockPattern::Coupling& c) {
    return {values_.data() + c.square, pattern_->body(c.first).size, pattern_->body(c.second).size};
  }
  ConstBlock upper(const BlockPattern::Coupling& c) const {
    return {values_.data() + c.square, pattern_->body(c.first).size, pattern_->body(c.second).size};
  }
  /// Block (second, first).
  Block lower(const BlockPattern::Coupling& c) {
    const Index a = pattern_->body(c.first).size, b = pattern_->body(c.second).size;
    return {values_.data() + c.square + a * b, b, a};
  }
  ConstBlock lower(const BlockPattern::Coupling& c) const {
    const Index a = pattern_->body(c.first).size, b = pattern_->body(c.second).size;
    return {values_.data() + c.square + a * b, b, a};
  }
  /// The entries of the diagonal, which tell the mass of a coordinate.
  Scalar diagonal_entry(Index body, Index i) const { return diagonal(body)(i, i); }

 private:
  SharedPattern pattern_;
  bool is_diagonal_ = true;
  Values values_;
};

/// m×n: for every strip the blocks of its bodies.
template <class Scalar = double>
class BlockStrips {
 public:
  using Values = VectorOf<Scalar, Dynamic>;
  using RowMajor = Eigen::Matrix<Scalar, Dynamic, Dynamic, Eigen::RowMajor>;
  using Strip = Eigen::Map<RowMajor>;
  using ConstStrip = Eigen::Map<const RowMajor>;
  using Row = Eigen::Map<Eigen::Matrix<Scalar, 1, Dynamic>>;
  using ConstRow = Eigen::Map<const Eigen::Matrix<Scalar, 1, Dynamic>>;

  void resize(SharedPattern pattern) {
    pattern_ = std::move(pattern);
    values_.setZero(pattern_->strip_values());
  }

  const BlockPattern& pattern() const { return *pattern_; }
  const SharedPattern& shared_pattern() const { return pattern_; }
  Index rows() const { return pattern_->rows(); }
  Index cols() const { return pattern_->dimension(); }
  Values& values() { return values_; }
  const Values& values() const { return values_; }
  void setZero() { values_.setZero(); }

  /// All blocks of a strip side by side.
  Strip strip(const BlockPattern::Strip& s) { return {values_.data() + s.value, s.size, s.width}; }
  ConstStrip strip(const BlockPattern::Strip& s) const { return {values_.data() + s.value, s.size, s.width}; }
  /// What a row has that is not zero for good; products of rows of one strip are those of the whole rows.
  Row row(Index i) {
    const auto& s = pattern_->strip_of_row(i);
    return {values_.data() + s.value + (i - s.first) * s.width, 1, s.width};
  }
  ConstRow row(Index i) const {
    const auto& s = pattern_->strip_of_row(i);
    return {values_.data() + s.value + (i - s.first) * s.width, 1, s.width};
  }

 private:
  SharedPattern pattern_;
  Values values_;
};

}  // namespace kreisel
