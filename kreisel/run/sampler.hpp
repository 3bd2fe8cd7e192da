// Samples of observables and multipliers from dense output: equally spaced, at given times, or every step.
#pragma once

#include "kreisel/check/least_multipliers.hpp"
#include "kreisel/problems/problem.hpp"
#include "kreisel/run/overview.hpp"

namespace kreisel {

/// When samples are due. Equally spaced ones include the start and the end; given times are these and no others.
struct SamplePlan {
  double t_end, distance;
  std::vector<double> times = {};
  bool is_steps = false;

  bool is_given() const { return !times.empty(); }
  /// The k-th time; infinity when there is none left.
  double due(double t_begin, long k) const;
};

class Sampler {
 public:
  /// `kept`: patterns of column_choice.hpp.
  Sampler(const ProblemInstance& problem, const AnySystem& system, SamplePlan plan, const std::string& kept,
          const RunSinks& sinks);

  /// From now on λ is shown as check/least_multipliers.hpp says: some rows are redundant.
  void show_least_multipliers() { least_.emplace(system_); }

  const std::vector<Column>& columns() const { return kept_columns_; }
  const std::vector<Column>& all_columns() const { return columns_; }
  const Overview& overview() const { return overview_->overview(); }
  void first(const State& initial);
  /// All samples due inside the accepted step, and the end of the run.
  void take(const StepView& step);
  /// The last accepted state is the last sample, wherever the next one would have been due.
  void close(const StateView& last);
  const Vector& last_values();  // of the last accepted state, those that are kept
  const Vector& all_last_values();

 private:
  void observe(const StateView& state);
  void pass_by(const StateView& state);
  bool has_followed() const { return !quaternion_starts_.empty() || !angles_.empty(); }
  void follow();
  void follow_turn(const StepView& step, double from, double to);
  void emit(double t, const StateView& state);
  void take_between(const StepView& step, double rounding);
  const Vector& kept_of(const Vector& all);

  const ProblemInstance& problem_;
  const AnySystem& system_;
  SamplePlan plan_;
  double t_begin_ = 0.0, last_emitted_ = 0.0;
  double looked_at_ = 0.0;  // fraction of the step
  const RunSinks& sinks_;
  std::vector<Column> columns_, kept_columns_;
  std::vector<Index> kept_;
  Vector kept_values_;
  std::optional<OverviewBuilder> overview_;
  Index observable_count_;
  State between_;
  Vector values_, followed_;  // followed_: the last quaternions and angles without jumps, in place
  std::vector<Index> quaternion_starts_, angles_;
  bool looks_at_every_step_;
  long emitted_ = 0;
  std::optional<LeastMultipliers> least_;
  State shown_, last_;  // with λ of least norm; not yet observed
  bool is_observed_ = true;
};

}  // namespace kreisel
