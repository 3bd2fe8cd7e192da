// Newton's iteration on vectors, with a matrix kept as long as it contracts well.
//
// Sizes of increments are in units of the tolerance: 1 is "just converged". The iteration reports; the
// caller decides about the step. Every comparison is written so that NaN counts as failure.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>

namespace kreisel {

enum class NewtonStatus {
  converged,
  stagnated_at_round_off,  // no further progress, and none possible in this arithmetic: as good as converged
  diverged,
  iteration_limit,
  singular_matrix,
  non_finite
};

struct NewtonOptions {
  int max_iterations = 10;
  double refresh_rate = 0.2;  // contraction slower than this: new matrix at the current iterate
  double reuse_rate = 2e-4;   // contraction faster than this: keep the matrix for the next step

};

struct NewtonReport {
  NewtonStatus status = NewtonStatus::iteration_limit;
  int iterations = 0;
  double contraction_rate = 0.0;
  double last_increment = INFINITY;

  bool is_solved() const {
    return status == NewtonStatus::converged || status == NewtonStatus::stagnated_at_round_off;
  }
};

template <class E>
concept NewtonEquations = requires(E equations) {
  { equations.evaluate() } -> std::same_as<bool>;   // residual at the iterate; false: not finite
  { equations.factorize() } -> std::same_as<bool>;  // matrix at the iterate; false: singular
  { equations.correct() } -> std::same_as<double>;  // solves, moves the iterate, returns the increment's size
  { equations.round_off() } -> std::same_as<double>;  // increments of this size are noise
};

/// `has_matrix`: a usable factorisation from an earlier step is at hand; updated for the next call.
template <NewtonEquations E>
NewtonReport newton(E& equations, const NewtonOptions& options, bool& has_matrix, double& expected_rate) {
  NewtonReport report;
  double previous = INFINITY;
  bool is_fresh = false;
  int growths = 0;
  const auto finish = [&](NewtonStatus status) {
    report.status = status;
    has_matrix = report.is_solved() && expected_rate <= options.reuse_rate;
    return report;
  };
  while (report.iterations < options.max_iterations) {
    if (!equations.evaluate()) return finish(NewtonStatus::non_finite);
    if (!has_matrix) {
      if (!equations.factorize()) return finish(NewtonStatus::singular_matrix);
      has_matrix = is_fresh = true;
    }
    const double increment = equations.correct();
    ++report.iterations;
    report.last_increment = increment;
    if (!std::isfinite(increment)) return finish(NewtonStatus::non_finite);
    if (report.iterations > 1) {
      report.contraction_rate = increment / previous;
      expected_rate = std::max(report.contraction_rate, 0.1 * expected_rate);
    }
    const double rate = std::min(expected_rate, 0.9);
    if (increment * rate / (1.0 - rate) <= 1.0 && (report.iterations > 1 || increment <= 1.0))
      return finish(NewtonStatus::converged);
    if (report.iterations > 1 && increment <= equations.round_off())
      return finish(NewtonStatus::stagnated_at_round_off);
    if (!(increment < previous) && is_fresh && ++growths == 2) return finish(NewtonStatus::diverged);
    if (report.iterations > 1 && report.contraction_rate > options.refresh_rate) has_matrix = false;
    previous = increment;
  }
  return finish(NewtonStatus::iteration_limit);
}

}  // namespace kreisel
