// Methods exactly as printed, where the library does something better: steps of index 3 for a given formula, Munthe-Kaas
// BDF with truncated Baker-Campbell-Hausdorff series, generalized-α with variable steps. For comparison only: dense, plain,
// not fast.
#pragma once

#include <functional>
#include <vector>

#include "kreisel/evidence/experiments/subject.hpp"

namespace kreisel::experiments {

/// Velocity and acceleration at the end of a step as functions of x, the increment of q over h; `velocity_slope` and
/// `acceleration_slope` (times h) are their derivatives, up to what Newton can do without.
struct StepFormula {
  std::function<void(const Vector& x, Vector& v, Vector& a)> end = {};
  double velocity_slope = 1.0, acceleration_slope = 1.0;
};

/// Solves the balance and the position rows at the end of a step.
class LaboratoryStep {
 public:
  explicit LaboratoryStep(const AnySystem& system);

  /// From q of `from`; x and λ of `to` hold the first guess. False when Newton does not converge.
  bool solve(const State& from, double h, const StepFormula& formula, Vector& x, State& to);
  /// M⁻¹Bᵀ(BM⁻¹Bᵀ)⁻¹B w: the part of w that position rows see.
  Vector normal_part(const State& at, const Vector& w);
  const AnySystem& system() const { return system_; }

 private:
  void evaluate(const State& from, double h, const StepFormula& formula, const Vector& x, State& to);

  AnySystem system_;
  Index n_, m_;
  AnySystem::AllTangents tangents_;
  Matrix jacobian_;
  Vector balance_, gap_;
};

/// Errors of the Munthe-Kaas BDF method of [Wieloch 2022] (3.57), (3.11), (3.13) with constant steps.
Errors printed_mk_bdf(const Subject& subject, int k, bool corrected_start, const StepPlan& plan);

/// Errors of generalized-α with variable steps, [Wieloch 2022] (4.11), v'' by one of the four approximations (4.9).
Errors variable_alpha(const Subject& subject, double rho, int approximation, const StepPlan& plan);

}  // namespace kreisel::experiments
