// Runs a stepper through a sequence of steps and compares every state with the exact one.
#include "evidence/bench/run_errors.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>

#include "kreisel/solve/stepper_for.hpp"

namespace kreisel {
namespace {

constexpr double left_all_bounds = 1e12;

void raise(Vector& most, const Vector& off) {
  if (most.size() == 0) most = Vector::Zero(off.size());
  most = most.cwiseMax(off.cwiseAbs());
}

void raise(double& most, double value) {
  if (!(value <= most)) most = value;  // NaN comes through
}

Errors infinite_errors() {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  Errors e;
  for (double* x : {&e.q, &e.v, &e.lambda, &e.q_end, &e.v_end, &e.lambda_end, &e.q_algebra, &e.v_norm,
                    &e.lambda_norm, &e.early_lambda, &e.late_q, &e.late_lambda})
    *x = infinite;
  e.is_complete = false;
  return e;
}

/// Empty when the step was taken.
std::string step_failure(Stepper& stepper, double h, double t) {
  if (stepper.attempt(h).status != StepStatus::completed) {
    const std::string why = stepper.explain_failure();
    return why.empty() ? "no reason given" : why;
  }
  stepper.accept(t);
  const StateView state = stepper.state();
  const bool is_bounded = state.v.allFinite() && state.v.norm() < left_all_bounds;
  return is_bounded ? "" : "velocities left all bounds";
}

}  // namespace

Comparison::Comparison(const Subject& subject, double t_end)
    : system_(subject.system), reference_(subject.reference()), t_end_(t_end) {}

void Comparison::look(const StateView& computed) {
  ++step_;
  exact_ = reference_(computed.t);
  const auto& group = system_.group();
  const Vector off_q = computed.q - exact_.q, off_v = computed.v - exact_.v;
  const double in_algebra = group.log(group.compose(group.inverse(exact_.q), computed.q)).norm();
  const bool is_late = 2.0 * computed.t >= t_end_;
  raise(most_q_, off_q);
  raise(most_v_, off_v);
  raise(errors_.q_algebra, in_algebra);
  raise(errors_.v_norm, off_v.norm());
  if (is_late) raise(errors_.late_q, in_algebra);
  errors_.q_end = off_q.norm();
  errors_.v_end = off_v.norm();
  errors_.scale_q = exact_.q.norm();
  raise(errors_.largest_v, exact_.v.norm());
  raise(errors_.largest_acceleration, computed.acceleration.norm());
  if (computed.lambda.size() > 0) look_at_multipliers(computed, is_late);
}

void Comparison::look_at_multipliers(const StateView& computed, bool is_late) {
  const Vector off = computed.lambda - exact_.lambda;
  raise(most_lambda_, off);
  if (!(off.norm() <= errors_.lambda_norm)) errors_.lambda_peak = step_;
  raise(errors_.lambda_norm, off.norm());
  constexpr long starting_phase = 12;
  if (step_ <= starting_phase) errors_.early_lambda = errors_.lambda_norm;
  if (is_late) raise(errors_.late_lambda, off.norm());
  errors_.lambda_end = off.norm();
  errors_.scale_lambda = exact_.lambda.norm();
  raise(errors_.largest_lambda, exact_.lambda.norm());
}

Errors Comparison::result(bool is_complete) const {
  if (!is_complete) return infinite_errors();
  Errors errors = errors_;
  errors.q = most_q_.norm();
  errors.v = most_v_.norm();
  errors.lambda = most_lambda_.norm();
  return errors;
}

Errors run_errors(const Subject& subject, const MeasuredMethod& method, const StepSequence& sequence,
                  const Look& look) {
  const auto stepper = stepper_for(subject.system, method.coefficients, method.options);
  Comparison comparison(subject, sequence.times.back());
  stepper->start(subject.start);
  std::string failure;
  for (std::size_t i = 0; i < sequence.steps.size(); ++i) {
    failure = step_failure(*stepper, sequence.steps[i], sequence.times[i]);
    if (!failure.empty()) {
      failure = fmt::format("step {} of size {} failed: {}", i, sequence.steps[i], failure);
      break;
    }
    comparison.look(stepper->state());
    if (look) look(*stepper, comparison.exact(), static_cast<long>(i) + 1);
  }
  Errors errors = comparison.result(failure.empty());
  errors.newton_iterations = stepper->work().newton_iterations;
  errors.failure = failure;
  return errors;
}

Errors run_errors(const Subject& subject, const CatalogueChoice& choice, const StepSequence& sequence,
                  const Look& look) {
  return run_errors(subject, choice.measured(), sequence, look);
}

Errors completed_errors(const Subject& subject, const MeasuredMethod& method, const StepSequence& sequence,
                        const Look& look) {
  Errors errors = run_errors(subject, method, sequence, look);
  if (!errors.is_complete)
    throw std::runtime_error(fmt::format("{} on {}: {}", method.name, subject.name, errors.failure));
  return errors;
}

void raise_errors(const ProductGroup& group, const State& exact, const State& computed, Errors& errors) {
  raise(errors.q_algebra, group.log(group.compose(group.inverse(exact.q), computed.q)).norm());
  raise(errors.v_norm, (computed.v - exact.v).norm());
  raise(errors.lambda_norm, (computed.lambda - exact.lambda).norm());
}

Errors end_errors(const Subject& subject, const CatalogueChoice& choice, const StepSequence& sequence) {
  const auto stepper = stepper_for(subject.system, choice.coefficients(), choice.options());
  stepper->start(subject.start);
  for (std::size_t i = 0; i < sequence.steps.size(); ++i)
    if (!step_failure(*stepper, sequence.steps[i], sequence.times[i]).empty()) return infinite_errors();
  Comparison comparison(subject, sequence.times.back());
  comparison.look(stepper->state());
  return comparison.result(true);
}

}  // namespace kreisel
