// The version of the library, as named once in CMakeLists.txt, and the hash of its sources.
#pragma once

#include <string_view>

namespace kreisel {

std::string_view version();

/// SHA-256 of all sources of the library: equal for equal code only. Stored results are known by it.
std::string_view source_hash();

}  // namespace kreisel
