// Near misses: "did you mean …?" for misspelt names.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kreisel {

/// Known names within a small edit distance of `name`, nearest first; empty when nothing is close.
std::vector<std::string> near_misses(std::string_view name, std::span<const std::string> known);

/// "did you mean "heavy_top"? Known problems: …" — the hint of an UnknownName.
std::string suggestion(std::string_view name, std::string_view kind_plural,
                       std::span<const std::string> known);

}  // namespace kreisel
