// Finds an order of elimination: minimum degree among what is safe to eliminate next.
#include "kreisel/linear/block_order.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <queue>
#include <tuple>
#include <unordered_set>

namespace kreisel {
namespace {

Index count_bodies(const BlockPattern& pattern) {
  return static_cast<Index>(pattern.bodies().size());
}
Index count_nodes(const BlockPattern& pattern) {
  return count_bodies(pattern) + static_cast<Index>(pattern.strips().size());
}

/// Which strips may be eliminated next.
class Safety {
 public:
  explicit Safety(const BlockPattern& pattern)
      : pattern_(pattern),
        parent_(at(count_nodes(pattern))),
        early_(parent_.size(), 0),
        is_grounded_(parent_.size(), false),
        is_gone_(parent_.size(), false),
        is_waiting_(parent_.size(), false),
        waiting_(parent_.size()),
        strips_of_(pattern.bodies().size()) {
    std::iota(parent_.begin(), parent_.end(), Index{0});
    for (std::size_t k = 0; k < pattern.strips().size(); ++k) {
      missing_.push_back(static_cast<Index>(pattern.strips()[k].bodies.size()));
      for (const Index body : pattern.strips()[k].bodies)
        strips_of_[at(body)].push_back(static_cast<Index>(k));
    }
  }

  bool is_late(Index strip) const { return missing_[at(strip)] == 0; }
  bool is_gone(Index node) const { return is_gone_[at(node)]; }
  const std::vector<Index>& strips_of(Index body) const { return strips_of_[at(body)]; }

  bool may_eliminate(Index strip) { return !blocked(strip).is_blocked; }

  /// A strip that only the early strip of a part keeps from being eliminated waits for it. False: it may go.
  bool has_to_wait(Index strip) {
    const Blocked b = blocked(strip);
    if (b.is_blocked && b.by_part >= 0 && !is_waiting_[at(strip)]) {
      is_waiting_[at(strip)] = true;
      waiting_[at(b.by_part)].push_back(strip);
    }
    return b.is_blocked;
  }

  /// Calls freed(strip) for strips that waited for what the body completes.
  template <class Freed>
  void eliminate_body(Index body, Freed&& freed) {
    is_gone_[at(body)] = true;
    bool has_closed = false;
    for (const Index strip : strips_of(body)) {
      --missing_[at(strip)];
      if (!is_gone(node_of(strip))) continue;
      unite(body, node_of(strip));
      if (missing_[at(strip)] > 0) continue;
      --early_[at(find(body))];
      has_closed = true;
    }
    if (!has_closed) return;
    std::vector<Index> strips;
    strips.swap(waiting_[at(find(body))]);
    for (const Index strip : strips) {
      is_waiting_[at(strip)] = false;
      freed(strip);
    }
  }

  void eliminate_strip(Index strip) {
    const auto& bodies = bodies_of(strip);
    is_gone_[at(node_of(strip))] = true;
    for (const Index body : bodies)
      if (is_gone(body)) unite(body, node_of(strip));
    const std::size_t part = at(find(node_of(strip)));
    if (missing_[at(strip)] > 0) ++early_[part];
    if (bodies.size() == 1) is_grounded_[part] = true;
  }

 private:
  struct Blocked {
    bool is_blocked = false;
    Index by_part = -1;  // whose early strip has to be completed first
  };

  Index node_of(Index strip) const { return count_bodies(pattern_) + strip; }
  const std::vector<Index>& bodies_of(Index strip) const { return pattern_.strips()[at(strip)].bodies; }

  Blocked blocked(Index strip) {
    const auto& bodies = bodies_of(strip);
    if (bodies.empty()) return {};
    return is_late(strip) ? late_blocked(bodies) : early_blocked(strip, bodies);
  }

