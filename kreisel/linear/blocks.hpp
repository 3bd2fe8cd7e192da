// Walks over the diagonal blocks of a matrix whose sizes are a compile-time list (one Dynamic block: all of
// it).
#pragma once

#include <utility>

#include "kreisel/core/types.hpp"

namespace kreisel {
namespace detail {

template <int Size>
struct DiagonalBlock {
  Index offset, size;
  template <class M>
  auto operator()(M& m) const {
    return m.template block<Size, Size>(offset, offset, size, size);
  }
};

template <int Size>
struct DiagonalSegment {
  Index offset, size;
  template <class V>
  auto operator()(V& v) const {
    return v.template segment<Size>(offset, size);
  }
};

template <template <int> class Part, class Visit, int... Sizes>
void walk_blocks(Index n, Visit&& visit, std::integer_sequence<int, Sizes...>) {
  Index offset = 0;
  const auto one = [&](auto part) {
    part.offset = offset;
    visit(part);
    offset += part.size;
  };
  (one(Part<Sizes>{0, Sizes == Dynamic ? n : Sizes}), ...);
}

}  // namespace detail

/// visit(block) for every diagonal block; block(m) is that block of the matrix m.
template <class Blocks, class Visit>
void for_each_diagonal_block(Index n, Visit&& visit) {
  detail::walk_blocks<detail::DiagonalBlock>(n, visit, Blocks{});
}

/// visit(segment) for every block; segment(v) is its part of the vector v.
template <class Blocks, class Visit>
void for_each_diagonal_segment(Index n, Visit&& visit) {
  detail::walk_blocks<detail::DiagonalSegment>(n, visit, Blocks{});
}

}  // namespace kreisel
