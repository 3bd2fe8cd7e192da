// What a model must be before it is assembled.
#pragma once

#include "kreisel/model/model.hpp"

namespace kreisel {

/// Throws ModelError for masses, inertias, names and times that cannot be; names of frames are checked by FrameTable.
void check_model(const Model& model);

}  // namespace kreisel
