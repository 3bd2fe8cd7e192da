// What a check found, for programs; docs/checking-a-model.md shows it.
#pragma once

#include <string>

#include "kreisel/check/model_check.hpp"

namespace kreisel {

/// Indented, with a newline at the end.
std::string check_json(const ModelCheck& check);

}  // namespace kreisel
