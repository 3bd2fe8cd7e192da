// Models as MJCF, for what it can say.
#pragma once

#include <string>
#include <vector>

#include "kreisel/model/model.hpp"

namespace kreisel {

/// Throws ModelError for what would change the motion; `notes`: what is softer or otherwise there.
std::string write_mjcf(const Model& model, std::vector<std::string>& notes);

}  // namespace kreisel
