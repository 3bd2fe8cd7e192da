// SO(2): rotations of the plane, coordinates (cos φ, sin φ), tangent φ' [rad/s]. Commutative, so T = 1.
#pragma once

#include <cmath>
#include <string_view>

#include "kreisel/groups/lie_group.hpp"

namespace kreisel {

struct SO2 {
  static constexpr std::string_view name = "so2";
  static constexpr std::string_view description = "plane rotations as (cos, sin)";
  static constexpr bool commutative = true;
  static constexpr int fixed_coordinates = 2;
  static constexpr int fixed_dimension = 1;
  template <class S>
  using Element = VectorOf<S, 2>;
  template <class S>
  using Tangent = VectorOf<S, 1>;
  template <class S>
  using TangentMap = MatrixOf<S, 1, 1>;

  static constexpr Index coordinate_count() { return 2; }
  static constexpr Index dimension() { return 1; }

  template <class S = double>
  static VectorOf<S, 2> identity() {
    return {S(1), S(0)};
  }
  template <class S>
  static VectorOf<S, 2> compose(const VectorOf<S, 2>& a, const VectorOf<S, 2>& b) {
    return {a(0) * b(0) - a(1) * b(1), a(1) * b(0) + a(0) * b(1)};
  }
  template <class S>
  static VectorOf<S, 2> inverse(const VectorOf<S, 2>& q) {
    return {q(0), -q(1)};
  }
  template <class S>
  static VectorOf<S, 2> exp(const VectorOf<S, 1>& w) {
    using std::cos, std::sin;
    return {cos(w(0)), sin(w(0))};
  }
  template <class S>
  static VectorOf<S, 1> log(const VectorOf<S, 2>& q) {
    using std::atan2;
    return VectorOf<S, 1>(atan2(q(1), q(0)));
  }
  template <class S>
  static VectorOf<S, 2> advance(const VectorOf<S, 2>& q, const VectorOf<S, 1>& w) {
    return compose(q, exp(w));
  }
  template <class S>
  static MatrixOf<S, 1, 1> adjoint(const VectorOf<S, 2>&) {
    return MatrixOf<S, 1, 1>(S(1));
  }
  template <class S>
  static MatrixOf<S, 1, 1> bracket_map(const VectorOf<S, 1>&) {
    return MatrixOf<S, 1, 1>(S(0));
  }
  template <class S>
  static MatrixOf<S, 1, 1> tangent_operator(const VectorOf<S, 1>&) {
    return MatrixOf<S, 1, 1>(S(1));
  }
  template <class S>
  static MatrixOf<S, 1, 1> inverse_tangent_operator(const VectorOf<S, 1>&) {
    return MatrixOf<S, 1, 1>(S(1));
  }
  /// Newton step for the inverse length: with |q|² = 1 + e the new |q|² is 1 - 3e²/4 + O(e³).
  static void normalize(VectorOf<double, 2>& q) { q *= 0.5 * (3.0 - q.squaredNorm()); }
  static void sizes(const VectorOf<double, 2>&, VectorOf<double, 1>& out) { out(0) = 1.0; }
};

}  // namespace kreisel
