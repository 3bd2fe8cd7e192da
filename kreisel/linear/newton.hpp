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
  int trusted_solutions = 0;  // so many times a measured contraction is relied on without a second iteration
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

/// What one solution hands to the next: whether the matrix at hand is worth keeping, and how well it contracts.
/// An old matrix is tried after a fresh one did its work; when it costs more iterations than a new matrix is
/// worth, the next trial waits, longer each time. Decided by counts, so that runs repeat exactly.
class NewtonMemory {
 public:
  bool has_matrix = false;
  double rate = 0.1;
  int trusted = 0;  // solutions for which the rate of a fresh matrix may still be relied on

  void forget() { has_matrix = false; }
  void forget_all() { has_matrix = false, trusted = 0; }

  void learn(int iterations, bool kept_old_matrix, bool had_old_matrix) {
    if (!had_old_matrix) fresh_iterations_ = iterations;
    if (had_old_matrix) {
      const bool paid_off = kept_old_matrix && iterations <= fresh_iterations_ + 1;
      backoff_ = paid_off ? shortest_wait : std::min(2 * backoff_, longest_wait);
      wait_ = paid_off ? 0 : backoff_;
    } else if (wait_ > 0) {
      --wait_;
    }
    has_matrix = wait_ == 0;
  }

 private:
  static constexpr int shortest_wait = 8, longest_wait = 4096;
  int fresh_iterations_ = 0, wait_ = 0, backoff_ = shortest_wait;
};

/// An old matrix leaves a remainder of the size it is allowed, a fresh one far less. Remainders in rows on
/// position level return in λ, divided by h² and amplified some 30 times by weak damping: λ of the pendulum
/// (ρ∞ = 0.9, h = 1e-2) lost its fourth digit to remainders of 1.
inline constexpr double allowed_with_old_matrix = 1e-2;

/// The contraction of the steps before stands for a measured one when it leaves room.
inline constexpr double trusted_remainder = 0.2;

template <NewtonEquations E>
NewtonReport newton(E& equations, const NewtonOptions& options, NewtonMemory& memory) {
  NewtonReport report;
  const bool had_old_matrix = memory.has_matrix;
  bool is_fresh = false;
  double previous = INFINITY;
  int growths = 0;
  const auto finish = [&](NewtonStatus status) {
    report.status = status;
    if (report.is_solved())
      memory.learn(report.iterations, !is_fresh, had_old_matrix);
    else
      memory.forget();
    return report;
  };
  while (report.iterations < options.max_iterations) {
    if (!equations.evaluate()) return finish(NewtonStatus::non_finite);
    if (!memory.has_matrix) {
      if (!equations.factorize()) return finish(NewtonStatus::singular_matrix);
      memory.has_matrix = is_fresh = true;
    }
    const double increment = equations.correct();
    ++report.iterations;
    report.last_increment = increment;
    if (!std::isfinite(increment)) return finish(NewtonStatus::non_finite);
    if (report.iterations > 1) {
      memory.rate = report.contraction_rate = std::min(increment / previous, 0.9);
      if (report.iterations == 2 && is_fresh) memory.trusted = options.trusted_solutions;
    }
    const double remaining = increment * memory.rate / (1.0 - memory.rate);
    const double allowed = is_fresh ? 1.0 : allowed_with_old_matrix;
    const bool is_trusted = is_fresh && memory.trusted > 0 && remaining <= trusted_remainder;
    if (report.iterations == 1 && is_trusted) --memory.trusted;
    if (remaining <= allowed && (report.iterations > 1 || increment <= 1.0 || is_trusted))
      return finish(NewtonStatus::converged);
    if (report.iterations > 1 && is_fresh && increment <= equations.round_off())
      return finish(NewtonStatus::stagnated_at_round_off);
    if (!(increment < previous) && is_fresh && ++growths == 2) return finish(NewtonStatus::diverged);
    const bool is_slow = report.iterations > 1 && report.contraction_rate > options.refresh_rate;
    const bool has_had_its_chance = !is_fresh && 2 * report.iterations >= options.max_iterations;
    if (is_slow || has_had_its_chance) memory.forget();
    previous = increment;
  }
  return finish(NewtonStatus::iteration_limit);
}

}  // namespace kreisel
