// What a check found, for people; for programs: kreisel/check/check_json.hpp.
#pragma once

#include <string>

#include "kreisel/check/model_check.hpp"

namespace kreisel::cli {

std::string check_text(const ModelCheck& check);

}  // namespace kreisel::cli
