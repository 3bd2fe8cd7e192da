// What a step controller decides after success, failure and an estimate.
#include "kreisel/integrate/step_controller.hpp"

#include <algorithm>
#include <cmath>

namespace kreisel {
namespace {
constexpr double safety = 0.9;
constexpr double reject_above = 2.0;  // an estimate up to here is accepted, and the step lowered
constexpr double largest_growth = 2.0, largest_cut = 0.25;
constexpr double keep_from = 0.85, keep_to = 1.25;  // dead band of the ratio new/old
constexpr int hold = 10;                            // steps between voluntary changes
constexpr int wait_after_failure = 20;              // steps before a step size that failed is tried again
}  // namespace

StepDecision StepController::decide(const StepAttempt& attempt, double h) {
  if (attempt.status != StepStatus::completed) return after_failure(h);
  ++steps_since_change_;
  if (patience_ > 0 && --patience_ == 0) failed_step_ = 0.0;
  if (control_error && std::isfinite(attempt.next_ratio)) return as_planned(attempt, h);
  if (control_error) return after_estimate(attempt.error, h);
  const bool can_recover = h < first_step && patience_ == 0 && steps_since_change_ >= hold;
  if (can_recover) steps_since_change_ = 0;
  return {true, can_recover ? std::min(2.0 * h, first_step) : h};
}

StepDecision StepController::after_failure(double h) {
  failed_step_ = h;
  patience_ = wait_after_failure;
  steps_since_change_ = 0;
  return {false, 0.5 * h};
}

/// The method planned order and step itself; only a step that Newton failed at is kept in mind.
StepDecision StepController::as_planned(const StepAttempt& attempt, double h) const {
  double next = h * attempt.next_ratio;
  if (failed_step_ > 0.0 && next > h) next = std::max(h, std::min(next, 0.9 * failed_step_));
  return {attempt.error <= 1.0, next};
}

StepDecision StepController::after_estimate(double error, double h) {
  const double ratio = error > 0.0 ? safety * std::pow(1.0 / error, 1.0 / order) : largest_growth;
  if (!(error <= reject_above)) {
    steps_since_change_ = 0;
    const double cut = std::isfinite(ratio) ? std::clamp(ratio, largest_cut, safety) : largest_cut;
    return {false, h * cut};
  }
  const bool inside = ratio >= keep_from && ratio <= keep_to;
  if (inside || (steps_since_change_ < hold && error <= 1.0)) return {true, h};
  double next = h * std::clamp(ratio, largest_cut, largest_growth);
  if (failed_step_ > 0.0) next = std::min(next, 0.9 * failed_step_);
  steps_since_change_ = 0;
  return {true, next};
}

}  // namespace kreisel
