// Parameters as a user types them.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace kreisel {

using Settings = std::vector<std::pair<std::string, std::string>>;  // key=value

}  // namespace kreisel
