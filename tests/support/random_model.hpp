// Random models that a file can hold, and their comparison bit by bit; both walk the field lists.
#pragma once

#include "kreisel/core/random.hpp"
#include "kreisel/model/model.hpp"

namespace kreisel {

/// Every joint and force occurs, with any finite numbers; the names it uses exist. It need not move: numbers are wild.
Model random_model(Random& random);

/// True when all members are the same bits, -0 and 0 apart.
bool same_bits(const Model& a, const Model& b);

}  // namespace kreisel
