// The Runge-Kutta families a user can choose from: data only. Coefficients: runge_kutta_tableau.hpp.
#pragma once

#include <vector>

#include "kreisel/methods/shared/step_choices.hpp"

namespace kreisel {

enum class ImplicitFamily {
  gauss,
  radau_ia,
  radau_iia,
  lobatto_iiia,
  lobatto_iiib,
  lobatto_iiic,
  lobatto_iiid,
  lobatto_iiiab,   // θ A + (1-θ) B
  lobatto_iiiac,   // θ A + (1-θ) C
  lobatto_iiidc,   // θ D + (1-θ) C
  lobatto_iiiabc,  // θ (A+B)/2 + (1-θ) C
  lobatto_iiiabd,  // θ (A+B)/2 + (1-θ) D
  sdirk,           // `stages` counts the order
  esdirk,
};

enum class ExplicitFormula { rk4, dopri5, dop853 };

/// What is put back onto rigid rows after a step.
enum class Projection {
  automatic,  // what the formulation leaves off the rows: velocities (index 3), positions and velocities (others)
  none
};

/// Where the stages live.
enum class StepChart {
  automatic,  // under error control moving, with constant steps plain, as methods are compared
  moving,     // along with bodies that spin fast about an axis of symmetry, where it helps
  plain       // q = q_n·exp(θ)
};

/// Error estimates of Lobatto methods with three stages; others have one of their own.
enum class EstimatorChoice {
  automatic,
  iiiac,  // (IIIAC)^ [Schaub 2004] section 4.1 with α0 = 1 (the printed 1/4 makes it vanish)
  iiidc,  // (IIIDC)^
  spark   // of order 1, squared, as SPARK3 has it: for comparison
};

/// What an estimate is compared with.
enum class ErrorNorm {
  translated,  // what the whole run would gather, see docs/decisions/0006
  classical  // RMS of the embedded estimate per step, tolerances 0.1 tol^(2/3) as RADAU5 has it: for comparison
};

/// How a blend chooses θ.
enum class BlendChoice {
  uniform,   // one θ for all components
  split,     // theta_stiff for components that vibrate faster than the step resolves, theta for the others
  strongest  // IIIDC, three stages: θ that damps each component most [Schaub 2004] (4.16)
};

struct ImplicitRungeKuttaParameters {
  ImplicitFamily family = ImplicitFamily::radau_iia;
  int stages = 3;
  bool variable_order = false;  // `stages` is then the highest number
  double theta = 0.5, theta_stiff = 0.0;
  BlendChoice blend = BlendChoice::uniform;
  Projection projection = Projection::automatic;
  StepChart chart = StepChart::automatic;
  EstimatorChoice estimator = EstimatorChoice::automatic;
  ErrorNorm norm = ErrorNorm::translated;
  StepSizeLaw step_size = StepSizeLaw::predictive;
};

struct ExplicitRungeKuttaParameters {
  ExplicitFormula formula = ExplicitFormula::dop853;
  Projection projection = Projection::automatic;
  StepSizeLaw step_size = StepSizeLaw::predictive;
};

}  // namespace kreisel
