// v' and λ of a state, and how they change with it and with parameters.
//
//   [ M  Bᵀ ] [ δv' ]     [ K ξ + D δv + B_cᵀδλ_c + r_p ]       rigid rows in B, compliant ones as forces:
//   [ B  0  ] [ δλ  ] = - [ Γ_q ξ + Γ_v δv + Γ_p        ],      c δλ_c = Bξ + τ(Zξ + Bδv) + ρ_p  or  Zξ + Bδv + ρ_p
//
// with the full K = ∂(Mv' - f + Bᵀλ)/∂q. Columns: one per parameter.
#pragma once

#include <vector>

#include <Eigen/LU>

#include "kreisel/gradients/parameter_direction.hpp"

namespace kreisel {

/// Of a state, one column per parameter: ξ in the frame of the bodies, δv, δv', δλ.
struct StateTangent {
  Matrix position, velocity, acceleration, lambda;
};

class Index1Tangent {
 public:
  explicit Index1Tangent(const AnySystem& system);

  /// v' and λ at (t, q, v), and everything that solve() needs. False: singular.
  bool look(double t, const Vector& q, const Vector& v);
  const Vector& acceleration() const { return acceleration_; }
  const Vector& lambda() const { return lambda_; }

  /// δv' and δλ from ξ and δv.
  void solve(const std::vector<ParameterDirection>& parameters, StateTangent& tangent) const;

  /// The smallest Δ in the metric of the mass that changes the rigid rows by `wanted`, with μ: MΔ + Bᵀμ = 0, BΔ = wanted.
  void correction(const Vector& wanted, Vector& delta, Vector& mu) const;
  /// Its derivative: δΔ, with this point itself moving by ξ; `wanted`: the change of what B(the point before)Δ has to be.
  Matrix correction_tangent(const std::vector<ParameterDirection>& parameters, const Vector& delta,
                            const Vector& mu, const Matrix& position, const Matrix& wanted) const;

  const Matrix& jacobian() const { return tangents_.jacobian; }
  const Matrix& rate_stiffness() const { return tangents_.rate_stiffness; }
  bool is_rigid(Index row) const { return is_rigid_[static_cast<std::size_t>(row)]; }
  double time() const { return t_; }
  const Vector& q() const { return q_; }
  const Vector& v() const { return v_; }

 private:
  /// Rows that are met by forces of their own: everything but joints and rolling, and Φ + τΦ' = 0.
  bool is_force(Index row) const;
  Matrix saddle(const Matrix& right, const Matrix& rows) const;

  const AnySystem& system_;
  Index n_, m_;
  std::vector<bool> is_rigid_;
  double t_ = 0.0;
  Vector q_, v_, acceleration_, lambda_;
  AnySystem::AllTangents tangents_;
  Matrix by_position_, by_velocity_;  // Γ_q, Γ_v
  bool has_forces_ = false;           // rows that are met by forces, or by rates
  bool is_redundant_ = false;         // rows depend on others: pivots are searched for everywhere
  Vector scale_;  // of coordinates by their mass, of rows by their length in it: pivots without units
  Eigen::PartialPivLU<Matrix> factors_;
  Eigen::FullPivLU<Matrix> careful_factors_;
};

}  // namespace kreisel
