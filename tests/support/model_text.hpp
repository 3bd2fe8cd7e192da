// A model written in a test as the text of its file.
#pragma once

#include <string>

#include "kreisel/problems/target.hpp"

namespace kreisel {

inline ProblemInstance problem_of_text(const std::string& text, const Settings& settings = {}) {
  return target_of_text("test", text).make(settings).problem;
}

}  // namespace kreisel
