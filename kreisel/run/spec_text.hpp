// What a run was asked for as one line of text, the same for the same options: what stored results are known by.
#pragma once

#include <string>

#include "kreisel/run/run.hpp"

namespace kreisel {

/// Every option with its value, without target, settings and method.
std::string options_text(const RunSpec& spec);

}  // namespace kreisel
