// What a Lie group is here, and the conventions that every file of this project follows.
//
// * An element q is a column of coordinates; only its group knows what they mean.
// * Velocities are body velocities: left trivialisation, q' = q·ṽ, so q(t+h) ≈ q·exp(h v).
// * A tangent v lists coordinates of the Lie algebra; translations come before rotations. Units: metres and
//   radians for increments w, per second for velocities.
// * bracket_map(v) is the matrix of ad_v: ad_v w = [v, w] [Wieloch 2022] chapter 2.
// * The tangent operator T is the left-trivialised one, d/dt exp(w) = exp(w)·(T(w) w')~ with
//   T(w) = Σ (-1)^i/(i+1)! ad_w^i [Wieloch 2022] eq. (2.36). Elsewhere it is called the right Jacobian, or
//   dexp at -w.
//
// Groups of fixed size have static functions, templates in a scalar S first (double or Dual), so that G{} is
// empty and derivatives are exact. The free functions below are what a generic stepper calls: the same for
// fixed and run-time groups, results through the last argument, no heap. Run-time groups want plain vectors
// as arguments; an expression such as h * v would be evaluated on the heap.
#pragma once

#include <concepts>
#include <string_view>
#include <utility>

#include "kreisel/core/dual.hpp"
#include "kreisel/core/types.hpp"

