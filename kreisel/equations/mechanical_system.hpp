// The waist: everything a method may ask of a mechanical system, and nothing else.
//
//   q'      = q·v~                        q on a Lie group, v body velocity (left trivialised)
//   M(q) v' = f(t,q,v) - B(t,q)ᵀ λ
//   rows as in equations/rows.hpp
//
// For every row the rate is  B v + b  (position rows: d/dt Φ, so b = ∂Φ/∂t) and its derivative along the
// motion is  B v' + γ(t,q,v).  B is the exact left-trivialised derivative of Φ also off Φ = 0, because a
// compliant row lives there.
#pragma once

#include <span>

#include "kreisel/core/types.hpp"
#include "kreisel/equations/rows.hpp"
#include "kreisel/groups/lie_group.hpp"

namespace kreisel {

/// Exact derivatives for Newton's matrix. A body-frame variation w moves q to q·exp(w).
/// A system writes every entry that can ever be non-zero; the rest stays zero from resize().
template <int N, int M>
struct Tangents {
  MatrixOf<double, N, N> mass;            // M(q)
  MatrixOf<double, N, N> damping;         // -∂f/∂v
  MatrixOf<double, N, N> stiffness;       // ∂(M v' - f + Bᵀλ)/∂q
  MatrixOf<double, M, N> jacobian;        // B(t,q)
  MatrixOf<double, M, N> rate_stiffness;  // ∂(B v + b)/∂q

  void resize(Index n, Index m) {
    mass.setZero(n, n);
    damping.setZero(n, n);
    stiffness.setZero(n, n);
    jacobian.setZero(m, n);
    rate_stiffness.setZero(m, n);
  }
};

template <class S>
concept MechanicalSystem = requires(const S system, double t, const typename S::Element q,
                                    const typename S::Tangent v, const typename S::Multiplier lambda,
                                    typename S::Tangent r, typename S::Multiplier rows,
                                    typename S::MassMatrix m, typename S::RowMatrix b,
                                    typename S::AllTangents tangents) {
  { S::fixed_dimension } -> std::convertible_to<int>;  // Dynamic: known at run time
  { S::fixed_rows } -> std::convertible_to<int>;
  {system.group()};
  { system.rows() } -> std::convertible_to<std::span<const Row>>;
  system.mass(q, m);
  system.balance(t, q, v, v, lambda, r);           // M v' - f + Bᵀλ  from (t, q, v, v', λ)
  system.gap(t, q, rows);                          // Φ; zero in velocity rows
  system.gap_change(t, q, t, v, rows);             // Φ(t+dt, q·exp(w)) - Φ(t,q) from (t, q, dt, w)
  system.jacobian(t, q, b);                        // B
  system.rate(t, q, v, rows);                      // B v + b
  system.row_acceleration(t, q, v, v, rows);       // B v' + γ  from (t, q, v, v')
  system.tangents(t, q, v, v, lambda, tangents);   // all of Tangents, from (t, q, v, v', λ)
  system.acceleration_tangents(t, q, v, v, b, b);  // ∂(B v' + γ)/∂q and ∂γ/∂v, from (t, q, v, v')
};

/// Number of rows and unknowns of a system, whether fixed at compile time or not.
template <class S>
Index row_count(const S& system) {
  return static_cast<Index>(system.rows().size());
}

}  // namespace kreisel