  Blocked late_blocked(const std::vector<Index>& bodies) {
    Index early = 0, by_part = -1;
    bool is_grounded = bodies.size() == 1;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const Index part = find(bodies[i]);
      const bool is_counted = std::any_of(bodies.begin(), bodies.begin() + static_cast<std::ptrdiff_t>(i),
                                          [&](Index other) { return find(other) == part; });
      if (is_counted) continue;
      early += early_[at(part)];
      is_grounded = is_grounded || is_grounded_[at(part)];
      if (early_[at(part)] > 0) by_part = part;
    }
    return {early > (is_grounded ? 0 : 1), by_part};
  }

  Blocked early_blocked(Index strip, const std::vector<Index>& bodies) {
    if (static_cast<Index>(bodies.size()) - missing_[at(strip)] != 1) return {true, -1};
    const Index body = *std::find_if(bodies.begin(), bodies.end(), [this](Index b) { return is_gone(b); });
    const Index part = find(body);
    const bool fits = pattern_.strips()[at(strip)].size <= pattern_.body(body).size;
    if (!fits || is_grounded_[at(part)]) return {true, -1};
    return {early_[at(part)] > 0, part};
  }

  Index find(Index node) {
    while (parent_[at(node)] != node) {
      parent_[at(node)] = parent_[at(parent_[at(node)])];
      node = parent_[at(node)];
    }
    return node;
  }
  void unite(Index a, Index b) {
    a = find(a);
    b = find(b);
    if (a == b) return;
    if (waiting_[at(a)].size() < waiting_[at(b)].size()) std::swap(a, b);
    parent_[at(b)] = a;
    early_[at(a)] += early_[at(b)];
    is_grounded_[at(a)] = is_grounded_[at(a)] || is_grounded_[at(b)];
    waiting_[at(a)].insert(waiting_[at(a)].end(), waiting_[at(b)].begin(), waiting_[at(b)].end());
    waiting_[at(b)] = {};
  }

  const BlockPattern& pattern_;
  std::vector<Index> parent_, early_;
  std::vector<bool> is_grounded_, is_gone_, is_waiting_;
  std::vector<std::vector<Index>> waiting_, strips_of_;
  std::vector<Index> missing_;
};

/// The graph of what is left, with the edges that elimination adds.
class Graph {
 public:
  explicit Graph(const BlockPattern& pattern)
      : size_(at(count_nodes(pattern))), width_(size_.size(), 0), neighbours_(size_.size()) {
    const Index bodies = count_bodies(pattern);
    for (Index i = 0; i < bodies; ++i) size_[at(i)] = pattern.body(i).size;
    for (std::size_t k = 0; k < pattern.strips().size(); ++k)
      size_[at(bodies) + k] = pattern.strips()[k].size;
    edges_.reserve(2 * size_.size());
    for (std::size_t k = 0; k < pattern.strips().size(); ++k)
      for (const Index body : pattern.strips()[k].bodies) connect(body, bodies + static_cast<Index>(k));
    for (const auto& coupling : pattern.couplings()) connect(coupling.first, coupling.second);
  }

  Index size(Index node) const { return size_[at(node)]; }
  Index width(Index node) const { return width_[at(node)]; }  // sum of the sizes of its neighbours
  double operations(Index node) const {
    const auto n = static_cast<double>(size(node)), w = static_cast<double>(width(node));
    return n * (n * n / 3.0 + n * w + w * w);
  }

  /// Returns the neighbours it had.
  template <class IsGone>
  const std::vector<Index>& eliminate(Index node, IsGone&& is_gone) {
    std::vector<Index>& left = neighbours_[at(node)];
    std::erase_if(left, is_gone);
    for (std::size_t i = 0; i < left.size(); ++i) {
      width_[at(left[i])] -= size(node);
      for (std::size_t j = 0; j < i; ++j) connect(left[i], left[j]);
    }
    return left;
  }

