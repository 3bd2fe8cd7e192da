// Measured orders of convergence: errors in q, v and λ over every step of a run, fitted over step sizes.
//
// Errors are largest 2-norms: of log(q_ref⁻¹ q) in the Lie algebra for q, of differences for v and λ. A fit
// needs four step sizes, each half of the one before (high orders: less apart), inside the asymptotic window:
// relative errors of the coarsest run at most 1e-3, errors of the finest run at least 100 times its round-off.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "kreisel/equations/any_system.hpp"
#include "kreisel/methods/make_stepper.hpp"
#include "tests/support/order_reference.hpp"

namespace kreisel::claims {

/// A system with a consistent start and its exact motion.
struct Subject {
  std::string name;
  AnySystem system;
  State start;
  std::function<Reference()> reference;
  double t_end = 1.0;
};

struct Method {
  std::string name;
  MethodCoefficients coefficients;
  StepperOptions options;
};

/// Step sizes and the times they end at.
struct StepPlan {
  std::vector<double> steps, times;

  void add(double h);
};
StepPlan constant_steps(double h, double t_end);

struct ErrorSizes {
  double position = 0.0, velocity = 0.0, multiplier = 0.0;
};

struct RunErrors {
  ErrorSizes largest;
  double late_multiplier = 0.0;  // largest in the second half of the run
  long multiplier_peak = 0;      // the step n at which λ is worst
  ErrorSizes scale;              // largest values of the reference, for relative errors; positions count as 1
  double acceleration = 0.0;     // largest of the run
};

/// What a test may look at after each step.
using Look = std::function<void(const Stepper&, long step)>;

/// Throws std::runtime_error when a step does not converge.
RunErrors run_errors(const Subject& subject, const Method& method, const StepPlan& plan,
                     const Look& look = {});

/// Runs with smaller and smaller steps and the least-squares slopes of their errors.
struct Convergence {
  std::string what;
  std::vector<double> steps;
  std::vector<RunErrors> runs;

  ErrorSizes slopes() const;
  double late_multiplier_slope() const;
  std::string table() const;
};

/// Four runs, the coarsest at or below `coarsest` where the window begins, each step size a `ratio` smaller.
Convergence measure_in_window(const Subject& subject, const Method& method, double coarsest,
                              double ratio = 2.0);

/// The given step sizes, wherever they lie.
Convergence measure_at(const Subject& subject, const Method& method, const std::vector<double>& steps);

struct ExpectedOrders {
  double position = 0.0, velocity = 0.0, multiplier = 0.0;  // 0: not asked
};

/// Slopes within `allowed_deviation` of the expected ones, on both sides.
testing::AssertionResult has_slopes(const Convergence& convergence, const ExpectedOrders& expected,
                                    double allowed_deviation = 0.2);

/// The same, and every run inside the asymptotic window.
testing::AssertionResult has_orders(const Convergence& convergence, const ExpectedOrders& expected);

}  // namespace kreisel::claims
