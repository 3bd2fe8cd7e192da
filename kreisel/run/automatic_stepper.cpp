// Counts what methods get done for their price, and hands over from one to another.
#include "kreisel/run/automatic_stepper.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace kreisel {
namespace {

constexpr long first_patience = 20, first_recovery = 60, longer = 5;
constexpr std::size_t trial_steps = 8, trial_ramp = 4;  // only what follows the ramp counts
constexpr double clearly_better = 1.5;

void add(WorkCounters& sum, const WorkCounters& more) {
  sum.newton_iterations += more.newton_iterations;
  sum.factorizations += more.factorizations;
  sum.force_evaluations += more.force_evaluations;
  sum.restarts += more.restarts;
  sum.stagnated_at_round_off += more.stagnated_at_round_off;
}

State copy_of(const StateView& at) {
  return {at.t, at.q, at.v, at.acceleration, at.lambda};
}

/// One attempt of a method that plans its steps itself; `h` is the next one. False: not accepted.
bool attempt_alone(Stepper& stepper, double& h) {
  const StepAttempt attempt = stepper.attempt(h);
  const bool is_accepted = attempt.status == StepStatus::completed && attempt.error <= 1.0;
  if (is_accepted) stepper.accept(stepper.state().t + h);
  h *= std::isfinite(attempt.next_ratio) ? attempt.next_ratio : 0.5;
  return is_accepted;
}

}  // namespace

AutomaticStepper::AutomaticStepper(std::vector<AutomaticCandidate> candidates, AutomaticOptions options)
    : options_(std::move(options)), patience_(first_patience), recovery_(first_recovery) {
  for (AutomaticCandidate& candidate : candidates) all_.push_back({std::move(candidate)});
  all_.front().stepper = all_.front().candidate.make();
}

void AutomaticStepper::follow_slow_motion(const std::vector<bool>& rows) {
  slow_rows_ = rows;
  stepper().follow_slow_motion(rows);
}

/// At the beginning, and behind an event: steps of the past say nothing.
void AutomaticStepper::start(const State& initial) {
  stepper().start(initial);
  next_ = none;
  last_ = longest_ = 0.0;
  shrinking_ = 0;
  steps_ = attempts_ = 0;
  looked_at_ = initial.t;
}

StepAttempt AutomaticStepper::attempt(double h) {
  // Not in accept(): between the two, the last step is looked at.
  if (next_ == none && is_due()) try_rival();
  if (next_ != none) return change(h);
  attempted_ = h;
  ++attempts_;
  const StepAttempt attempt = stepper().attempt(h);
  // In front of some singular positions no step is accepted at all.
  constexpr double collapsed = 1e-4;
  const bool fails = attempt.status != StepStatus::completed || attempt.error > 1.0;
  if (fails && h < collapsed * longest_) leave_for_refuge();
  return attempt;
}

void AutomaticStepper::accept(double t) {
  constexpr double clearly_shorter = 0.75;
  stepper().accept(t);
  shrinking_ = last_ > 0.0 && attempted_ < clearly_shorter * last_ ? shrinking_ + 1 : 0;
  last_ = attempted_;
  longest_ = std::max(longest_, last_);
  ++steps_;
  if (has_collapsed()) leave_for_refuge();
}

bool AutomaticStepper::is_due() const {
  return rival() != none && state().t < options_.t_end &&
         steps_ >= (all_[current_].candidate.is_refuge ? recovery_ : patience_);
}

bool AutomaticStepper::has_collapsed() const {
  constexpr int in_a_row = 5;
  constexpr double far_below = 0.02;
  return shrinking_ >= in_a_row && last_ < far_below * longest_;
}

void AutomaticStepper::leave_for_refuge() {
  if (refuge() == current_) return;
  next_ = refuge();
  reason_ = "its steps collapse, as in front of a singular position or a jump";
}

/// Whom a trial would be with: the first that is no refuge.
std::size_t AutomaticStepper::rival() const {
  for (std::size_t i = 0; i < all_.size(); ++i)
    if (i != current_ && !all_[i].candidate.is_refuge) return i;
  return none;
}

std::size_t AutomaticStepper::refuge() const {
  for (std::size_t i = 0; i < all_.size(); ++i)
    if (all_[i].candidate.is_refuge) return i;
  return current_;
}

