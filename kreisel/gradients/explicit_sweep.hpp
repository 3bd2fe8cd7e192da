// Tangents of the steps of explicit Runge-Kutta methods in Munthe-Kaas form: the derivative of what was computed.
//
//   δθ_i = h Σ a_ij δk_j,  δV_i = δv_n + h Σ a_ij δA_j,  k = T(θ)⁻¹V:  δk_i = T⁻¹δV_i + ∂(T⁻¹V)/∂θ δθ_i,
//   q_i = q_n exp(θ_i):  ξ_i = Ad ξ_n + T_i δθ_i,   Ad = Ad of exp(-θ_i),   δA_i from the index-1 system
//
// The projections onto the rigid rows that end a step are differentiated iteration by iteration, the metric of the stage in
// which they are made included. Step sizes are constants. Nothing is approximated: against the derivative of the same
// sequence of steps only round-off and the differences in the parameter are left.
#pragma once

#include <vector>

#include "kreisel/gradients/index1_tangent.hpp"
#include "kreisel/methods/explicit_runge_kutta/coefficients.hpp"

namespace kreisel {

class ExplicitSweep {
 public:
  ExplicitSweep(const AnySystem& system, ExplicitFormula formula, bool projects,
                const std::vector<ParameterDirection>& parameters);

  /// At a consistent state; ξ and δv of the start.
  bool start(const State& initial, Matrix position, Matrix velocity);
  /// Over an accepted step from (t, q, v) of length h. False where a stage is singular.
  bool step(double t, const Vector& q, const Vector& v, double h);

  const StateTangent& tangent() const { return now_; }
  /// The end of the last step as the sweep computes it: that of the run up to round-off.
  const Vector& end_q() const { return end_q_; }
  const Vector& end_v() const { return end_v_; }

 private:
  struct Slope {
    Vector theta, v;  // k, A
    Matrix theta_change, v_change;
  };

  void combine(const SlopeSum& sum, double h, Vector& theta, Vector& v, Matrix& theta_change,
               Matrix& v_change) const;
  bool stage(int i, double t, const Vector& q, const Vector& v, double h);
  /// ξ at q exp(θ).
  Matrix moved(const Vector& theta, const Matrix& position, const Matrix& theta_change) const;
  void project_position(double t);
  bool finish(double t);

  const AnySystem& system_;
  ExplicitCoefficients coefficients_;
  bool projects_;
  bool has_rigid_positions_ = false, has_rigid_rows_ = false;
  const std::vector<ParameterDirection>& parameters_;
  Index1Tangent at_;       // the stage, then the end
  Matrix stage_position_;  // ξ of the stage `at_`
  std::vector<Slope> slopes_;
  StateTangent now_;
  Vector end_q_, end_v_;
};

}  // namespace kreisel
