// What a check of derivatives found, number by number.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kreisel/core/types.hpp"

namespace kreisel {

/// One number compared. `row` and `column` count from 0.
struct DerivativeEntry {
  std::string what;  // "stiffness", "jacobian", …
  int sample = 0;    // 0: the state given
  Index row = 0, column = 0;
  double ours = 0.0, difference = 0.0;
  double relative_error = 0.0;  // of the largest number in this row, or of what round-off leaves visible
  bool ok = false;
};

struct DerivativeReport {
  std::vector<DerivativeEntry> entries;
  std::uint64_t seed = 0;

  bool ok() const;
  /// Largest relative error; NaN counts as the worst.
  double worst() const;
  std::vector<DerivativeEntry> failures() const;
};

/// "stiffness(3,4), sample 2: ours 1.5, difference -1.5, relative error 2".
std::string describe(const DerivativeEntry& entry);

/// Adds an entry for every number of two vectors that should be equal.
void compare_vectors(DerivativeReport& report, const std::string& what, const Vector& ours,
                     const Vector& expected, double tolerance);

}  // namespace kreisel
