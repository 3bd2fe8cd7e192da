#include "kreisel/study/sampler.hpp"

#include <cmath>
#include <limits>

namespace kreisel {

Sampler::Sampler(const ProblemInstance& problem, const AnySystem& system, double distance, double t_end,
                 const RunSinks& sinks)
    : problem_(problem), system_(system), distance_(distance), t_end_(t_end), sinks_(sinks) {
  for (const Observable& observable : problem.observables)
    columns_.push_back({observable.name, observable.unit});
  observable_count_ = static_cast<Index>(columns_.size());
  for (const Row& row : system.rows()) columns_.push_back({"lambda." + row.name, row.unit});
  values_.setZero(static_cast<Index>(columns_.size()));
  quaternions_ = values_;
  between_.q.setZero(system.group().coordinate_count());
  between_.v.setZero(system.group().dimension());
  between_.acceleration = between_.v;
  between_.lambda.setZero(row_count(system));
}

void Sampler::first(const State& initial) {
  t_begin_ = initial.t;
  if (sinks_.begin) sinks_.begin(columns_);
  observe(initial.view());
  emit(initial.t);
}

void Sampler::take(const StepView& step) {
  const bool is_end = step.t_end >= t_end_;
  // Where steps and samples meet, their times may differ by rounding: the state itself is the sample then, not what
  // dense output makes of it.
  const double rounding = 4.0 * std::numeric_limits<double>::epsilon() * std::abs(step.t_end);
  while (true) {
    const double due = t_begin_ + static_cast<double>(emitted_) * distance_;
    // A sample that falls on the end of the run up to rounding is the end itself.
    if (due >= step.t_end - rounding || (is_end && due > t_end_ - 1e-9 * distance_)) break;
    const double h = step.t_end - step.t_begin;
    step.interpolate((due - step.t_begin) / h, between_);
    between_.t = due;
    observe(between_.view());
    emit(due);
  }
  const double due = t_begin_ + static_cast<double>(emitted_) * distance_;
  const bool is_due = is_end || due <= step.t_end + rounding;
  observe_end(step.end(), is_due);
  if (is_due) emit(is_end ? step.t_end : due);
}

/// Signs of quaternions are followed from step to step; large systems are looked at only where a sample is due.
void Sampler::observe_end(const StateView& state, bool is_due) {
  is_observed_ = is_due || system_.in_blocks() == nullptr;
  if (is_observed_) {
    observe(state);
    return;
  }
  last_.t = state.t;
  last_.q = state.q;
  last_.v = state.v;
  last_.acceleration = state.acceleration;
  last_.lambda = state.lambda;
}

const Vector& Sampler::last_values() {
  if (!is_observed_) observe(last_.view());
  is_observed_ = true;
  return values_;
}

void Sampler::observe(const StateView& given) {
  if (least_) {
    shown_ = {given.t, given.q, given.v, given.acceleration, given.lambda};
    least_->apply(shown_.t, shown_.q, shown_.lambda);
  }
  const StateView state = least_ ? shown_.view() : given;
  problem_.observe(state, values_.head(observable_count_));
  values_.tail(state.lambda.size()) = state.lambda;
  for (Index i = 0; i < observable_count_; ++i) {
    if (!problem_.observables[static_cast<std::size_t>(i)].starts_quaternion) continue;
    if (quaternions_.segment<4>(i).dot(values_.segment<4>(i)) < 0.0) values_.segment<4>(i) *= -1.0;
    quaternions_.segment<4>(i) = values_.segment<4>(i);
  }
}

void Sampler::close(double t) {
  static_cast<void>(last_values());
  if (t > last_emitted_) emit(t);
}

void Sampler::emit(double t) {
  ++emitted_;
  last_emitted_ = t;
  if (sinks_.sample) sinks_.sample({t, values_});
}

}  // namespace kreisel
