// Many equal rods with ball joints, as a model: chain, ring or net, of any size.
#pragma once

#include "kreisel/model/model.hpp"

namespace kreisel {

enum class ChainShape {
  chain,  // the first rod pinned to the ground, all horizontal
  ring,   // closed, pinned at one knot
  net,  // square meshes, pinned at two opposite corners: at four, straight lines of rods between them are redundant
};

/// `size`: rods of a chain or ring, knots along one side of a net. Rods 0.1 m, 0.1 kg, 2 cm thick.
Model chain_model(ChainShape shape, Index size);

}  // namespace kreisel
