// The version of the library, as named once in CMakeLists.txt.
#pragma once

#include <string_view>

namespace kreisel {

std::string_view version();

}  // namespace kreisel
