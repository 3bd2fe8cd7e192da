// The end of a run beside trusted digits.
#pragma once

#include <string>
#include <vector>

#include "kreisel/run/run.hpp"

namespace kreisel {

struct ReferenceError {
  std::string observable, unit;
  double value, reference;
  double error;        // |value - reference|
  double uncertainty;  // of the reference
};

/// For every reference at the time the run ended. A quaternion and its negative are the same rotation: the
/// sign nearer to the reference counts.
std::vector<ReferenceError> compare_with_references(const RunRecord& record);

/// The largest error among the observables of one unit; "N" for the largest error of a reaction force.
struct LargestError {
  std::string unit, observable;
  double error, uncertainty;
};
std::vector<LargestError> largest_errors(const std::vector<ReferenceError>& errors);

}  // namespace kreisel
