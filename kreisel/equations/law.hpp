// How a user writes a mechanical system: formulas over any scalar type, by value. Derivatives are ours.
//
//   struct Pendulum {                                     // x² + y² = 1, gravity along -y
//     using Group = Real<2>;
//     static constexpr int fixed_rows = 1;
//     std::vector<Row> rows() const { return {{.name = "rod"}}; }
//     template <class S> MatrixOf<S, 2, 2> mass(const VectorOf<S, 2>&) const {
//       return MatrixOf<S, 2, 2>::Identity();
//     }
//     template <class S> VectorOf<S, 2> force(const S&, const VectorOf<S, 2>&, const VectorOf<S, 2>&) const {
//       return {S(0), S(-9.81)};
//     }
//     template <class S> VectorOf<S, 1> constraint(const S&, const VectorOf<S, 2>& q) const {
//       return VectorOf<S, 1>(0.5 * (q.squaredNorm() - 1.0));
//     }
//   };
//
// Optional members, each detected:
//   static constexpr bool rheonomic = false;          Φ, B, b do not depend on t: saves work (default true)
//   using Blocks = std::integer_sequence<int, 3, 3>;  only these diagonal blocks of M, ∂f/∂v, ∂/∂q are non-zero
//   jacobian(t, q) -> m×n                             required as soon as a velocity row exists
//   velocity_offset(t, q) -> m                        b of the velocity rows (default 0)
//   balance(t, q, v, v', λ) -> n                      M v' - f + Bᵀλ in one go, when that is cheaper
//   constraint_change(t, q, dt, w) -> m (double)      Φ(t+dt, q·exp w) - Φ(t,q) without cancellation
//   advance_with_gap(t, q, dt, w, q_new&, change&)    q·exp(w) and constraint_change at once (double)
//   rate(t, q, v) -> m (double)                       B v + b of every row
//   row_acceleration(t, q, v, v') -> m (double)       B v' + γ of every row
//   index1(t, q, v, M&, B&, f&, γ&) (double)          all four at once, when that is cheaper; zeros left alone
//   tangents(t, q, v, v', λ, Tangents&) (double)      analytic tangents instead of automatic ones
#pragma once

#include <utility>

#include "kreisel/core/types.hpp"
#include "kreisel/equations/mechanical_system.hpp"

namespace kreisel {

template <class L>
concept Law = requires(const L law, double t, const typename L::Group::template Element<double> q,
                       const typename L::Group::template Tangent<double> v) {
  { L::fixed_rows } -> std::convertible_to<int>;
  {law.rows()};
  {law.mass(q)};
  {law.force(t, q, v)};
};

namespace detail {

template <class L>
constexpr bool is_rheonomic() {
  if constexpr (requires { L::rheonomic; }) return L::rheonomic;
  return true;
}

template <class L>
struct BlocksOf {
  using Type = std::integer_sequence<int, L::Group::fixed_dimension>;
};
template <class L>
requires requires {
  typename L::Blocks;
}
struct BlocksOf<L> {
  using Type = typename L::Blocks;
};

}  // namespace detail
}  // namespace kreisel
