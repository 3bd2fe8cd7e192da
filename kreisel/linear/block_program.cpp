// Works out a program of elimination from a pattern, once for all matrices that share it.
#include "kreisel/linear/block_program.hpp"

#include <algorithm>
#include <mutex>
#include <utility>

namespace kreisel {
BlockProgram::BlockProgram(SharedPattern pattern, const BlockOrder& order)
    : pattern_(std::move(pattern)),
      nodes_(order.nodes),
      position_(order.nodes.size()),
      operations_(order.operations),
      has_early_strips_(order.has_early_strips) {
  KREISEL_EXPECTS(nodes_.size() == pattern_->bodies().size() + pattern_->strips().size());
  for (std::size_t k = 0; k < nodes_.size(); ++k) position_[at(nodes_[k])] = static_cast<int>(k);
  const Lists lists = later_neighbours();
  lay_out(lists);
  find_pairs(lists);
  find_copies();
}

/// A pivot hands what it touches on to the first of them: the elimination tree.
BlockProgram::Lists BlockProgram::later_neighbours() const {
  Lists lists(nodes_.size());
  const auto bodies = pattern_->bodies().size();
  const auto connect = [&](std::size_t a, std::size_t b) {
    const auto [low, high] = std::minmax(position_[a], position_[b]);
    lists[static_cast<std::size_t>(low)].push_back(high);
  };
  for (std::size_t k = 0; k < pattern_->strips().size(); ++k)
    for (const Index body : pattern_->strips()[k].bodies) connect(at(body), bodies + k);
  for (const auto& c : pattern_->couplings()) connect(at(c.first), at(c.second));
  for (auto& list : lists) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
    if (list.size() < 2) continue;
    auto& heir = lists[static_cast<std::size_t>(list.front())];
    heir.insert(heir.end(), list.begin() + 1, list.end());
  }
  return lists;
}

void BlockProgram::lay_out(const Lists& lists) {
  const auto bodies = static_cast<Index>(pattern_->bodies().size());
  Index pairs = 0;
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    const Index node = nodes_[k];
    Pivot pivot;
    pivot.is_strip = node >= bodies;
    const Index size =
        pivot.is_strip ? pattern_->strips()[at(node - bodies)].size : pattern_->body(node).size;
    pivot.first = pivot.is_strip ? pattern_->strips()[at(node - bodies)].first : pattern_->body(node).first;
    pivot.reference = pivot.first + (pivot.is_strip ? pattern_->dimension() : 0);
    pivot.source = pivot.is_strip ? 0 : pattern_->body(node).square;
    pivot.size = static_cast<int>(size);
    pivot.count = static_cast<int>(lists[k].size());
    pivot.pairs = pairs;
    pairs += Index{pivot.count} * (pivot.count - 1) / 2;
    largest_size_ = std::max(largest_size_, pivot.size);
    pivots_.push_back(pivot);
  }
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    Pivot& pivot = pivots_[k];
    pivot.diagonal = values_;
    pivot.neighbours = static_cast<Index>(neighbours_.size());
    values_ += Index{pivot.size} * pivot.size;
    for (const int position : lists[k]) {
      const Pivot& other = pivots_[static_cast<std::size_t>(position)];
      const Index count = Index{pivot.size} * other.size;
      neighbours_.push_back(
          {values_, values_ + count, 0, other.first, other.reference, other.size, other.is_strip});
      neighbour_position_.push_back(position);
      values_ += 2 * count;
    }
  }
  for (std::size_t i = 0; i < neighbours_.size(); ++i)
    neighbours_[i].diagonal = pivots_[static_cast<std::size_t>(neighbour_position_[i])].diagonal;
}

void BlockProgram::find_pairs(const Lists& lists) {
  for (const auto& list : lists)
    for (std::size_t i = 0; i < list.size(); ++i) {
      const Pivot& target = pivots_[static_cast<std::size_t>(list[i])];
      const auto& of_target = lists[static_cast<std::size_t>(list[i])];
      auto found = of_target.begin();
      for (std::size_t j = i + 1; j < list.size(); ++j) {
        found = std::lower_bound(found, of_target.end(), list[j]);
        const Neighbour& block = neighbours_[at(target.neighbours + (found - of_target.begin()))];
        pairs_.push_back({block.u, block.v});
      }
    }
}

