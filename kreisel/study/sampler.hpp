// Uniform samples of observables and multipliers from dense output.
#pragma once

#include "kreisel/study/run.hpp"

namespace kreisel {

class Sampler {
 public:
  Sampler(const ProblemInstance& problem, const AnySystem& system, double distance, double t_end,
          const RunSinks& sinks);

  const std::vector<Column>& columns() const { return columns_; }
  void first(const State& initial);
  /// All samples due inside the accepted step, and the end of the run.
  void take(const StepView& step);
  /// The last accepted state is the last sample, wherever the next one would have been due.
  void close(double t);
  const Vector& last_values() const { return values_; }  // of the last accepted state

 private:
  void observe(const StateView& state);
  void emit(double t);

  const ProblemInstance& problem_;
  double distance_, t_begin_ = 0.0, t_end_, last_emitted_ = 0.0;
  const RunSinks& sinks_;
  std::vector<Column> columns_;
  Index observable_count_;
  State between_;
  Vector values_, quaternions_;  // quaternions_: the last sign-continuous ones, in place
  long emitted_ = 0;
};

}  // namespace kreisel
