#include "tests/support/order_measurement.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>

#include "kreisel/solve/stepper_for.hpp"

namespace kreisel::claims {
namespace {

constexpr double coarsest_relative_error = 1e-3;
constexpr double round_off_margin = 100.0;
constexpr std::size_t refinements = 3;

void raise_to(double& largest, double value) {
  if (!(value <= largest)) largest = value;  // NaN comes through
}

class Comparison {
 public:
  Comparison(const Subject& subject, RunErrors& errors)
      : system_(subject.system), reference_(subject.reference()), errors_(errors) {}

  void look(const StateView& state, long step, bool is_late) {
    const State exact = reference_(state.t);
    const auto& group = system_.group();
    const Vector off = group.log(group.compose(group.inverse(exact.q), state.q));
    raise_to(errors_.largest.position, off.norm());
    raise_to(errors_.largest.velocity, (state.v - exact.v).norm());
    raise_to(errors_.scale.velocity, exact.v.norm());
    raise_to(errors_.acceleration, state.acceleration.norm());
    if (state.lambda.size() == 0) return;
    const double of_lambda = (state.lambda - exact.lambda).norm();
    if (!(of_lambda <= errors_.largest.multiplier)) errors_.multiplier_peak = step;
    raise_to(errors_.largest.multiplier, of_lambda);
    if (is_late) raise_to(errors_.late_multiplier, of_lambda);
    raise_to(errors_.scale.multiplier, exact.lambda.norm());
  }