void AutomaticStepper::try_rival() {
  const std::size_t other = rival();
  const State from = copy_of(state());
  const AutomaticCandidate& present = all_[current_].candidate;
  const double rate = (from.t - looked_at_) / (present.price * static_cast<double>(attempts_));
  const Trial seen = trial(other, from);
  const bool is_better = seen.rate > clearly_better * rate;
  const bool is_right = !present.resolves || (is_better && agrees(from, seen));
  long& wait = present.is_refuge ? recovery_ : patience_;
  wait *= longer;
  steps_ = attempts_ = 0;
  looked_at_ = from.t;
  if (!is_better || !is_right) return;
  next_ = other;
  reason_ = fmt::format("it gets {:.2g} times as far for its price", seen.rate / rate);
}

Stepper& AutomaticStepper::started(std::size_t candidate, const State& at) {
  Used& used = all_[candidate];
  if (!used.stepper) used.stepper = used.candidate.make();
  used.stepper->follow_slow_motion(slow_rows_);
  used.stepper->start(at);
  return *used.stepper;
}

/// Some steps beside the run, which are not kept.
AutomaticStepper::Trial AutomaticStepper::trial(std::size_t candidate, const State& from) {
  constexpr int most_attempts = 40;
  Stepper& other = started(candidate, from);
  double h = other.suggest_first_step();
  Trial seen;
  int counted = 0, attempts = 0;
  for (int k = 0; k < most_attempts && seen.ends.size() < trial_steps && other.state().t < options_.t_end;
       ++k) {
    if (seen.ends.size() >= trial_ramp) ++counted;
    h = std::min(h, options_.t_end - other.state().t);
    if (attempt_alone(other, h)) {
      if (meets_event(from.view(), other.state())) return {};
      seen.ends.push_back(copy_of(other.state()));
    }
    ++attempts;
  }
  const double price = all_[candidate].candidate.price;
  if (seen.ends.size() == trial_steps)
    seen.rate = (seen.ends.back().t - seen.ends[trial_ramp - 1].t) / (price * static_cast<double>(counted));
  else if (!seen.ends.empty() && seen.ends.back().t >= options_.t_end)  // so quick that it is done
    seen.rate = (options_.t_end - from.t) / (price * static_cast<double>(attempts));
  return seen;
}

bool AutomaticStepper::meets_event(const StateView& from, const StateView& to) const {
  return std::any_of(options_.events.begin(), options_.events.end(), [&](const Event& event) {
    return event.action != EventAction::record && (event.value(from) > 0.0) != (event.value(to) > 0.0);
  });
}

/// The present method goes the way of the trial, as far as some hundred steps lead, or a quarter of those it would still
/// need: whatever the other one passed over must not matter.
bool AutomaticStepper::agrees(const State& from, const Trial& trial) {
  constexpr double least_attempts = 400.0, share = 0.25, sanity = 1e5;
  constexpr double much_longer = 10.0;  // a step of the trial that may have passed over something
  const double planned = last_;
  const auto most_attempts =
      static_cast<long>(std::clamp(share * (options_.t_end - from.t) / planned, least_attempts, sanity));
  Stepper& judge = started(current_, from);
  double h = planned;
  bool has_compared = false, agrees = true;
  std::size_t next = 0;
  for (long k = 0; k < most_attempts && next < trial.ends.size() && agrees; ++k) {
    const double left = trial.ends[next].t - judge.state().t, wish = h;
    h = std::min(h, left);
    const bool reaches = h == left;
    if (!attempt_alone(judge, h) || !reaches) continue;
    agrees = options_.distance(judge.state(), trial.ends[next].view()) <= 1.0;
    const double step = trial.ends[next].t - (next > 0 ? trial.ends[next - 1].t : from.t);
    has_compared = has_compared || next >= trial_ramp || step > much_longer * planned;
    ++next;
    h = std::max(h, wish);
  }
  started(current_, from);
  return agrees && has_compared;
}

/// Hands the accepted state over; the time loop sees a step that was too long.
StepAttempt AutomaticStepper::change(double h) {
  const State at = copy_of(state());
  changes_.push_back({at.t, all_[current_].candidate.name, all_[next_].candidate.name, reason_});
  current_ = std::exchange(next_, none);
  const double first = started(current_, at).suggest_first_step();
  last_ = longest_ = 0.0;
  shrinking_ = 0;
  steps_ = attempts_ = 0;
  looked_at_ = at.t;
  constexpr double too_long = 2.0;
  return {StepStatus::completed, too_long, first / h, 0, {}};
}

const WorkCounters& AutomaticStepper::work() const {
  work_ = {};
  for (const Used& each : all_)
    if (each.stepper) add(work_, each.stepper->work());
  return work_;
}

std::vector<std::string> AutomaticStepper::warnings() const {
  std::vector<std::string> all;
  for (const Used& each : all_) {
    if (!each.stepper) continue;
    for (std::string& text : each.stepper->warnings()) all.push_back(std::move(text));
  }
  return all;
}

}  // namespace kreisel
