// What methods are measured on: a system, a consistent start and its exact motion; and how far a run is from it.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "evidence/bench/reference_ode.hpp"
#include "kreisel/equations/any_system.hpp"
#include "kreisel/methods/catalog.hpp"
#include "kreisel/methods/shared/stepper_options.hpp"

namespace kreisel::experiments {

struct Subject {
  std::string name;
  AnySystem system;
  State start = {};
  std::function<Reference()> reference = {};
  double t_end = 1.0;
};

/// A method of the catalogue with the choices an experiment makes.
struct Choice {
  std::string method;
  std::vector<std::pair<std::string, std::string>> settings = {};
  StartValues start = StartValues::automatic;
  Formulation formulation = Formulation::index3;
  StepChange change = StepChange::automatic;

  MethodCoefficients coefficients() const;
  StepperOptions options() const;
};

/// Step sizes and the times they end at.
struct StepPlan {
  std::vector<double> steps = {}, times = {};

  void add(double h);
  double mean() const { return times.back() / static_cast<double>(steps.size()); }
};
StepPlan constant_steps(double h, double t_end);

/// Errors of a run. As [Wieloch 2022] section 6.1 defines them, q as the list of its coordinates: ERR2 the 2-norm of the
/// componentwise largest errors, ERR1 the 2-norm at the end. As [Arnold, Brüls, Cardona 2015] defines them: the largest
/// 2-norm, q in the Lie algebra.
struct Errors {
  double q = 0.0, v = 0.0, lambda = 0.0;              // ERR2
  double q_end = 0.0, v_end = 0.0, lambda_end = 0.0;  // ERR1
  double q_algebra = 0.0, v_norm = 0.0, lambda_norm = 0.0;
  double early_lambda = 0.0;                 // largest norm in the first twelve steps
  double late_q = 0.0, late_lambda = 0.0;    // largest norms in the second half of the run
  long lambda_peak = 0;                      // step of the largest error of λ
  double scale_q = 0.0, scale_lambda = 0.0;  // norms of the exact values at the end
  long newton_iterations = 0;
  bool is_complete = true;  // false: a step failed or numbers left all bounds; errors are infinite
};

using Look = std::function<void(const StateView& computed, const State& exact, long step)>;

Errors run_errors(const Subject& subject, const Choice& choice, const StepPlan& plan, const Look& look = {});

/// The errors at the end alone, for very many steps.
Errors end_errors(const Subject& subject, const Choice& choice, const StepPlan& plan);

/// The same bookkeeping for integrators that are no steppers.
class Comparison {
 public:
  Comparison(const Subject& subject, double t_end);

  void look(const StateView& computed);
  const State& exact() const { return exact_; }
  Errors result(bool is_complete) const;

 private:
  AnySystem system_;
  Reference reference_;
  double t_end_;
  State exact_;
  Vector most_q_, most_v_, most_lambda_;
  Errors errors_;
  long step_ = 0;
};

}  // namespace kreisel::experiments
