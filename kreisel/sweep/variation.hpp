// What is varied: the values of one parameter, the rows of a table, or a range that samples are drawn from.
//
//   stiffness=1 kN/m:10 kN/m:20       20 equally spaced values; with a fourth part ":log" equal ratios
//   mass=1 kg,2 kg,5 kg               these; also choices, such as group=r3xso3,se3
//   mass=@values.csv                  a column of a file; @values.csv alone: all columns, a row at a time
//   stiffness=1 kN/m:10 kN/m          a range for samples; ":log" spreads them equally over ratios
//   mass=normal:2 kg:0.1 kg           samples with this mean and standard deviation
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kreisel {

enum class Spread { uniform, logarithmic, normal };

struct Variation {
  std::vector<std::string> names;                // several: columns of a file
  std::vector<std::vector<std::string>> values;  // per value one text for every name, as --set takes them
  bool is_range = false;  // then of one name, from `low` to `high` or mean and deviation
  Spread spread = Spread::uniform;
  double low = 0.0, high = 0.0;  // SI
  std::string example = {};      // of a range: its first end as it was typed, with its unit

  /// The value at the quantile u in (0, 1) of a range, as a text.
  std::string sampled(double u) const;
};

/// Throws OptionError or FileError.
Variation read_variation(const std::string& text);

/// The quantile of the standard normal distribution, to 1e-15 [Wichura 1988].
double normal_quantile(double p);

/// The shortest text that reads back as this number.
std::string number_text(double value);

}  // namespace kreisel
