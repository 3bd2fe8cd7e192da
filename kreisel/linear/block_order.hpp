// In which order to eliminate the bodies and strips of a pattern without pivoting.
//
// Let S be positive definite. Elimination is safe if at every stage the eliminated rows, restricted to the eliminated
// bodies, are independent. Union-find decides that without numbers: a body may always go; a strip may go when all its
// bodies have (late), or when exactly one has (early). Of the parts connected by eliminated strips, one that floats may
// have one early strip, since its rigid motions are left to it, and one that a strip holds to the ground none. A strip of
// one body counts as holding it to the ground.
#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "kreisel/linear/block_pattern.hpp"

namespace kreisel {

/// Body i is node i, strip k is node (number of bodies) + k.
struct BlockOrder {
  std::vector<Index> nodes = {};
  double operations = 0.0;  // multiplications of one factorisation
  bool has_early_strips =
      false;  // then it is safe only if rows of several bodies do not see common rigid motions
};

/// Minimum degree among what is safe: best for trees.
BlockOrder safe_minimum_degree(const BlockPattern& pattern);

/// Minimum degree with late strips only, safe for rows of any kind: best for nets. Nothing when it takes more operations.
std::optional<BlockOrder> late_strips_only(const BlockPattern& pattern,
                                           double most_operations = std::numeric_limits<double>::infinity());

/// The cheaper of the two.
BlockOrder cheapest_order(const BlockPattern& pattern);

/// Every node once, and no strip before it is safe.
bool is_safe(const BlockPattern& pattern, const std::vector<Index>& nodes);

}  // namespace kreisel