namespace kreisel {

template <class G, class S = double>
using ElementOf = typename G::template Element<S>;
template <class G, class S = double>
using TangentOf = typename G::template Tangent<S>;
template <class G, class S = double>
using TangentMapOf = typename G::template TangentMap<S>;

template <class G>
concept LieGroup = std::copyable<G> && requires(const G group, const ElementOf<G> q, const TangentOf<G> v) {
  { G::name } -> std::convertible_to<std::string_view>;
  { G::fixed_coordinates } -> std::convertible_to<int>;  // Dynamic: known at run time only
  { G::fixed_dimension } -> std::convertible_to<int>;
  { group.coordinate_count() } -> std::convertible_to<Index>;
  { group.dimension() } -> std::convertible_to<Index>;
  { group.identity() } -> std::convertible_to<ElementOf<G>>;
  { group.compose(q, q) } -> std::convertible_to<ElementOf<G>>;
  { group.inverse(q) } -> std::convertible_to<ElementOf<G>>;
  { group.exp(v) } -> std::convertible_to<ElementOf<G>>;
  { group.log(q) } -> std::convertible_to<TangentOf<G>>;
  { group.adjoint(q) } -> std::convertible_to<TangentMapOf<G>>;
  { group.bracket_map(v) } -> std::convertible_to<TangentMapOf<G>>;
  { group.tangent_operator(v) } -> std::convertible_to<TangentMapOf<G>>;
  { group.inverse_tangent_operator(v) } -> std::convertible_to<TangentMapOf<G>>;
};

/// Sizes known to the compiler: functions are static and accept Dual scalars.
template <class G>
concept FixedLieGroup = LieGroup<G> && G::fixed_dimension != Dynamic&& G::fixed_coordinates != Dynamic;

/// Whether all elements commute; then brackets vanish and T = I. A group says so by `commutative = true`.
template <LieGroup G>
bool is_commutative(const G& group) {
  if constexpr (requires { group.is_commutative(); }) {
    return group.is_commutative();
  } else if constexpr (requires { G::commutative; }) {
    return G::commutative;
  } else {
    return false;
  }
}

/// out = q·exp(w); out may be q.
template <LieGroup G, class Q, class W, class Out>
void advance_into(const G& group, const Eigen::MatrixBase<Q>& q, const Eigen::MatrixBase<W>& w, Out&& out) {
  if constexpr (FixedLieGroup<G>) {
    const ElementOf<G, typename Q::Scalar>& element = q.derived();
    const TangentOf<G, typename W::Scalar>& increment = w.derived();
    if constexpr (requires { G::advance(element, increment); }) {
      out = G::advance(element, increment);
    } else {
      out = G::compose(element, G::exp(increment));
    }
  } else {
    group.advance_into(q.derived(), w.derived(), out);
  }
}

/// out = T(w).
template <LieGroup G, class W, class Out>
void tangent_operator_into(const G& group, const Eigen::MatrixBase<W>& w, Out&& out) {
  if constexpr (FixedLieGroup<G>) {
    const TangentOf<G, typename W::Scalar>& increment = w.derived();
    out = G::tangent_operator(increment);
  } else {
    group.tangent_operator_into(w.derived(), out);
  }
}

/// out = T(w)⁻¹.
template <LieGroup G, class W, class Out>
void inverse_tangent_operator_into(const G& group, const Eigen::MatrixBase<W>& w, Out&& out) {
  if constexpr (FixedLieGroup<G>) {
    const TangentOf<G, typename W::Scalar>& increment = w.derived();
    out = G::inverse_tangent_operator(increment);
  } else {
    group.inverse_tangent_operator_into(w.derived(), out);
  }
}

/// out = log(q).
template <LieGroup G, class Q, class Out>
void log_into(const G& group, const Eigen::MatrixBase<Q>& q, Out&& out) {
  if constexpr (FixedLieGroup<G>) {
    const ElementOf<G, typename Q::Scalar>& element = q.derived();
    out = G::log(element);
  } else {
    group.log_into(q.derived(), out);
  }
}

/// out = [v, w] = ad_v w; out may be v or w.
template <LieGroup G, class V, class W, class Out>
void bracket_into(const G& group, const Eigen::MatrixBase<V>& v, const Eigen::MatrixBase<W>& w, Out&& out) {
  if constexpr (FixedLieGroup<G>) {
    const TangentOf<G, typename V::Scalar>& left = v.derived();
    const TangentOf<G, typename W::Scalar>& right = w.derived();
    if constexpr (requires { G::bracket(left, right); }) {
      out = G::bracket(left, right);
    } else {
      out = (G::bracket_map(left) * right).eval();
    }
  } else {
    group.bracket_into(v.derived(), w.derived(), out);
  }
}

/// One cheap step back to the group against accumulated round-off; nothing for groups without redundancy.
template <LieGroup G, class Q>
void normalize(const G& group, Q&& q) {
  if constexpr (requires { group.normalize(q); }) group.normalize(q);
}

/// The scale of each tangent coordinate at q for relative tolerances: lengths for translations, 1 for angles.
template <LieGroup G, class Q, class Out>
void sizes_into(const G& group, const Q& q, Out&& out) {
  if constexpr (requires { group.sizes(q, out); }) {
    group.sizes(q, out);
  } else {
    out.setOnes();
  }
}

namespace detail {
/// Column i is the derivative of map(w) u in direction i, exact by dual numbers.
template <FixedLieGroup G, class S, class Map>
TangentMapOf<G, S> derivative_of_map(const TangentOf<G, S>& w, const TangentOf<G, S>& u, Map map) {
  TangentMapOf<G, S> derivative;
  for (Index i = 0; i < G::fixed_dimension; ++i) {
    TangentOf<G, Dual<S>> moving = w.template cast<Dual<S>>();
    moving(i).derivative = S(1);
    const TangentMapOf<G, S> slope = map(moving).unaryExpr([](const Dual<S>& x) { return x.derivative; });
    derivative.col(i).noalias() = slope * u;
  }
  return derivative;
}
}  // namespace detail

/// The matrix ∂(T(w) u)/∂w.
template <LieGroup G, class W, class U>
TangentMapOf<G, typename W::Scalar> tangent_operator_derivative(const G& group, const Eigen::MatrixBase<W>& w,
                                                                const Eigen::MatrixBase<U>& u) {
  const TangentOf<G, typename W::Scalar>& at = w.derived();
  const TangentOf<G, typename W::Scalar>& argument = u.derived();
  if constexpr (requires { group.tangent_operator_derivative(at, argument); }) {
    return group.tangent_operator_derivative(at, argument);
  } else {
    return detail::derivative_of_map<G, typename W::Scalar>(
        at, argument, [](const auto& moving) { return G::tangent_operator(moving); });
  }
}

/// The matrix ∂(T(w)⁻¹ u)/∂w.
template <LieGroup G, class W, class U>
TangentMapOf<G, typename W::Scalar> inverse_tangent_operator_derivative(const G& group,
                                                                        const Eigen::MatrixBase<W>& w,
                                                                        const Eigen::MatrixBase<U>& u) {
  const TangentOf<G, typename W::Scalar>& at = w.derived();
  const TangentOf<G, typename W::Scalar>& argument = u.derived();
  if constexpr (requires { group.inverse_tangent_operator_derivative(at, argument); }) {
    return group.inverse_tangent_operator_derivative(at, argument);
  } else {
    return detail::derivative_of_map<G, typename W::Scalar>(
        at, argument, [](const auto& moving) { return G::inverse_tangent_operator(moving); });
  }
}

/// The two derivatives above without heap, for run-time groups too.
template <LieGroup G, class W, class U, class Out>
void tangent_operator_derivative_into(const G& group, const Eigen::MatrixBase<W>& w,
                                      const Eigen::MatrixBase<U>& u, Out&& out) {
  if constexpr (FixedLieGroup<G>) {
    out = tangent_operator_derivative(group, w, u);
  } else {
    group.tangent_operator_derivative_into(w.derived(), u.derived(), out);
  }
}
template <LieGroup G, class W, class U, class Out>
void inverse_tangent_operator_derivative_into(const G& group, const Eigen::MatrixBase<W>& w,
                                              const Eigen::MatrixBase<U>& u, Out&& out) {
  if constexpr (FixedLieGroup<G>) {
    out = inverse_tangent_operator_derivative(group, w, u);
  } else {
    group.inverse_tangent_operator_derivative_into(w.derived(), u.derived(), out);
  }
}

}  // namespace kreisel
