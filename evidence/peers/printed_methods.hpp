// Methods exactly as printed, where the library does something better: steps of index 3 for a given formula, Munthe-Kaas
// BDF with truncated Baker-Campbell-Hausdorff series, generalized-α with variable steps. They mirror the programs with which
// [Arnold, Brüls, Cardona 2015] and [Wieloch 2022] made their figures. For comparison only: dense, plain, not fast.
#pragma once

#include <functional>
#include <vector>

#include "evidence/bench/run_errors.hpp"

namespace kreisel::experiments {

/// Velocity and acceleration at the end of a step as functions of x, the increment of q over h; `velocity_slope` and
/// `acceleration_slope` (times h) are their derivatives, up to what Newton can do without.
struct StepFormula {
  std::function<void(const Vector& x, Vector& v, Vector& a)> end = {};
  double velocity_slope = 1.0, acceleration_slope = 1.0;
};

/// When Newton's iteration ends: at round-off, or before (rtol > 0) when the root mean square of the increments of x and
/// hλ, each over atol + rtol |value|, is at most 1. The matrix is renewed in every iteration or kept for the step.
struct StoppingTest {
  double atol = 0.0, rtol = 0.0;
  bool keeps_matrix = false;
};

/// Solves the balance and the position rows at the end of a step.
class PrintedStep {
 public:
  explicit PrintedStep(const AnySystem& system, const StoppingTest& test = {});

  /// From q of `from`; x and λ of `to` hold the first guess. False when Newton does not converge.
  bool solve(const State& from, double h, const StepFormula& formula, Vector& x, State& to);
  /// M⁻¹Bᵀ(BM⁻¹Bᵀ)⁻¹B w: the part of w that position rows see.
  Vector normal_part(const State& at, const Vector& w);
  const AnySystem& system() const { return system_; }
  long iterations() const { return iterations_; }

 private:
  void evaluate(const State& from, double h, const StepFormula& formula, const Vector& x, State& to);
  Matrix matrix_at(double h, const StepFormula& formula, const Vector& x, const State& to);
  bool is_done(const Vector& change, const Vector& x, const Vector& scaled_lambda, double last, int i) const;

  AnySystem system_;
  StoppingTest test_;
  long iterations_ = 0;
  Index n_, m_;
  AnySystem::AllTangents tangents_;
  Matrix jacobian_;
  Vector balance_, gap_;
};

/// v''(0) of the exact motion by differences of its velocities, of third order.
Vector initial_jerk(const Subject& subject);

/// Errors of the Munthe-Kaas BDF method of [Wieloch 2022] (3.57), (3.11), (3.13) with constant steps.
Errors printed_mk_bdf(const Subject& subject, int k, bool corrected_start, const StepSequence& plan);

/// Errors of generalized-α with variable steps, [Wieloch 2022] (4.11), v'' by one of the four approximations (4.9).
Errors printed_variable_alpha(const Subject& subject, double rho, int approximation, const StepSequence& plan,
                              const StoppingTest& test = {});

}  // namespace kreisel::experiments