 private:
  AnySystem system_;
  Reference reference_;
  RunErrors& errors_;
};

/// Position rows carry ε|x|; velocities see it divided by h, accelerations and multipliers by h².
ErrorSizes round_off(const RunErrors& run, double h) {
  constexpr double epsilon = std::numeric_limits<double>::epsilon();
  const double force_per_acceleration =
      run.acceleration > 0.0 ? run.scale.multiplier / run.acceleration : 0.0;
  return {epsilon, epsilon * (run.scale.velocity + 1.0 / h),
          epsilon * (run.scale.multiplier + force_per_acceleration / (h * h))};
}

struct Component {
  const char* name;
  double ErrorSizes::*of_error;
  double ExpectedOrders::*of_order;
};
constexpr std::array<Component, 3> components{{{"q", &ErrorSizes::position, &ExpectedOrders::position},
                                               {"v", &ErrorSizes::velocity, &ExpectedOrders::velocity},
                                               {"λ", &ErrorSizes::multiplier, &ExpectedOrders::multiplier}}};

bool is_small_enough(const RunErrors& run) {
  for (const Component& c : components)
    if (!(run.largest.*c.of_error <= coarsest_relative_error * run.scale.*c.of_error)) return false;
  return true;
}

template <class ErrorOf>
double slope_of(const Convergence& convergence, const ErrorOf& error_of) {
  const auto n = static_cast<double>(convergence.runs.size());
  double sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0;
  for (std::size_t i = 0; i < convergence.runs.size(); ++i) {
    const double x = std::log2(convergence.steps[i]), y = std::log2(error_of(convergence.runs[i]));
    sx += x;
    sy += y;
    sxx += x * x;
    sxy += x * y;
  }
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

}  // namespace

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

RunErrors run_errors(const Subject& subject, const Method& method, const StepPlan& plan, const Look& look) {
  const auto stepper = stepper_for(subject.system, method.coefficients, method.options);
  RunErrors errors;
  errors.scale.position = 1.0;
  Comparison comparison(subject, errors);
  stepper->start(subject.start);
  for (std::size_t i = 0; i < plan.steps.size(); ++i) {
    const StepAttempt attempt = stepper->attempt(plan.steps[i]);
    if (attempt.status != StepStatus::completed)
      throw std::runtime_error(fmt::format("{} on {}: step {} of size {} failed: {}", method.name,
                                           subject.name, i, plan.steps[i], stepper->explain_failure()));
    stepper->accept(plan.times[i]);
    const long step = static_cast<long>(i) + 1;
    comparison.look(stepper->state(), step, 2.0 * plan.times[i] >= plan.times.back());
    if (look) look(*stepper, step);
  }
  return errors;
}

ErrorSizes Convergence::slopes() const {
  return {slope_of(*this, [](const RunErrors& run) { return run.largest.position; }),
          slope_of(*this, [](const RunErrors& run) { return run.largest.velocity; }),
          slope_of(*this, [](const RunErrors& run) { return run.largest.multiplier; })};
}

double Convergence::late_multiplier_slope() const {
  return slope_of(*this, [](const RunErrors& run) { return run.late_multiplier; });
}

std::string Convergence::table() const {
  std::string text = what + "\n  h          q          v          λ          (at n)\n";
  for (std::size_t i = 0; i < runs.size(); ++i)
    text += fmt::format("  {:9.3e}  {:9.3e}  {:9.3e}  {:9.3e}  {}\n", steps[i], runs[i].largest.position,
                        runs[i].largest.velocity, runs[i].largest.multiplier, runs[i].multiplier_peak);
  const ErrorSizes slope = slopes();
  return text + fmt::format("  slope      {:9.2f}  {:9.2f}  {:9.2f}\n", slope.position, slope.velocity,
                            slope.multiplier);
}

Convergence measure_at(const Subject& subject, const Method& method, const std::vector<double>& steps) {
  Convergence convergence{method.name + " on " + subject.name, steps, {}};
  for (const double h : steps)
    convergence.runs.push_back(run_errors(subject, method, constant_steps(h, subject.t_end)));
  return convergence;
}

Convergence measure_in_window(const Subject& subject, const Method& method, double coarsest, double ratio) {
  constexpr int most_halvings = 12;
  double h = coarsest;
  RunErrors first = run_errors(subject, method, constant_steps(h, subject.t_end));
  for (int i = 0; i < most_halvings && !is_small_enough(first); ++i) {
    h *= 0.5;
    first = run_errors(subject, method, constant_steps(h, subject.t_end));
  }
  Convergence convergence{method.name + " on " + subject.name, {h}, {first}};
  for (std::size_t i = 0; i < refinements; ++i) {
    h /= ratio;
    convergence.steps.push_back(h);
    convergence.runs.push_back(run_errors(subject, method, constant_steps(h, subject.t_end)));
  }
  return convergence;
}

testing::AssertionResult has_slopes(const Convergence& convergence, const ExpectedOrders& expected,
                                    double allowed_deviation) {
  const ErrorSizes measured = convergence.slopes();
  for (const Component& c : components) {
    const double claimed = expected.*c.of_order;
    if (claimed == 0.0) continue;
    if (!(std::abs(measured.*c.of_error - claimed) <= allowed_deviation))
      return testing::AssertionFailure()
             << "order of " << c.name << " is " << measured.*c.of_error << ", not " << claimed << "\n"
             << convergence.table();
  }
  return testing::AssertionSuccess() << convergence.table();
}

testing::AssertionResult has_orders(const Convergence& convergence, const ExpectedOrders& expected) {
  if (convergence.runs.size() <= refinements)
    return testing::AssertionFailure() << "too few step sizes\n" << convergence.table();
  const RunErrors& coarsest = convergence.runs.front();
  const RunErrors& finest = convergence.runs.back();
  const ErrorSizes noise = round_off(finest, convergence.steps.back());
  for (const Component& c : components) {
    if (expected.*c.of_order == 0.0) continue;
    if (!(coarsest.largest.*c.of_error <= coarsest_relative_error * coarsest.scale.*c.of_error))
      return testing::AssertionFailure() << "the coarsest error of " << c.name << " is above the window\n"
                                         << convergence.table();
    if (!(finest.largest.*c.of_error >= round_off_margin * noise.*c.of_error))
      return testing::AssertionFailure()
             << "the finest error of " << c.name << " is near round-off, " << noise.*c.of_error << "\n"
             << convergence.table();
  }
  return has_slopes(convergence, expected);
}

}  // namespace kreisel::claims
