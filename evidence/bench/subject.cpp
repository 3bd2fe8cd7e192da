#include "evidence/bench/subject.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kreisel/solve/stepper_for.hpp"

namespace kreisel::experiments {
namespace {

constexpr double left_all_bounds = 1e12;

void raise(Vector& most, const Vector& off) {
  if (most.size() == 0) most = Vector::Zero(off.size());
  most = most.cwiseMax(off.cwiseAbs());
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

bool step(Stepper& stepper, double h, double t) {
  if (stepper.attempt(h).status != StepStatus::completed) return false;
  stepper.accept(t);
  const StateView state = stepper.state();
  return state.v.allFinite() && state.v.norm() < left_all_bounds;
}

}  // namespace

MethodCoefficients Choice::coefficients() const {
  const MethodEntry& entry = find_method(method);
  Parameters parameters(entry.parameters);
  for (const auto& [key, value] : settings) parameters.set(key, value);
  return entry.coefficients(parameters);
}

StepperOptions Choice::options() const {
  StepperOptions options;
  options.formulation = formulation;
  options.start = start;
  options.step_change = change;
  return options;
}

void StepPlan::add(double h) {
  times.push_back((times.empty() ? 0.0 : times.back()) + h);
  steps.push_back(h);
}

StepPlan constant_steps(double h, double t_end) {
  StepPlan plan;
  const auto count = static_cast<std::size_t>(std::llround(t_end / h));
  plan.steps.assign(count, h);
  for (std::size_t n = 1; n <= count; ++n) plan.times.push_back(static_cast<double>(n) * h);
  return plan;
}

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
  errors_.q_algebra = std::max(errors_.q_algebra, in_algebra);
  errors_.v_norm = std::max(errors_.v_norm, off_v.norm());
  if (is_late) errors_.late_q = std::max(errors_.late_q, in_algebra);
  errors_.q_end = off_q.norm();
  errors_.v_end = off_v.norm();
  errors_.scale_q = exact_.q.norm();
  if (computed.lambda.size() == 0) return;
  const Vector off_lambda = computed.lambda - exact_.lambda;
  raise(most_lambda_, off_lambda);
  if (off_lambda.norm() > errors_.lambda_norm) errors_.lambda_peak = step_;
  errors_.lambda_norm = std::max(errors_.lambda_norm, off_lambda.norm());
  constexpr long starting_phase = 12;
  if (step_ <= starting_phase) errors_.early_lambda = errors_.lambda_norm;
  if (is_late) errors_.late_lambda = std::max(errors_.late_lambda, off_lambda.norm());
  errors_.lambda_end = off_lambda.norm();
  errors_.scale_lambda = exact_.lambda.norm();
}

Errors Comparison::result(bool is_complete) const {
  if (!is_complete) return infinite_errors();
  Errors errors = errors_;
  errors.q = most_q_.norm();
  errors.v = most_v_.norm();
  errors.lambda = most_lambda_.norm();
  return errors;
}

Errors run_errors(const Subject& subject, const Choice& choice, const StepPlan& plan, const Look& look) {
  const auto stepper = stepper_for(subject.system, choice.coefficients(), choice.options());
  Comparison comparison(subject, plan.times.back());
  stepper->start(subject.start);
  bool is_complete = true;
  for (std::size_t i = 0; i < plan.steps.size() && is_complete; ++i) {
    is_complete = step(*stepper, plan.steps[i], plan.times[i]);
    if (!is_complete) break;
    comparison.look(stepper->state());
    if (look) look(stepper->state(), comparison.exact(), static_cast<long>(i) + 1);
  }
  Errors errors = comparison.result(is_complete);
  errors.newton_iterations = stepper->work().newton_iterations;
  return errors;
}

Errors end_errors(const Subject& subject, const Choice& choice, const StepPlan& plan) {
  const auto stepper = stepper_for(subject.system, choice.coefficients(), choice.options());
  stepper->start(subject.start);
  for (std::size_t i = 0; i < plan.steps.size(); ++i)
    if (!step(*stepper, plan.steps[i], plan.times[i])) return infinite_errors();
  Comparison comparison(subject, plan.times.back());
  comparison.look(stepper->state());
  return comparison.result(true);
}

}  // namespace kreisel::experiments
