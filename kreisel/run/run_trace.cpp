// What happened step by step, thinned out for the report.
#include "kreisel/run/run_trace.hpp"

#include <algorithm>
#include <cmath>

namespace kreisel {

void StepGroup::Range::include(double value) {
  if (std::isnan(value)) return;
  low = std::min(low, value);
  high = std::max(high, value);
}

void StepGroup::include(const StepNote& note) {
  if (steps++ == 0) t_begin = note.t - note.h;
  t_end = note.t;
  rejected += note.rejected;
  const std::array<double, 6> values{note.h,    note.error,  note.gap,
                                     note.rate, note.energy, static_cast<double>(note.newton_iterations)};
  static_assert(values.size() == static_cast<std::size_t>(StepQuantity::count));
  for (std::size_t i = 0; i < values.size(); ++i) ranges[i].include(values[i]);
}

void StepGroup::merge(const StepGroup& later) {
  t_end = later.t_end;
  steps += later.steps;
  rejected += later.rejected;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    ranges[i].low = std::min(ranges[i].low, later.ranges[i].low);
    ranges[i].high = std::max(ranges[i].high, later.ranges[i].high);
  }
}

void RunTrace::begin(const std::vector<Column>&) {
  *this = RunTrace(most_points_);
}

void RunTrace::take(const Sample& sample) {
  last_t_ = sample.t;
  const Vector& values = sample.all != nullptr ? *sample.all : sample.values;
  last_values_ = values;
  if (samples_seen_++ % samples_.stride != 0) return;
  samples_.t.push_back(sample.t);
  samples_.values.push_back(values);
  if (samples_.t.size() > most_points_) thin_samples();
}

void RunTrace::thin_samples() {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < samples_.t.size(); i += 2, ++kept) {
    samples_.t[kept] = samples_.t[i];
    samples_.values[kept].swap(samples_.values[i]);
  }
  samples_.t.resize(kept);
  samples_.values.resize(kept);
  samples_.stride *= 2;
}

void RunTrace::take(const StepNote& note) {
  if (std::isnan(first_energy_)) first_energy_ = note.energy;
  open_.include(note);
  if (open_.steps < steps_per_group_) return;
  groups_.push_back(open_);
  open_ = {};
  if (groups_.size() >= most_points_) merge_groups();
}

void RunTrace::merge_groups() {
  std::size_t kept = 0;
  for (std::size_t i = 0; i + 1 < groups_.size(); i += 2, ++kept) {
    const StepGroup second = groups_[i + 1];
    groups_[kept] = groups_[i];
    groups_[kept].merge(second);
  }
  if (groups_.size() % 2 == 1) open_ = groups_.back();
  groups_.resize(kept);
  steps_per_group_ *= 2;
}

SampleTrace RunTrace::samples() const {
  SampleTrace all = samples_;
  if (samples_seen_ > 0 && all.t.back() != last_t_) {
    all.t.push_back(last_t_);
    all.values.push_back(last_values_);
  }
  return all;
}

std::vector<StepGroup> RunTrace::steps() const {
  std::vector<StepGroup> all = groups_;
  if (open_.steps > 0) all.push_back(open_);
  return all;
}

}  // namespace kreisel
