// Model -> text of a model file, in one canonical form: reading it gives the same model, bit by bit.
#pragma once

#include <string>

#include "kreisel/model/model.hpp"

namespace kreisel {

/// Fields that have their default are left out. Rotations must be unit quaternions. Throws ModelError when a number is
/// not finite: JSON has no way to say so.
std::string write_model(const Model& model);

}  // namespace kreisel
