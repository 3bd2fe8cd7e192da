// Columns of numbers as short JSON for pages: base64 of 4-byte floats, or one number where all are the same. Read by
// report/packed.js; docs/output.md explains the format.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace kreisel {

/// {"constant": x, "count": n}, {"f64": "…"} or {"f32": "…"}, little-endian; what is not finite is NaN or null.
std::string packed_numbers(std::span<const double> values);
/// With all their digits: times, of which differences count.
std::string packed_exactly(std::span<const double> values);

/// {"u16": "…", "low": x, "step": h}: in 65 536 steps from the smallest to the largest, for pictures.
std::string packed_coarsely(std::span<const double> values);

}  // namespace kreisel
