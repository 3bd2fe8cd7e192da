// Eigenvalues over a parameter: a root locus, or a Campbell diagram where the parameter is a speed.
#pragma once

#include <complex>
#include <string>
#include <vector>

#include "kreisel/run/modes_run.hpp"

namespace kreisel {

struct LocusSpec {
  ModesSpec modes = {};
  std::string parameter;
  double first = 0.0, last = 1.0;
  long values = 51;
};

/// Where the largest real part passes zero.
struct StabilityBorder {
  double value = 0.0;
  bool becomes_stable = false;  // with growing parameter
  std::string motion;           // of the mode that does
};

struct LocusRecord {
  std::string problem, parameter;
  std::vector<double> values = {};
  std::vector<std::vector<std::complex<double>>> eigenvalues =
      {};                                       // of every value, imaginary part not negative
  std::vector<std::vector<int>> branches = {};  // which line each belongs to
  std::vector<std::string> failures = {};       // of every value; empty: none
  std::vector<StabilityBorder> borders = {};

  std::string json() const;
  std::string csv() const;
};

/// Throws Error for bad input; values where there is nothing to linearise are failures in the record.
LocusRecord locus(const LocusSpec& spec);
LocusRecord locus(const LocusSpec& spec, const Target& target);

}  // namespace kreisel
