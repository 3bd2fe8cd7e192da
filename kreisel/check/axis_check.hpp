// The slip behind most joints that cannot be assembled: an axis that is given on one end and forgotten on the other.
#pragma once

#include <string>
#include <vector>

#include "kreisel/core/error.hpp"
#include "kreisel/model/model.hpp"

namespace kreisel {

/// A sentence for every joint whose z axes are far from parallel at the start, because one end has no axis of its own.
std::vector<std::string> forgotten_axes(const Model& model);

/// What `act` gives; a StartError gets the first of these sentences as its remedy: the cause rather than the consequence.
template <class Act>
auto with_cause(const std::vector<std::string>& causes, const Act& act) {
  try {
    return act();
  } catch (const StartError& error) {
    if (causes.empty()) throw;
    throw StartError(error.fact(), error.where(), causes.front());
  }
}

}  // namespace kreisel