/// The neighbour that holds the blocks of nodes a and b; is_swapped: b is the pivot.
const BlockProgram::Neighbour* BlockProgram::block_of(Index a, Index b, bool& is_swapped) const {
  const auto [low, high] = std::minmax(position_[at(a)], position_[at(b)]);
  is_swapped = low != position_[at(a)];
  const Pivot& pivot = pivots_[static_cast<std::size_t>(low)];
  const auto first = neighbour_position_.begin() + pivot.neighbours;
  const auto found = std::lower_bound(first, first + pivot.count, high);
  return &neighbours_[at(found - neighbour_position_.begin())];
}

void BlockProgram::find_copies() {
  std::vector<bool> is_copied(neighbours_.size(), false);
  find_strip_copies(is_copied);
  find_coupling_copies(is_copied);
  for (const Pivot& pivot : pivots_)
    for (Index j = pivot.neighbours; j < pivot.neighbours + pivot.count; ++j)
      if (!is_copied[at(j)])
        zeros_.push_back({neighbours_[at(j)].u, 2 * Index{pivot.size} * neighbours_[at(j)].size});
}

void BlockProgram::find_strip_copies(std::vector<bool>& is_copied) {
  const auto bodies = static_cast<Index>(pattern_->bodies().size());
  for (std::size_t k = 0; k < pattern_->strips().size(); ++k) {
    const auto& strip = pattern_->strips()[k];
    Index column = 0;
    for (const Index body : strip.bodies) {
      bool is_swapped = false;
      const Neighbour* block = block_of(body, bodies + static_cast<Index>(k), is_swapped);
      is_copied[at(block - neighbours_.data())] = true;
      const Index width = pattern_->body(body).size;
      strip_copies_.push_back({strip.value + column, is_swapped ? block->v : block->u,
                               is_swapped ? block->u : block->v, strip.width, static_cast<int>(strip.size),
                               static_cast<int>(width)});
      column += width;
    }
  }
  std::sort(strip_copies_.begin(), strip_copies_.end(),
            [](const StripCopy& a, const StripCopy& b) { return a.to_u < b.to_u; });
}

/// Blocks of S are stored column by column, as the pivot wants what lies beside it; what lies below is transposed.
void BlockProgram::find_coupling_copies(std::vector<bool>& is_copied) {
  for (const auto& c : pattern_->couplings()) {
    bool is_swapped = false;
    const Neighbour* block = block_of(c.first, c.second, is_swapped);
    is_copied[at(block - neighbours_.data())] = true;
    const Index a = pattern_->body(c.first).size, b = pattern_->body(c.second).size;
    const Index upper = c.square, lower = c.square + a * b;
    if (is_swapped) {
      coupling_copies_.push_back({lower, block->u, a, b, 1});
      coupling_copies_.push_back({upper, block->v, a, b, a});
    } else {
      coupling_copies_.push_back({upper, block->u, b, a, 1});
      coupling_copies_.push_back({lower, block->v, b, a, b});
    }
  }
}

namespace {

/// Programs that are still in use, by their pattern.
class Programs {
 public:
  template <class Order>
  std::shared_ptr<const BlockProgram> find_or_make(const SharedPattern& pattern, const Order& order) {
    const std::lock_guard lock(mutex_);
    std::erase_if(known_, [](const auto& entry) { return entry.expired(); });
    for (const auto& entry : known_)
      if (auto program = entry.lock(); program && program->pattern() == pattern) return program;
    auto program = std::make_shared<const BlockProgram>(pattern, order(*pattern));
    known_.push_back(program);
    return program;
  }

 private:
  std::mutex mutex_;
  std::vector<std::weak_ptr<const BlockProgram>> known_;
};

}  // namespace

std::shared_ptr<const BlockProgram> program_for(const SharedPattern& pattern) {
  static Programs programs;
  return programs.find_or_make(pattern, cheapest_order);
}

std::shared_ptr<const BlockProgram> late_program_for(const SharedPattern& pattern) {
  static Programs programs;
  return programs.find_or_make(pattern, [](const BlockPattern& p) { return *late_strips_only(p); });
}

}  // namespace kreisel
