// What a method promises. tests/claims proves every entry; a claim no test checks may not be here.
#pragma once

#include <optional>
#include <vector>

#include "kreisel/methods/formulation.hpp"

namespace kreisel {

/// Orders of convergence in the max norm from the first step on, with the method's own starting values.
struct OrderClaim {
  std::optional<Formulation> formulation;  // empty: systems without rigid rows
  int position = 0, velocity = 0, multiplier = 0;
};

struct Claims {
  std::vector<OrderClaim> orders;
  bool controls_error = false;
  Formulation recommended = Formulation::index2;  // for rigid position rows, unless told otherwise
  bool constant_steps = true;  // false: only under error control, then the orders are the highest

  const OrderClaim* find(std::optional<Formulation> formulation) const {
    for (const OrderClaim& claim : orders)
      if (claim.formulation == formulation) return &claim;
    return nullptr;
  }
};

}  // namespace kreisel
