// How far a run with prescribed steps is from the exact motion, at every step.
#pragma once

#include <functional>
#include <string>

#include "evidence/bench/measured_method.hpp"
#include "evidence/bench/step_sequence.hpp"
#include "evidence/bench/subject.hpp"
#include "kreisel/methods/stepper.hpp"

namespace kreisel {

/// Errors of a run. As [Wieloch 2022] section 6.1 defines them, q as the list of its coordinates: ERR2 the 2-norm of the
/// componentwise largest errors, ERR1 the 2-norm at the end. As [Arnold, Brüls, Cardona 2015] defines them: the largest
/// 2-norm, q in the Lie algebra.
struct Errors {
  double q = 0.0, v = 0.0, lambda = 0.0;              // ERR2
  double q_end = 0.0, v_end = 0.0, lambda_end = 0.0;  // ERR1
  double q_algebra = 0.0, v_norm = 0.0, lambda_norm = 0.0;
  double early_lambda = 0.0;                     // largest norm in the first twelve steps
  double late_q = 0.0, late_lambda = 0.0;        // largest norms in the second half of the run
  long lambda_peak = 0;                          // step of the largest error of λ
  double scale_q = 0.0, scale_lambda = 0.0;      // norms of the exact values at the end
  double largest_v = 0.0, largest_lambda = 0.0;  // norms of the exact values over the run
  double largest_acceleration = 0.0;             // norm, of the run itself
  long newton_iterations = 0;
  bool is_complete = true;   // false: a step failed or numbers left all bounds; errors are infinite
  std::string failure = {};  // why, where the stepper says so
};

/// What an experiment or a test may look at after each step.
using Look = std::function<void(const Stepper&, const State& exact, long step)>;

Errors run_errors(const Subject& subject, const MeasuredMethod& method, const StepSequence& sequence,
                  const Look& look = {});
Errors run_errors(const Subject& subject, const CatalogueChoice& choice, const StepSequence& sequence,
                  const Look& look = {});

/// The same of a run that has to reach its end: throws std::runtime_error when it does not.
Errors completed_errors(const Subject& subject, const MeasuredMethod& method, const StepSequence& sequence,
                        const Look& look = {});

/// Raises q_algebra, v_norm and lambda_norm to what a state between the points is off.
void raise_errors(const ProductGroup& group, const State& exact, const State& computed, Errors& errors);

/// The errors at the end alone, for very many steps.
Errors end_errors(const Subject& subject, const CatalogueChoice& choice, const StepSequence& sequence);

/// The same bookkeeping for integrators that are no steppers.
class Comparison {
 public:
  Comparison(const Subject& subject, double t_end);

  void look(const StateView& computed);
  const State& exact() const { return exact_; }
  Errors result(bool is_complete) const;

 private:
  void look_at_multipliers(const StateView& computed, bool is_late);

  AnySystem system_;
  ExactMotion reference_;
  double t_end_;
  State exact_;
  Vector most_q_, most_v_, most_lambda_;
  Errors errors_;
  long step_ = 0;
};

}  // namespace kreisel
