// How far numbers are from being an element of a group.
#pragma once

#include <string>

#include "kreisel/groups/named_group.hpp"

namespace kreisel::python {

/// Largest entry of q·q⁻¹ - e, and of det R - 1 where elements are matrices: mirrors have inverses, too.
double distance_from_group(const ProductGroup& group, const Vector& q);

/// Throws OptionError beyond the digits that a user writes.
void require_on_group(const ProductGroup& group, const Vector& q);

std::vector<std::string> names_of(const ProductGroup& group);

}  // namespace kreisel::python
