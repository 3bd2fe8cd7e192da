// THE lists of groups: what `kreisel list groups` shows and the tests of the group laws run over; what bodies move on.
#pragma once

#include "kreisel/groups/product.hpp"
#include "kreisel/groups/product_group.hpp"
#include "kreisel/groups/real.hpp"
#include "kreisel/groups/rigid_body.hpp"
#include "kreisel/groups/se3.hpp"
#include "kreisel/groups/se3_quaternion.hpp"
#include "kreisel/groups/series_tails.hpp"
#include "kreisel/groups/so2.hpp"
#include "kreisel/groups/so3.hpp"
#include "kreisel/groups/unit_quaternion.hpp"

namespace kreisel {

template <class... Groups>
struct GroupList {};

/// Groups with a fixed meaning; ProductGroup combines them at run time.
using AllGroups = GroupList<Real<1>, Real<3>, SO2, SO3, UnitQuaternion, SE3, SE3Quaternion, R3xSO3, R3xS3>;

/// Those that the bodies of models and problems can move on; the first is the default. rigid_body.hpp says how.
using BodyGroups = GroupList<R3xSO3, R3xS3, SE3, SE3Quaternion>;

namespace detail {
template <class Visitor, class... Groups>
void visit_groups(const Visitor& visitor, GroupList<Groups...>) {
  (visitor(Groups{}), ...);
}
template <class Visitor, class First, class... Rest>
auto visit_named(std::string_view name, const Visitor& visitor, GroupList<First, Rest...>) {
  if constexpr (sizeof...(Rest) > 0)
    if (name != First::name) return visit_named(name, visitor, GroupList<Rest...>{});
  return visitor(First{});
}
}  // namespace detail

/// Calls visitor(G{}) for each group; G::name and G::description say what it is.
template <class Visitor>
void for_each_group(const Visitor& visitor) {
  detail::visit_groups(visitor, AllGroups{});
}
template <class Visitor>
void for_each_body_group(const Visitor& visitor) {
  detail::visit_groups(visitor, BodyGroups{});
}

/// visitor(G{}) for the body group of this name, which is one of them.
template <class Visitor>
auto visit_body_group(std::string_view name, const Visitor& visitor) {
  return detail::visit_named(name, visitor, BodyGroups{});
}

}  // namespace kreisel
