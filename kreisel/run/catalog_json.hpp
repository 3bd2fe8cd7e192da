// The catalogues for programs: `kreisel list KIND --json` prints these, bindings read them.
#pragma once

#include <string>

namespace kreisel {

/// Arrays of objects, indented, with a newline at the end.
std::string methods_json();
std::string problems_json();
std::string groups_json();

}  // namespace kreisel
