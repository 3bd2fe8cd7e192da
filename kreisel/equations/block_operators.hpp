// Operators of a product group as block diagonal matrices: one factor of the group for every body of the pattern.
#pragma once

#include "kreisel/groups/product_group.hpp"
#include "kreisel/linear/block_matrix.hpp"

namespace kreisel {
namespace detail {

/// visit(factor, its part of w, its block) for every body.
template <class Visit>
void for_each_body(const ProductGroup& group, const Vector& w, BlockSquare<double>& out, Visit&& visit) {
  Index i = 0;
  for (const auto& [factor, first_coordinate, first] : group.factors()) {
    auto block = out.diagonal(i++);
    visit(factor, Factor::VectorIn(w.data() + first, factor.dimension),
          Factor::MatrixOut(block.data(), block.rows(), block.cols(), Eigen::OuterStride<>(block.rows())));
  }
}

}  // namespace detail

/// out = T(w).
inline void tangent_operator_into(const ProductGroup& group, const Vector& w, BlockSquare<double>& out) {
  detail::for_each_body(group, w, out, [](const Factor& factor, const auto& part, const auto& block) {
    factor.tangent_operator(part, block);
  });
}

/// out = T(w)⁻¹.
inline void inverse_tangent_operator_into(const ProductGroup& group, const Vector& w,
                                          BlockSquare<double>& out) {
  detail::for_each_body(group, w, out, [](const Factor& factor, const auto& part, const auto& block) {
    factor.inverse_tangent_operator(part, block);
  });
}

/// out = factor ad_v.
inline void bracket_map_into(const ProductGroup& group, double factor_of_it, const Vector& v,
                             BlockSquare<double>& out) {
  detail::for_each_body(group, v, out, [](const Factor& factor, const auto& part, const auto& block) {
    factor.bracket_map(part, block);
  });
  out.values() *= factor_of_it;
}

}  // namespace kreisel
