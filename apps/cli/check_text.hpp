// What a check found, for people and for programs.
#pragma once

#include <string>

#include "kreisel/study/model_check.hpp"

namespace kreisel::cli {

std::string check_text(const ModelCheck& check);
std::string check_json(const ModelCheck& check);

}  // namespace kreisel::cli
