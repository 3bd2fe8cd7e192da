// Where the matrices of a large system can be non-zero: blocks of bodies, strips of rows.
//
// The n velocities are divided among bodies, the m rows into strips (the rows of one joint or element), and every strip
// touches a few bodies. Forces between two bodies couple their blocks. Everything else is zero for good, so that the cost
// of a product is the number of blocks.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "kreisel/core/contracts.hpp"
#include "kreisel/core/types.hpp"

namespace kreisel {

/// An index of Eigen as one of the standard library.
inline std::size_t at(Index i) {
  return static_cast<std::size_t>(i);
}

class BlockPattern {
 public:
  /// The velocities of a body.
  struct Body {
    Index first = 0, size = 0;
    Index square = 0;  // where its diagonal block begins among the values of a BlockSquare
  };
  /// The rows of a joint. Its values are a matrix stored row by row: one row after the other, in it the bodies in this
  /// order.
  struct Strip {
    Index first = 0, size = 0;
    std::vector<Index> bodies = {};  // without repetition
    Index width = 0;                 // sum of their sizes
    Index value = 0;                 // where it begins among the values of BlockStrips
  };
  /// Two bodies with off-diagonal blocks (first, second) and (second, first), stored one after the other.
  struct Coupling {
    Index first = 0, second = 0;
    Index square = 0;
  };

  BlockPattern() = default;
  /// Sizes of the bodies; rows and bodies of each strip; pairs of bodies coupled by forces, each pair once.
  BlockPattern(const std::vector<Index>& body_sizes,
               const std::vector<std::pair<Index, std::vector<Index>>>& strips,
               const std::vector<std::pair<Index, Index>>& couplings = {}) {
    for (const Index size : body_sizes) {
      bodies_.push_back({dimension_, size, square_values_});
      dimension_ += size;
      square_values_ += size * size;
    }
    diagonal_values_ = square_values_;
    for (const auto& [rows, touched] : strips) {
      Strip strip{rows_, rows, touched, 0, strip_values_};
      for (const Index body : touched) strip.width += bodies_[static_cast<std::size_t>(body)].size;
      for (Index i = 0; i < rows; ++i) strip_of_row_.push_back(static_cast<Index>(strips_.size()));
      rows_ += rows;
      strip_values_ += rows * strip.width;
      strips_.push_back(std::move(strip));
    }
    for (const auto& [first, second] : couplings) {
      KREISEL_EXPECTS(first != second);
      couplings_.push_back({first, second, square_values_});
      square_values_ +=
          2 * bodies_[static_cast<std::size_t>(first)].size * bodies_[static_cast<std::size_t>(second)].size;
    }
  }

  BlockPattern uncoupled() const {
    BlockPattern other = *this;
    other.couplings_.clear();
    other.square_values_ = diagonal_values_;
    return other;
  }

  const std::vector<Body>& bodies() const { return bodies_; }
  const std::vector<Strip>& strips() const { return strips_; }
  const std::vector<Coupling>& couplings() const { return couplings_; }
  const Body& body(Index i) const { return bodies_[static_cast<std::size_t>(i)]; }
  /// The body a velocity belongs to.
  const Body& body_of(Index coordinate) const {
    const auto after = std::upper_bound(bodies_.begin(), bodies_.end(), coordinate,
                                        [](Index i, const Body& body) { return i < body.first; });
    return *(after - 1);
  }
  const Strip& strip_of_row(Index row) const {
    return strips_[static_cast<std::size_t>(strip_of_row_[static_cast<std::size_t>(row)])];
  }
  Index dimension() const { return dimension_; }
  Index rows() const { return rows_; }
  Index diagonal_values() const { return diagonal_values_; }  // of a BlockSquare without couplings
  Index square_values() const { return square_values_; }
  Index strip_values() const { return strip_values_; }

 private:
  std::vector<Body> bodies_;
  std::vector<Strip> strips_;
  std::vector<Coupling> couplings_;
  std::vector<Index> strip_of_row_;
  Index dimension_ = 0, rows_ = 0, diagonal_values_ = 0, square_values_ = 0, strip_values_ = 0;
};

using SharedPattern = std::shared_ptr<const BlockPattern>;

/// The same bodies and strips, for matrices in which forces couple no bodies: that of masses.
inline SharedPattern without_couplings(const SharedPattern& pattern) {
  if (pattern->couplings().empty()) return pattern;
  return std::make_shared<const BlockPattern>(pattern->uncoupled());
}

}  // namespace kreisel
