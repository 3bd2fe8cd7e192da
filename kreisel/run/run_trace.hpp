// What a report shows of a run, in bounded memory however long the run is.
//
// Samples are thinned by keeping every k-th one. Steps are gathered in groups of k, each with the smallest and
// largest value of every quantity, so that no spike is lost. When either is full, k doubles.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <vector>

#include "kreisel/run/run.hpp"

namespace kreisel {

struct SampleTrace {
  std::vector<double> t;
  std::vector<Vector> values;
  long stride = 1;
};

enum class StepQuantity { size, error, gap, rate, energy, newton_iterations, count };

struct StepGroup {
  struct Range {
    double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();

    void include(double value);  // NaN is left out
    bool is_empty() const { return !(low <= high); }
  };

  double t_begin = 0.0, t_end = 0.0;
  std::array<Range, static_cast<std::size_t>(StepQuantity::count)> ranges;
  long steps = 0, rejected = 0;

  const Range& operator[](StepQuantity quantity) const { return ranges[static_cast<std::size_t>(quantity)]; }
  void include(const StepNote& note);
  void merge(const StepGroup& later);
};

class RunTrace {
 public:
  explicit RunTrace(std::size_t most_points = 1500) : most_points_(most_points) {}

  void begin(const std::vector<Column>& columns);
  void take(const Sample& sample);
  void take(const StepNote& note);
  /// Both end with the last one taken.
  SampleTrace samples() const;
  std::vector<StepGroup> steps() const;
  /// Energy at the first accepted step, against which a report shows the rest.
  double first_energy() const { return first_energy_; }

 private:
  void thin_samples();
  void merge_groups();

  std::size_t most_points_;
  SampleTrace samples_;
  double last_t_ = 0.0;
  Vector last_values_;
  long samples_seen_ = 0;
  std::vector<StepGroup> groups_;
  StepGroup open_;
  long steps_per_group_ = 1;
  double first_energy_ = std::numeric_limits<double>::quiet_NaN();
};

}  // namespace kreisel
