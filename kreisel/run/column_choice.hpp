// Which columns a user wants: names and patterns such as "rod.*,*.angle".
#pragma once

#include <string>
#include <vector>

#include "kreisel/run/run.hpp"

namespace kreisel {

/// The places of the columns that fit one of the patterns, in the order of the columns; all of them when there is no
/// pattern. Throws UnknownName for a pattern that fits none.
std::vector<Index> chosen_columns(const std::string& patterns, const std::vector<Column>& columns);

}  // namespace kreisel
