// What the implicit stepper needs of a tableau: increments as unknowns, decoupled stages, error estimates.
//
// With z_i = Y_i - y0 as unknowns, h F = A⁻¹ z - k h f(y0); k is only there when the first stage is explicit
// (Lobatto IIIA, ESDIRK) and drops out of the unknowns. A⁻¹ = P diag(α) P⁻¹ decouples the stages
// ([Hairer, Wanner 1996] IV.8); diagonally implicit methods are solved stage by stage with one α.
#pragma once

#include <complex>
#include <vector>

#include "kreisel/methods/implicit_runge_kutta/parameters.hpp"
#include "kreisel/methods/implicit_runge_kutta/tableau.hpp"

namespace kreisel {

/// One decoupled system: x^ = Σ from_stages_i x_i and back x_i += to_stages_i x^ (complex: twice the real part).
template <class Scalar>
struct StageMode {
  Scalar alpha;
  VectorOf<Scalar, Dynamic> from_stages, to_stages;
};

enum class EstimatorKind {
  none,
  embedded,     // e0 h f(y0) + Σ e_i z_i
  first_stage,  // c_1 = 0: e0 h (f(y0 + z0) - F_1), z0 = Σ x_i z_i + x0 h F_1; blind to forcing, needs a guard
  squared,      // (Σ e_i z_i)², component by component: order 1 made to look like order 3, SPARK3
};

struct ErrorEstimator {
  EstimatorKind kind = EstimatorKind::none;
  double alpha = 1.0;  // of the filter, 1/γ0
  double e0 = 0.0;     // weight of h f(y0)
  Vector e;            // weights of z_i
  Vector extra;        // x of the extra stage
  double extra_rate = 0.0;
  double constant = 1.0;  // of z^order in the linear test equation
  int order = 0;          // the estimate is O(h^order)
};

struct RungeKuttaScheme {
  Tableau tableau;
  Index stages = 0;  // implicit ones
  bool explicit_first = false, explicit_last = false, stage_by_stage = false;
  Matrix inverse;       // A⁻¹ of the implicit stages
  Matrix implicit;      // A of the implicit stages
  Vector first_column;  // a_i1 of an explicit first stage, otherwise zero
  Vector known;         // k
  Vector c;             // nodes of the implicit stages
  Vector end;           // d: y1 = y0 + Σ d_i z_i + end0 h f(y0)
  double end0 = 0.0;
  std::vector<StageMode<double>> real;
  std::vector<StageMode<std::complex<double>>> complex;
  bool filter_is_a_mode = false;  // real[0].alpha is that of the estimator
  ErrorEstimator estimator, guard;
  double error_constant = 1.0;  // |exp z - R(z)| = constant z^(order+1)
  int middle = 0;               // the implicit stage whose node is nearest to 1/2
  double largest_alpha = 1.0;
  std::vector<double> nodes;    // of the dense output: 0, c, 1 without repetition; empty: cubic Hermite
  bool starts_at_node = false;  // c_1 = 0: the beginning of the step is no node of its own

  bool is_stiffly_accurate() const { return tableau.is_stiffly_accurate() && !explicit_last; }
};

/// ωh from which on a spring may be held on its slow motion: u'' = -ω²u with the velocity at the end of the step replaced
/// by the slope of the polynomial through the stages does not grow in the energy, whatever the steps. Infinite when the
/// method does not damp such vibrations, 0 when there is no such polynomial.
double settle_border(const RungeKuttaScheme& scheme);

RungeKuttaScheme make_scheme(const Tableau& tableau, EstimatorChoice choice = EstimatorChoice::automatic);

/// Those that a method chooses from, by ascending number of stages.
std::vector<RungeKuttaScheme> make_schemes(const ImplicitRungeKuttaParameters& parameters);

}  // namespace kreisel