 private:
  void connect(Index a, Index b) {
    const auto [low, high] = std::minmax(a, b);
    const auto key = (static_cast<std::uint64_t>(high) << 32U) | static_cast<std::uint64_t>(low);
    if (!edges_.insert(key).second) return;
    neighbours_[at(a)].push_back(b);
    neighbours_[at(b)].push_back(a);
    width_[at(a)] += size(b);
    width_[at(b)] += size(a);
  }

  std::vector<Index> size_, width_;
  std::vector<std::vector<Index>> neighbours_;
  std::unordered_set<std::uint64_t> edges_;
};

/// Minimum degree: of what may go, what has the least width; of equals the smallest, then the first.
class MinimumDegree {
 public:
  MinimumDegree(const BlockPattern& pattern, bool only_late)
      : bodies_(count_bodies(pattern)), only_late_(only_late), safety_(pattern), graph_(pattern) {
    for (Index i = 0; i < bodies_; ++i) push(i);
    for (std::size_t k = 0; k < pattern.strips().size(); ++k)
      if (pattern.strips()[k].bodies.empty()) push(bodies_ + static_cast<Index>(k));
  }

  std::optional<BlockOrder> run(double most_operations) {
    while (!candidates_.empty()) {
      const auto [width, size, node] = candidates_.top();
      candidates_.pop();
      if (safety_.is_gone(node) || width != graph_.width(node)) continue;
      if (node >= bodies_ && safety_.has_to_wait(node - bodies_)) continue;
      order_.operations += graph_.operations(node);
      if (order_.operations > most_operations) return std::nullopt;
      eliminate(node);
    }
    return std::move(order_);
  }

 private:
  using Candidate = std::tuple<Index, Index, Index>;

  void push(Index node) { candidates_.emplace(graph_.width(node), graph_.size(node), node); }
  void push_strip(Index strip) {
    if (!safety_.is_gone(bodies_ + strip) && (!only_late_ || safety_.is_late(strip))) push(bodies_ + strip);
  }

  void eliminate(Index node) {
    order_.nodes.push_back(node);
    if (node < bodies_) {
      safety_.eliminate_body(node, [this](Index strip) { push_strip(strip); });
      for (const Index strip : safety_.strips_of(node)) push_strip(strip);
    } else {
      order_.has_early_strips = order_.has_early_strips || !safety_.is_late(node - bodies_);
      safety_.eliminate_strip(node - bodies_);
    }
    for (const Index other : graph_.eliminate(node, [this](Index i) { return safety_.is_gone(i); }))
      if (other < bodies_)
        push(other);
      else
        push_strip(other - bodies_);
  }

  Index bodies_;
  bool only_late_;
  Safety safety_;
  Graph graph_;
  BlockOrder order_;
  std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> candidates_;
};

}  // namespace

BlockOrder safe_minimum_degree(const BlockPattern& pattern) {
  return *MinimumDegree(pattern, false).run(std::numeric_limits<double>::infinity());
}

std::optional<BlockOrder> late_strips_only(const BlockPattern& pattern, double most_operations) {
  return MinimumDegree(pattern, true).run(most_operations);
}

BlockOrder cheapest_order(const BlockPattern& pattern) {
  BlockOrder order = safe_minimum_degree(pattern);
  if (!order.has_early_strips) return order;
  if (std::optional<BlockOrder> late = late_strips_only(pattern, order.operations)) return *std::move(late);
  return order;
}

bool is_safe(const BlockPattern& pattern, const std::vector<Index>& nodes) {
  if (static_cast<Index>(nodes.size()) != count_nodes(pattern)) return false;
  const Index bodies = count_bodies(pattern);
  Safety safety(pattern);
  for (const Index node : nodes) {
    if (node < 0 || node >= count_nodes(pattern) || safety.is_gone(node)) return false;
    if (node < bodies) {
      safety.eliminate_body(node, [](Index) {});
    } else if (safety.may_eliminate(node - bodies)) {
      safety.eliminate_strip(node - bodies);
    } else {
      return false;
    }
  }
  return true;
}

}  // namespace kreisel
