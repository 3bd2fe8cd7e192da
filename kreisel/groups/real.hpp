// R^N with addition: exp is the identity map, T = I, all brackets vanish.
#pragma once

#include <array>
#include <string_view>

#include "kreisel/groups/lie_group.hpp"

namespace kreisel {
namespace detail {
/// "r" and the digits of n.
template <int n>
struct RealName {
  static constexpr int digits = n < 10 ? 1 : n < 100 ? 2 : n < 1000 ? 3 : 4;
  static constexpr std::array<char, digits + 1> characters = [] {
    std::array<char, digits + 1> text{'r'};
    int rest = n;
    for (std::size_t i = digits; i > 0; --i, rest /= 10) text[i] = static_cast<char>('0' + rest % 10);
    return text;
  }();
};
}  // namespace detail

template <int N>
struct Real {
  static_assert(N > 0 && N < 10000);
  static constexpr std::string_view name{detail::RealName<N>::characters.data(),
                                         detail::RealName<N>::characters.size()};
  static constexpr std::string_view description = "real coordinates with addition";
  static constexpr bool commutative = true;
  static constexpr int fixed_coordinates = N;
  static constexpr int fixed_dimension = N;
  template <class S>
  using Element = VectorOf<S, N>;
  template <class S>
  using Tangent = VectorOf<S, N>;
  template <class S>
  using TangentMap = MatrixOf<S, N, N>;

  static constexpr Index coordinate_count() { return N; }
  static constexpr Index dimension() { return N; }

  template <class S = double>
  static VectorOf<S, N> identity() {
    return VectorOf<S, N>::Zero();
  }
  template <class S>
  static VectorOf<S, N> compose(const VectorOf<S, N>& a, const VectorOf<S, N>& b) {
    return a + b;
  }
  template <class S>
  static VectorOf<S, N> inverse(const VectorOf<S, N>& q) {
    return -q;
  }
  template <class S>
  static VectorOf<S, N> exp(const VectorOf<S, N>& w) {
    return w;
  }
  template <class S>
  static VectorOf<S, N> log(const VectorOf<S, N>& q) {
    return q;
  }
  template <class S>
  static VectorOf<S, N> advance(const VectorOf<S, N>& q, const VectorOf<S, N>& w) {
    return q + w;
  }
  template <class S>
  static MatrixOf<S, N, N> adjoint(const VectorOf<S, N>&) {
    return MatrixOf<S, N, N>::Identity();
  }
  template <class S>
  static MatrixOf<S, N, N> bracket_map(const VectorOf<S, N>&) {
    return MatrixOf<S, N, N>::Zero();
  }
  template <class S>
  static VectorOf<S, N> bracket(const VectorOf<S, N>&, const VectorOf<S, N>&) {
    return VectorOf<S, N>::Zero();
  }
  template <class S>
  static MatrixOf<S, N, N> tangent_operator(const VectorOf<S, N>&) {
    return MatrixOf<S, N, N>::Identity();
  }
  template <class S>
  static MatrixOf<S, N, N> inverse_tangent_operator(const VectorOf<S, N>&) {
    return MatrixOf<S, N, N>::Identity();
  }
  static void normalize(VectorOf<double, N>&) {}
  static void sizes(const VectorOf<double, N>& q, VectorOf<double, N>& out) { out = q.cwiseAbs(); }
};

}  // namespace kreisel
