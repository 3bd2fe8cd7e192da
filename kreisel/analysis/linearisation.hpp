// The motion near a state, linearised on the manifold of its rigid rows; in the metric of the mass.
#pragma once

#include <complex>
#include <vector>

#include "kreisel/equations/any_system.hpp"
#include "kreisel/equations/state.hpp"

namespace kreisel {

struct EigenMode {
  std::complex<double> value;
  Index factor = -1;  // of the group, with the largest share of the kinetic energy
};

/// Near the state, y' = flow y with (w, u) = basis y; w and u in the metric of the mass, M = L Lᵀ: w = Lᵀ ξ, u = Lᵀ δv.
struct ReducedFlow {
  Matrix basis;  // 2n × r, orthonormal: what the rigid rows allow
  Matrix flow;   // r × r
};

class Linearisation {
 public:
  /// The state is consistent, v' and λ included.
  Linearisation(const AnySystem& system, const State& state);
  /// Seen from a frame in which the motion is steady (analysis/steady_frame.hpp): ξ and δv turn with `generator`.
  Linearisation(const AnySystem& system, const State& state, const Matrix& generator);

  /// False where the mass is not positive definite: then there is nothing more to ask.
  bool is_regular() const { return is_regular_; }
  /// Rows that count as rigid besides those that are: as if their compliance were zero.
  std::vector<EigenMode> modes(const std::vector<bool>& held) const;
  ReducedFlow reduced(const std::vector<bool>& held) const;
  /// (w, u)' = flow (w, u) on what the rigid rows allow; elsewhere it means nothing.
  Matrix whole_flow() const;
  /// What generalised forces, in columns, add to (w, u)'.
  Matrix response(const Matrix& forces) const;
  /// (δv'; δλ) that belong to variations (w, u) under additional forces, in columns; δv' in the frame of the bodies.
  Matrix accelerations_and_multipliers(const Matrix& variations, const Matrix& forces) const;
  /// From the metric of the mass to the frame of the bodies, L⁻ᵀx, and back, Lᵀx; either half of (w, u).
  Eigen::MatrixXcd in_bodies(const Eigen::MatrixXcd& x) const;
  Matrix in_metric(const Matrix& x) const;
  /// The fastest turn of a body [rad/s]: the largest eigenvalue of ad_v.
  double rotation_rate() const { return rotation_rate_; }
  /// B_i M⁻¹B_iᵀ of what the rigid rows leave.
  double mobility(Index row) const;

 private:
  struct Chosen {
    std::vector<Index> all, positions;
  };
  Chosen rigid_rows(const std::vector<bool>& held) const;
  /// u' = position w + velocity u.
  struct Acceleration {
    Matrix position, velocity;
  };
  Acceleration acceleration(const Chosen& rigid, const std::vector<bool>& held) const;
  void add_compliant_rows(const std::vector<bool>& held, Acceleration& sum) const;
  Matrix flow(const Chosen& rigid, const std::vector<bool>& held) const;
  Matrix tangent_basis(const Chosen& rigid) const;
  std::vector<bool> none_held() const;
  Index largest_share(const Eigen::VectorXcd& velocities) const;

  const AnySystem& system_;
  bool is_regular_ = false;
  double rotation_rate_ = 0.0;
  Index n_ = 0;
  // In the metric of the mass: w = Lᵀ·(body-frame variation), u = Lᵀ δv.
  Matrix stiffness_, damping_, adjoint_, generator_, jacobian_, rate_by_position_, acceleration_by_position_,
      acceleration_by_velocity_;
  Matrix lower_;  // L
};

/// Rows of a matrix by their numbers.
Matrix rows_of(const Matrix& all, const std::vector<Index>& chosen);

}  // namespace kreisel
