// Quantities with units, "30 deg", "2 kN/m", "3 N m s/rad": read into SI numbers, with a check of the dimension.
//
// Units: m g s N Pa J W Hz rad with the prefixes n u µ m c d h k M G, and t (1000 kg), min, h, deg, rev, rpm.
// They are multiplied by a blank, * or ·, divided by /, raised by ^2 or ²; (m s) groups. After a / only one factor
// belongs to the divisor, and "N/m s" is refused because readers differ about it. Angles are a dimension of their own,
// so that "30 deg/s" is no frequency and a torque is no stiffness.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kreisel {

/// Exponents of the base units m, kg, s and rad.
struct Dimension {
  int length = 0, mass = 0, time = 0, angle = 0;
  bool operator==(const Dimension&) const = default;
};

struct UnitValue {
  double value = 0.0;  // in SI units
  Dimension dimension = {};
};

/// Why a text is no quantity; `offset` counts bytes from its beginning.
struct UnitRefusal {
  std::size_t offset = 0;
  std::string fact = {}, hint = {};
};

/// "5 mm" -> 0.005 m, the double nearest to the decimal number. Throws UnitRefusal.
UnitValue read_quantity(std::string_view text);
/// The dimension of a unit such as unit_of() gives: "N m/rad", "1". Throws UnitRefusal.
Dimension dimension_of_unit(std::string_view unit);
/// "a length", "an angle", "a plain number", or "something in kg m/s^2" where it has no name.
std::string described(const Dimension& dimension);

/// Every unit by its symbol, for documentation.
std::vector<std::string> unit_symbols();

}  // namespace kreisel
