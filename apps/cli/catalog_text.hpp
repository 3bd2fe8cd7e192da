// Words for the entries of the catalogues, shared by list and describe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kreisel/methods/catalog.hpp"
#include "kreisel/problems/all.hpp"

namespace kreisel::cli {

struct GroupEntry {
  std::string name, description;
  int dimension, coordinates;
};
std::vector<GroupEntry> all_group_entries();

/// "index3", or "no joints" for systems without rigid rows.
std::string formulation_label(const OrderClaim& claim);
/// "2, 2, 2": orders in q, v and, with joints, λ.
std::string order_text(const OrderClaim& claim);
/// "mass = 15 kg, at least 1e-12: …".
std::string parameter_text(const Parameter& parameter);

}  // namespace kreisel::cli
