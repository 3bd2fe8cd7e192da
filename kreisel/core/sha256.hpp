// SHA-256: names for results that are the same if and only if what they were computed from is the same.
//
// [FIPS 180-4] section 6.2.
#pragma once

#include <string>
#include <string_view>

namespace kreisel {

/// 64 hexadecimal digits.
std::string sha256(std::string_view text);

}  // namespace kreisel
