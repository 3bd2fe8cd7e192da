// THE list of groups: what `kreisel list groups` shows and what the tests of the group laws run over.
#pragma once

#include "kreisel/groups/product.hpp"
#include "kreisel/groups/product_group.hpp"
#include "kreisel/groups/real.hpp"
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

namespace detail {
template <class Visitor, class... Groups>
void visit_groups(const Visitor& visitor, GroupList<Groups...>) {
  (visitor(Groups{}), ...);
}
}  // namespace detail

/// Calls visitor(G{}) for each group; G::name and G::description say what it is.
template <class Visitor>
void for_each_group(const Visitor& visitor) {
  detail::visit_groups(visitor, AllGroups{});
}

}  // namespace kreisel
