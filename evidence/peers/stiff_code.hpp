// Implicit Runge-Kutta methods with three stages for B y' = f(t, y), as the programs run them that the tables of [Schaub 2004]
// chapter 5 and [Stumpp 2004] chapter 6 were made with: step control, Newton test and tolerances of RADAU5, weights h^k on
// single components, and the search for stiff components. For comparison only.
//
// [Hairer, Wanner 1996] section IV.8; the Newton system is solved as a whole. Lobatto methods stand in for SPARK3, whose
// control is not published: the estimates are those of [Schaub 2004] section 4.1, the control is the same. The
// library has the search as well, but its methods take mechanical systems and keep their own control; these take any y.
#pragma once

#include <functional>
#include <vector>

#include "kreisel/core/types.hpp"
#include "kreisel/methods/implicit_runge_kutta/parameters.hpp"

namespace kreisel::experiments {

struct FirstOrderProblem {
  Vector start = {};
  Vector mass = {};  // diagonal of B
  std::function<Vector(double t, const Vector& y)> rate = {};
  std::vector<int> power = {};  // errors and Newton increments of component i count h^power
  double t_end = 1.0;
};

/// [Schaub 2004] section 4.2.1: the first components of y are positions, the next their velocities, then, where there are
/// any, their accelerations. A position is stiff where log10(ν/μ) falls below the threshold in more than a third of the
/// first accepted steps; its velocity then counts h times more.
struct StiffSearch {
  Index positions = 0, first = 0;  // those before the first one are left out
  int steps = 0;                   // n_ζ; 0: no search
  double threshold = -0.4;
  double gap = 0.0;  // > 0: mean values are put in groups that lie so far apart, remark 4.2
  bool scales_accelerations = false;
};

enum class StiffEstimate { radau_iia, iiiac, iiidc };

struct StiffCode {
  ImplicitFamily family = ImplicitFamily::radau_iia;
  std::function<double(double h)> theta = {};  // of blends; empty: 0
  StiffEstimate estimate = StiffEstimate::radau_iia;
  bool loosens_tolerances = true;  // to 0.1 tol^(2/3), as RADAU5 does
  bool keeps_step = false;         // constant steps, whatever the error
  StiffSearch search = {};
  long most_steps = 200'000, most_accepted = 200'000;
};

struct StiffRun {
  long steps = 0, accepted = 0, rejected = 0, newton_failures = 0;
  long evaluations = 0;  // of f
  bool is_complete = false;
  std::vector<double> times = {}, sizes = {};  // of accepted steps
  std::vector<Vector> states = {};             // at `times`
  std::vector<Index> stiff = {};               // positions found by the search
  std::vector<double> mean_zeta = {};          // of every position, log10(ν/μ); 0 where μ is too small
  Vector end = {};

  /// Mean |log h(n+1)/h(n)|: how restless the step is.
  double restlessness() const;
  /// Standard deviation of log h from the tenth step on.
  double spread() const;
};

/// Errors are compared with relative·|y| + absolute.
StiffRun run_stiff_code(const FirstOrderProblem& problem, const StiffCode& code, double relative,
                        double absolute, double first_step);

/// Radau IIA of order 5 as RADAU5 runs it.
StiffRun radau5(const FirstOrderProblem& problem, double relative, double absolute, double first_step);

}  // namespace kreisel::experiments
