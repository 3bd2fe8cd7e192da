// What a formula of parameters measures: "=width + gap" is a length when both are. Numbers without a unit fit anywhere, and
// so do products with them.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "kreisel/io/units.hpp"

namespace kreisel {

/// Dimensions of the parameters that were written with a unit.
using ParameterDimensions = std::map<std::string, Dimension>;

/// Nothing where a parameter without a unit, or a root of what has none, leaves it open. `numbers` are all parameters; the
/// formula is known to be well formed. Throws FormulaRefusal for sums of a length and a mass.
std::optional<Dimension> dimension_of_formula(const std::string& formula,
                                              const std::map<std::string, double>& numbers,
                                              const ParameterDimensions& dimensions);

/// True where a formula may stand for this dimension. Radians count only where the formula is a parameter's name alone: a
/// length times an angle is an arc.
bool fits(const Dimension& found, const Dimension& wanted, bool is_name_alone);

}  // namespace kreisel
