// Tangents of the constant steps of generalized-α, joints in index 3 and in the stabilised index-2 form.
//
// With x = x0 + o - B_nᵀη, w = hx, q⁺ = q_n exp(w), v⁺ = v0 + γ̂ o, v'⁺ = a0 + (β̂/h) o as in methods/shared/step_equations.hpp:
//
//   ξ⁰ = Ad ξ_n + h T (δx0 - N_q ξ_n - N_p),   N = B_nᵀη,   z = T δo,   y = h δλ
//   (β̂M + hγ̂D) T⁻¹z + h²K (z - T B_nᵀδη) + Bᵀy = -h (M δa0 + D δv0 + K ξ⁰ + r_p),     rows likewise at the new point
//   ξ⁺ = ξ⁰ + h z - h T B_nᵀδη,   δv⁺ = δv0 + γ̂ T⁻¹z,   δv'⁺ = δa0 + (β̂/h) T⁻¹z,   δλ⁺ = y/h,   δa⁺ = T⁻¹z/(βh)
//
// at the accepted point, with all tangents. The perturbed start is differentiated beside the parameter, from model to model.
#pragma once

#include <vector>

#include "kreisel/gradients/index1_tangent.hpp"
#include "kreisel/methods/formulation.hpp"
#include "kreisel/methods/generalized_alpha/parameters.hpp"
#include "kreisel/methods/shared/step_choices.hpp"

namespace kreisel {

class AlphaSweep {
 public:
  AlphaSweep(const AnySystem& system, const GeneralizedAlphaParameters& method, Formulation formulation,
             const std::vector<ParameterDirection>& parameters);

  /// Whether its steps have tangents here: not for springs as rows in the stabilised form, nor rows on other levels.
  static bool covers(const AnySystem& system, Formulation formulation);

  /// From the consistent start with steps of size h. False: singular.
  bool start(const ModelAt& model, double h, StartValues values);
  bool step(const State& to, double h);
  const StateTangent& tangent() const { return now_; }

 private:
  /// What a step begins with.
  struct Prepared {
    Vector q, v, acceleration, a;
  };
  static bool prepare(const AnySystem& system, const GeneralizedAlphaParameters& method,
                      Formulation formulation, const ModelAt& model, double h, StartValues values,
                      Prepared& out);
  /// What is known of a step before its linear system is solved.
  struct Known {
    Vector offset;                    // o
    Matrix inverse_t, t_b, rate_row;  // T⁻¹, T B_nᵀ, γ̂ B T⁻¹ + h Z
    Matrix xi, v, a;                  // ξ⁰, δv0, δa0
    AnySystem::AllTangents all;
  };
  bool is_stabilised() const { return formulation_ == Formulation::index2; }
  Known known(const State& to, double h) const;
  void load_motion(const Known& k, const State& to, double h, Matrix& matrix, Matrix& right) const;
  void load_rows(const Known& k, const State& to, double h, Matrix& matrix, Matrix& right) const;
  void load_stabilising_row(const Known& k, Index i, double h, const Matrix& gaps, Matrix& matrix,
                            Matrix& right) const;

  /// N_q ξ_n + N_p of N = B_nᵀη.
  Matrix stabilising_change(const Vector& eta) const;
  Vector stabilising_multipliers(const Vector& of_rows) const;

  const AnySystem& system_;
  GeneralizedAlphaParameters method_;
  Formulation formulation_;
  const std::vector<ParameterDirection>& parameters_;
  StateTangent now_;
  Matrix a_change_;  // δa_n
  State at_;         // the point the next step begins at, v and v' of the method
  Vector a_;
};

}  // namespace kreisel
