// Quantities with units: values to the last bit, dimensions, and what is refused.
#include "kreisel/io/units.hpp"

#include <numbers>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kreisel {
namespace {

using ::testing::HasSubstr;
constexpr double pi = std::numbers::pi;

struct Quantity {
  std::string_view text;
  double value;
  Dimension dimension;
};

TEST(Units, DecimalUnitsGiveTheNearestDouble) {
  for (const Quantity& quantity : std::vector<Quantity>{
           {"5 mm", 0.005, {1, 0, 0, 0}},        {"0.1 mm", 1e-4, {1, 0, 0, 0}},
           {"5mm", 0.005, {1, 0, 0, 0}},         {"  -1.5e1  cm ", -0.15, {1, 0, 0, 0}},
           {"3 kg", 3.0, {0, 1, 0, 0}},          {"250 g", 0.25, {0, 1, 0, 0}},
           {"1.2 t", 1200.0, {0, 1, 0, 0}},      {"2 kN/m", 2000.0, {0, 1, -2, 0}},
           {"7 N/mm", 7000.0, {0, 1, -2, 0}},    {"3 N m s/rad", 3.0, {2, 1, -1, -1}},
           {"3 N*m*s/rad", 3.0, {2, 1, -1, -1}}, {"3 N·m", 3.0, {2, 1, -2, 0}},
           {"4.1 kg m^2", 4.1, {2, 1, 0, 0}},    {"4.1 kg mm²", 4.1e-6, {2, 1, 0, 0}},
           {"9.81 m/s^2", 9.81, {1, 0, -2, 0}},  {"9.81 m/s/s", 9.81, {1, 0, -2, 0}},
           {"9.81 m s^-2", 9.81, {1, 0, -2, 0}}, {"1 N/(m s)", 1.0, {0, 1, -3, 0}},
           {"1 (m s)^2", 1.0, {2, 0, 2, 0}},     {"1 GPa", 1e9, {-1, 1, -2, 0}},
           {"2 um", 2e-6, {1, 0, 0, 0}},         {"2 µm", 2e-6, {1, 0, 0, 0}},
           {"2 μm", 2e-6, {1, 0, 0, 0}},         {"5 daN", 50.0, {1, 1, -2, 0}},
           {"3 ms", 0.003, {0, 0, 1, 0}},        {"2 min", 120.0, {0, 0, 1, 0}},
           {"0.5 h", 1800.0, {0, 0, 1, 0}},      {"5 1/s", 5.0, {0, 0, -1, 0}},
           {"5 mrad", 0.005, {0, 0, 0, 1}},      {"5 Hz", 5.0, {0, 0, -1, 0}},
       }) {
    const UnitValue value = read_quantity(quantity.text);
    EXPECT_EQ(value.value, quantity.value) << quantity.text;
    EXPECT_EQ(value.dimension, quantity.dimension) << quantity.text;
  }
}

TEST(Units, AnglesAreRadians) {
  EXPECT_EQ(read_quantity("180 deg").value, pi);
  EXPECT_EQ(read_quantity("90°").value, pi / 2);
  EXPECT_DOUBLE_EQ(read_quantity("30 deg").value, pi / 6);
  EXPECT_EQ(read_quantity("1 rev").value, 2 * pi);
  EXPECT_DOUBLE_EQ(read_quantity("60 rpm").value, 2 * pi);
  EXPECT_EQ(read_quantity("60 rpm").dimension, (Dimension{0, 0, -1, 1}));
  EXPECT_DOUBLE_EQ(read_quantity("3 N m/deg").value, 3 * 180 / pi);
  EXPECT_EQ(read_quantity("3 deg/s").dimension, read_quantity("1 rad/s").dimension);
}

TEST(Units, DimensionsHaveNames) {
  EXPECT_EQ(described(dimension_of_unit("1")), "a plain number");
  EXPECT_EQ(described(dimension_of_unit("mm")), "a length");
  EXPECT_EQ(described(dimension_of_unit("N m s/rad")), "an angular damping");
  EXPECT_EQ(described(dimension_of_unit("J")), "a torque");
  EXPECT_EQ(described(dimension_of_unit("m^3/s")), "something in m^3 s^-1");
}

struct Refused {
  std::string_view text;
  std::size_t offset;
  std::string_view fact, hint;
};

TEST(Units, RefusalsSayWhereAndWhatToDo) {
  for (const Refused& bad : std::vector<Refused>{
           {"", 0, "does not begin with a number", "5 mm"},
           {"mm", 0, "does not begin with a number", "5 mm"},
           {"2*length", 1, "a unit is missing here", "kN/m"},
           {"width", 0, "does not begin with a number", "begins with ="},
           {"5", 0, "has no unit", "leave out the quotes"},
           {"5 ", 0, "has no unit", "leave out the quotes"},
           {"inf m", 0, "does not begin with a number", "5 mm"},
           {"nan m", 0, "does not begin with a number", "5 mm"},
           {"1e400 m", 0, "beyond the range", "smaller"},
           {"1e308 km", 0, "beyond the range", "smaller"},
           {"5 parsec", 2, "no unit \"parsec\"", "Known units: m, kg"},
           {"5 grad", 2, "no unit \"grad\"", "did you mean \"rad\""},
           {"5 degs", 2, "no unit \"degs\"", "did you mean \"deg\""},
           {"5 M", 2, "no unit \"M\"", "Known units"},
           {"5 mt", 2, "no unit \"mt\"", "separate units by a blank: \"m t\""},
           {"5 Nm", 2, "no unit \"Nm\"", "separate units by a blank: \"N m\""},
           {"5 N/m s", 6, "unclear", "N/(m s)"},
           {"5 m/", 4, "missing at the end", "kN/m"},
           {"5 /s", 2, "a unit is missing here", "kN/m"},
           {"5 m^", 3, "whole number", "m^2"},
           {"5 m^0", 3, "whole number", "m^2"},
           {"5 m^10", 3, "whole number", "m^2"},
           {"5 m^x", 3, "whole number", "m^2"},
           {"5 (m s", 2, "not closed", "')'"},
           {"5 m)", 3, "without '('", "remove"},
           {"5 ((m))", 3, "brackets inside", "one pair"},
           {"5 m, 3", 3, "a unit is missing here", "kN/m"},
           {"5 5 m", 2, "a unit is missing here", "kN/m"},
           {"5 m2", 3, "a unit is missing here", "kN/m"},
       }) {
    try {
      read_quantity(bad.text);
      ADD_FAILURE() << "accepted: " << bad.text;
    } catch (const UnitRefusal& refusal) {
      EXPECT_EQ(refusal.offset, bad.offset) << bad.text << ": " << refusal.fact;
      EXPECT_THAT(refusal.fact, HasSubstr(std::string(bad.fact))) << bad.text;
      EXPECT_THAT(refusal.hint, HasSubstr(std::string(bad.hint))) << bad.text;
    }
  }
}

}  // namespace
}  // namespace kreisel
