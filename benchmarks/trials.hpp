// Runs of one solver at settings from coarse to fine, and what an error costs it.
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace kreisel::benchmarks {

struct Trial {
  double setting = 0.0;
  double error = std::numeric_limits<double>::infinity();
  double seconds = 0.0;  // processor time, the best of some repetitions
  long steps = 0;
  std::string failure;  // empty: reached the end
};

/// A solver with one knob.
struct Contestant {
  std::string name;
  std::vector<double> settings;  // from coarse to fine
  std::function<Trial(double setting)> run;
};

struct Price {
  double seconds, steps;
};

/// 10^(-first/2), 10^(-(first+1)/2), ..., 10^(-last/2).
std::vector<double> half_decades(int first, int last);

/// Every setting, until one takes longer than the limit or two in a row have errors below `enough`.
std::vector<Trial> sweep(const Contestant& contestant, double enough);

/// Time and steps at this error, interpolated between two trials in logarithms. A trial counts with its own
/// error or that of its finer neighbour, whichever is larger, so that a lucky run is no bargain.
std::optional<Price> price_of(const std::vector<Trial>& trials, double error);

/// Longest run of a sweep.
constexpr double longest_run = 4.0;  // [s]

double processor_seconds();

}  // namespace kreisel::benchmarks
