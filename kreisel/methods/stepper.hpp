// What the time loop knows of a method: try a step, keep it or forget it, look at the state, look in between.
//
// One run-time interface instead of a template parameter keeps the only time loop compiled once; it costs
// a few nanoseconds per step (docs/decisions/0002-stepper-interface.md).
#pragma once

#include <limits>
#include <span>
#include <string>
#include <vector>

#include "kreisel/core/error.hpp"
#include "kreisel/core/types.hpp"
#include "kreisel/equations/state.hpp"
#include "kreisel/linear/newton.hpp"

namespace kreisel {

enum class StepStatus { completed, newton_diverged, iteration_limit, singular_matrix, non_finite };

struct StepAttempt {
  StepStatus status = StepStatus::completed;
  double error = std::numeric_limits<double>::quiet_NaN();  // 1: on tolerance; NaN: no estimate
  double next_ratio =
      std::numeric_limits<double>::quiet_NaN();  // of the next step; NaN: the controller decides
  int order = 0;                                 // of this step, where it varies
  NewtonReport newton;
};

struct WorkCounters {
  long newton_iterations = 0, factorizations = 0, force_evaluations = 0, restarts = 0;
  long stagnated_at_round_off = 0;
};

/// A coordinate or row that is stiff for the steps of a run.
struct Finding {
  std::string who;        // "coordinate 2", "row spring"
  double rate = 0.0;      // how fast it would move by itself
  std::string unit = "";  // rad/s for vibrations, 1/s for decay
};

/// Tolerances of an error-controlled run. The estimate is the error that would accumulate over `interval`
/// if every unit of time contributed as this step does, so achieved errors follow the tolerance.
struct Tolerances {
  double relative = 0.0, absolute = 0.0;  // 0: fixed step, no control
  double multiplier = 0.0;                // relative, for λ; 0: not controlled
  double interval = 1.0;

  bool control_error() const { return relative > 0.0 || absolute > 0.0; }
  /// What was asked for, as one number.
  double asked() const { return relative > 0.0 ? relative : absolute; }
  /// λ that depends on q and v alone is as accurate as they are: its tolerance is met by tightening theirs.
  Tolerances tightened() const {
    const double factor = multiplier > 0.0 && multiplier < asked() ? multiplier / asked() : 1.0;
    return {factor * relative, factor * absolute, multiplier, interval};
  }
};

class Stepper {
 public:
  Stepper() = default;
  Stepper(const Stepper&) = delete;
  Stepper& operator=(const Stepper&) = delete;
  virtual ~Stepper() = default;

  /// Before start(): the compliant rows whose initial state lies on their slow motion.
  virtual void follow_slow_motion(const std::vector<bool>& rows) { (void)rows; }
  /// Begins at a consistent state; λ and v' included.
  virtual void start(const State& initial) = 0;
  /// A first step that the error estimate at the start would just accept.
  virtual double suggest_first_step() = 0;
  /// Tries the step t -> t+h. The accepted state stays as it is, whatever happens.
  virtual StepAttempt attempt(double h) = 0;
  /// Makes the last attempt the accepted state.
  virtual void accept(double t) = 0;
  virtual StateView state() const = 0;
  /// Dense output in the last accepted step, at the fraction s of it (0: its start, 1: its end).
  virtual void interpolate(double s, State& out) const = 0;
  virtual const WorkCounters& work() const = 0;
  /// Everything a later step depends on; empty when the method keeps no past that can be stored. A stepper made alike
  /// that restores it takes the same steps to the last bit, as this one does from here on.
  virtual std::vector<double> save() { return {}; }
  virtual void restore(std::span<const double> saved);
  /// What the run showed about the model: coordinates and rows that are stiff for the steps taken.
  virtual std::vector<Finding> findings() const { return {}; }
  /// What the user should know about the run so far; empty: nothing unusual.
  virtual std::vector<std::string> warnings() const { return {}; }
  /// Names the row or coordinate behind the last failed attempt; empty when there is none to blame.
  virtual std::string explain_failure() const = 0;
};

inline void Stepper::restore(std::span<const double>) {
  throw OptionError("this method cannot go on from a stored history", "restore",
                    "start it at a state instead");
}

}  // namespace kreisel
