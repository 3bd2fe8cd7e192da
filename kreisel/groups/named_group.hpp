// Groups by name, for those who choose them at run time: "so3", "r2", "r3xso3", or several as a product.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kreisel/groups/product_group.hpp"

namespace kreisel {

/// One of THE list of groups, or "rN" with any N. Throws UnknownName with near misses.
Factor factor_named(std::string_view name);

/// Of the groups bodies can move on; the first is the default.
const std::vector<std::string>& body_group_names();

/// The direct product of these, in this order.
ProductGroup product_of(std::span<const std::string> names);

}  // namespace kreisel
