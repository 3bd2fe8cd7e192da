// Where a coordinate of a joint is stored: behind all bodies, a block of its own on the group of real numbers.
#pragma once

#include "kreisel/core/types.hpp"

namespace kreisel {

struct CoordinatePlace {
  Index block = 0;     // of the pattern
  Index position = 0;  // in q
  Index velocity = 0;  // in v
};

}  // namespace kreisel
