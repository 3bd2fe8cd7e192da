// Observes states where samples are due, and elsewhere only what has to be followed.
#include "kreisel/run/sampler.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "kreisel/run/column_choice.hpp"

namespace kreisel {

double SamplePlan::due(double t_begin, long k) const {
  if (!is_given()) return t_begin + static_cast<double>(k) * distance;
  const auto i = static_cast<std::size_t>(k);
  return i < times.size() ? times[i] : std::numeric_limits<double>::infinity();
}

Sampler::Sampler(const ProblemInstance& problem, const AnySystem& system, SamplePlan plan,
                 const std::string& kept, const RunSinks& sinks)
    : problem_(problem), system_(system), plan_(std::move(plan)), sinks_(sinks) {
  for (const Observable& observable : problem.observables) {
    if (observable.starts_quaternion) quaternion_starts_.push_back(std::ssize(columns_));
    if (observable.is_angle) angles_.push_back(std::ssize(columns_));
    columns_.push_back({observable.name, observable.unit, observable.kind, observable.of});
  }
  observable_count_ = static_cast<Index>(columns_.size());
  for (const Row& row : system.rows())
    columns_.push_back({"lambda." + row.name, row.unit, ColumnKind::multiplier, {}});
  kept_ = chosen_columns(kept, columns_);
  for (const Index i : kept_) kept_columns_.push_back(columns_[static_cast<std::size_t>(i)]);
  overview_.emplace(columns_);
  // An event may switch the model after a step: what it shows until then is not to be had later.
  const bool is_switched = std::any_of(problem.events.begin(), problem.events.end(),
                                       [](const Event& event) { return static_cast<bool>(event.change); });
  looks_at_every_step_ = !problem.is_large && (is_switched || (has_followed() && !problem.observe_followed));
  values_.setZero(static_cast<Index>(columns_.size()));
  followed_ = values_;
  between_.q.setZero(system.group().coordinate_count());
  between_.v.setZero(system.group().dimension());
  between_.acceleration = between_.v;
  between_.lambda.setZero(row_count(system));
}

void Sampler::first(const State& initial) {
  t_begin_ = initial.t;
  if (sinks_.begin) sinks_.begin(kept_columns_);
  observe(initial.view());
  // Of the two quaternions of a rotation the one with a real part that is not negative; from here on without jumps.
  for (const Index i : quaternion_starts_)
    if (values_[i] < 0.0) followed_.segment<4>(i) = values_.segment<4>(i) *= -1.0;
  if (plan_.due(t_begin_, 0) <= t_begin_) emit(t_begin_, initial.view());
}

void Sampler::take(const StepView& step) {
  const bool is_end = step.t_end >= plan_.t_end;
  // Where steps and samples meet, their times may differ by rounding: the state itself is the sample then, not what
  // dense output makes of it.
  const double rounding = 4.0 * std::numeric_limits<double>::epsilon() * std::abs(step.t_end);
  looked_at_ = 0.0;
  if (!plan_.is_steps) take_between(step, rounding);
  follow_turn(step, looked_at_, 1.0);
  const double due = plan_.due(t_begin_, emitted_);
  const bool is_due = plan_.is_steps || (is_end && !plan_.is_given()) || due <= step.t_end + rounding;
  if (is_due || looks_at_every_step_)
    observe(step.end());
  else
    pass_by(step.end());
  if (is_due) emit(is_end || plan_.is_steps ? step.t_end : due, step.end());
}

void Sampler::take_between(const StepView& step, double rounding) {
  const bool is_end = step.t_end >= plan_.t_end;
  while (true) {
    const double due = plan_.due(t_begin_, emitted_);
    // A sample that falls on the end of the run up to rounding is the end itself.
    if (due >= step.t_end - rounding || (is_end && due > plan_.t_end - 1e-9 * plan_.distance)) break;
    const double s = (due - step.t_begin) / (step.t_end - step.t_begin);
    follow_turn(step, std::exchange(looked_at_, s), s);
    step.interpolate(s, between_);
    between_.t = due;
    observe(between_.view());
    emit(due, between_.view());
  }
}

/// Keeps the state in case it is the last one; the signs of quaternions and turns are followed from step to step.
void Sampler::pass_by(const StateView& state) {
  is_observed_ = false;
  last_.t = state.t;
  last_.q = state.q;
  last_.v = state.v;
  last_.acceleration = state.acceleration;
  last_.lambda = state.lambda;
  if (problem_.is_large || !has_followed()) return;
  problem_.observe_followed(state, values_.head(observable_count_));
  follow();
}

const Vector& Sampler::all_last_values() {
  if (!is_observed_) observe(last_.view());
  return values_;
}

const Vector& Sampler::last_values() {
  return kept_of(all_last_values());
}

const Vector& Sampler::kept_of(const Vector& all) {
  if (kept_.size() == columns_.size()) return all;
  kept_values_ = all(kept_);
  return kept_values_;
}

void Sampler::observe(const StateView& given) {
  is_observed_ = true;
  if (least_) {
    shown_ = {given.t, given.q, given.v, given.acceleration, given.lambda};
    least_->apply(shown_.t, shown_.q, shown_.lambda);
  }
  const StateView state = least_ ? shown_.view() : given;
  problem_.observe(state, values_.head(observable_count_));
  values_.tail(state.lambda.size()) = state.lambda;
  follow();
}

/// Quaternions keep their sign, angles count their turns.
void Sampler::follow() {
  for (const Index i : quaternion_starts_) {
    if (followed_.segment<4>(i).dot(values_.segment<4>(i)) < 0.0) values_.segment<4>(i) *= -1.0;
    followed_.segment<4>(i) = values_.segment<4>(i);
  }
  constexpr double turn = 2.0 * std::numbers::pi;
  for (const Index i : angles_) {
    values_[i] += turn * std::round((followed_[i] - values_[i]) / turn);
    followed_[i] = values_[i];
  }
}

/// Where bodies turn far between two looks, the sign of a quaternion is known only from looks in between.
void Sampler::follow_turn(const StepView& step, double from, double to) {
  constexpr double known = 1.5, most_looks = 100.0;  // [rad], less than half a turn
  if (problem_.is_large || !has_followed()) return;
  const StateView end = step.end();
  const double speed = end.v.size() > 0 ? end.v.cwiseAbs().maxCoeff() : 0.0;
  const double looks =
      std::min(std::ceil(speed * (to - from) * (step.t_end - step.t_begin) / known), most_looks);
  for (double k = 1.0; k < looks; ++k) {
    step.interpolate(from + k / looks * (to - from), between_);
    const auto& look = problem_.observe_followed ? problem_.observe_followed : problem_.observe;
    look(between_.view(), values_.head(observable_count_));
    follow();
  }
}

void Sampler::close(const StateView& last) {
  static_cast<void>(all_last_values());
  if (last.t > last_emitted_ && !plan_.is_given()) emit(last.t, last);
}

void Sampler::emit(double t, const StateView& state) {
  ++emitted_;
  last_emitted_ = t;
  overview_->take(t, values_);
  if (sinks_.sample) sinks_.sample({t, kept_of(values_), &state, &values_});
}

}  // namespace kreisel
