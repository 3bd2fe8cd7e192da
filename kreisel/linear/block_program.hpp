// The elimination of a pattern, worked out once: which blocks every pivot changes and where they are stored.
//
// With pivot block P (n×n) and later neighbours j (m_j numbers each), the factors of a pivot are
//   P = LU,   U_j = P⁻¹A_j (n×m_j),   V_j, the transpose of the block below P (n×m_j),
// and every pair i ≤ j of neighbours loses  V_iᵀU_j  above and  (U_iᵀV_j)ᵀ  below the diagonal. The blocks of a pivot lie side
// by side, pivots in the order of elimination. P is stored column by column. U_j and V_j are stored column by column for a
// body and row by row for a strip, so that the numbers of a body are neighbours in both.
#pragma once

#include <memory>
#include <vector>

#include "kreisel/linear/block_order.hpp"
#include "kreisel/linear/block_pattern.hpp"

namespace kreisel {

class BlockProgram {
 public:
  struct Pivot {
    Index diagonal = 0;               // offset of P
    Index first = 0;                  // coordinate of a body, row of a strip
    Index reference = 0;              // the same, strips after bodies
    Index source = 0;                 // of a body: offset of its block in S
    Index neighbours = 0, pairs = 0;  // first ones
    int size = 0, count = 0;          // of itself; of its neighbours
    bool is_strip = false;
  };
  struct Neighbour {
    Index u = 0, v = 0;  // offsets of U_j and V_j
    Index diagonal = 0, first = 0, reference = 0;
    int size = 0;
    bool is_strip = false;
  };
  /// Offsets of the blocks of neighbours i < j of a pivot, in the order (0,1), (0,2), … (1,2), …
  struct Pair {
    Index u = 0, v = 0;
  };
  /// Where values go: offsets in the matrix and in the factors. A stride of S other than 1 transposes.
  struct Copy {
    Index from = 0, to = 0;
    Index rows = 0, columns = 0, stride = 0;
  };
  struct StripCopy {
    Index from = 0, to_u = 0, to_l = 0;  // where the values of u and of l go
    Index stride = 0;
    int rows = 0, columns = 0;
  };
  struct Range {
    Index first = 0, count = 0;
  };

  BlockProgram(SharedPattern pattern, const BlockOrder& order);

  const SharedPattern& pattern() const { return pattern_; }
  const std::vector<Pivot>& pivots() const { return pivots_; }
  const std::vector<Neighbour>& neighbours() const { return neighbours_; }
  const std::vector<Pair>& pairs() const { return pairs_; }
  const std::vector<StripCopy>& strip_copies() const { return strip_copies_; }
  const std::vector<Copy>& coupling_copies() const { return coupling_copies_; }
  const std::vector<Range>& zeros() const { return zeros_; }  // blocks that only elimination fills
  Index values() const { return values_; }
  int largest_size() const { return largest_size_; }
  double operations() const { return operations_; }
  bool has_early_strips() const { return has_early_strips_; }

 private:
  using Lists = std::vector<std::vector<int>>;  // of positions in the order

  Lists later_neighbours() const;
  void lay_out(const Lists& lists);
  void find_pairs(const Lists& lists);
  void find_copies();
  void find_strip_copies(std::vector<bool>& is_copied);
  void find_coupling_copies(std::vector<bool>& is_copied);
  const Neighbour* block_of(Index a, Index b, bool& is_swapped) const;

  SharedPattern pattern_;
  std::vector<Index> nodes_;
  std::vector<int> position_;
  std::vector<Pivot> pivots_;
  std::vector<Neighbour> neighbours_;
  std::vector<int> neighbour_position_;
  std::vector<Pair> pairs_;
  std::vector<StripCopy> strip_copies_;
  std::vector<Copy> coupling_copies_;
  std::vector<Range> zeros_;
  Index values_ = 0;
  int largest_size_ = 0;
  double operations_ = 0.0;
  bool has_early_strips_ = false;
};

/// In the cheapest order; one program for all that share a pattern.
std::shared_ptr<const BlockProgram> program_for(const SharedPattern& pattern);

/// With late strips only: safe for rows of any kind.
std::shared_ptr<const BlockProgram> late_program_for(const SharedPattern& pattern);

}  // namespace kreisel
