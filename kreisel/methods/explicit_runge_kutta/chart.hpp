// A point of the chart of a step: q·exp(θ) and the rate θ' = T(θ)⁻¹v there, in one go because both need the same sines.
//
// Groups of fixed size whose operators have a cheap closed form get it here; the others go through their matrix T⁻¹,
// products that are put together at run time factor by factor.
#pragma once

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "kreisel/core/sines.hpp"
#include "kreisel/groups/lie_group.hpp"
#include "kreisel/groups/product.hpp"
#include "kreisel/groups/product_group.hpp"
#include "kreisel/groups/rotation.hpp"

namespace kreisel {
namespace detail {

/// sin θ/θ, (1 - cos θ)/θ² and (1 - (θ/2) cot(θ/2))/θ² of θ² = s, see groups/rotation.hpp.
struct ChartTails {
  double c1, c2, k;
};

/// Σ |B_{2j+2}|/(2j+2)! s^j; ten terms leave (s/4π²)^10.
inline double inverse_tangent_tail(double s) {
  constexpr double a[10] = {8.33333333333333333e-02, 1.38888888888888889e-03, 3.30687830687830688e-05,
                            8.26719576719576720e-07, 2.08767569878680990e-08, 5.28419013868749318e-10,
                            1.33825365306846788e-11, 3.38968029632258287e-13, 8.58606205627784456e-15,
                            2.17486869855806187e-16};
  const double s2 = s * s;
  double even = a[8], odd = a[9];
  for (int j = 6; j >= 0; j -= 2) {
    even = even * s2 + a[j];
    odd = odd * s2 + a[j + 1];
  }
  return even + s * odd;
}

inline ChartTails chart_tails(double s) {
  if (s < short_series_switch) {
    const double c2 = tail_polynomial<2, short_series_terms>(s);
    const double c3 = tail_polynomial<3, short_series_terms>(s);
    return {1.0 - s * c3, c2, inverse_tangent_tail(s)};
  }
  const double half = 0.5 * std::sqrt(s);
  if (!(half < reduction_limit)) return {NAN, NAN, NAN};
  double sine, cosine;
  sine_and_cosine(half, sine, cosine);
  const double ratio = sine / half, inverse = 1.0 / s;
  return {ratio * cosine, 0.5 * ratio * ratio, inverse * (1.0 - cosine / ratio)};
}

/// The general case.
template <class G>
struct ChartStep {
  template <class Q, class W>
  static void look(const Q& q, const W& theta, const W& v, Q& moved, W& rate) {
    advance_into(G{}, q, theta, moved);
    rate.noalias() = G::inverse_tangent_operator(theta).lazyProduct(v);
  }
};

template <int N>
struct ChartStep<Real<N>> {
  template <class Q, class W>
  static void look(const Q& q, const W& theta, const W& v, Q& moved, W& rate) {
    moved = q + theta;
    rate = v;
  }
};

template <>
struct ChartStep<SO3> {
  static void look(const VectorOf<double, 9>& q, const Vector3& w, const Vector3& v,
                   VectorOf<double, 9>& moved, Vector3& rate) {
    const double xx = w(0) * w(0), yy = w(1) * w(1), zz = w(2) * w(2);
    const ChartTails c = chart_tails(xx + yy + zz);
    const double bx = c.c2 * w(0), by = c.c2 * w(1);
    const Matrix3 e = symmetric_plus_skew<double>({-c.c2 * (yy + zz), -c.c2 * (xx + zz), -c.c2 * (xx + yy)},
                                                  {by * w(2), bx * w(2), bx * w(1)},
                                                  {c.c1 * w(0), c.c1 * w(1), c.c1 * w(2)});
    for (Index j = 0; j < 3; ++j)
      for (Index i = 0; i < 3; ++i)
        moved(i + 3 * j) = q(i + 3 * j) + (q(i) * e(0, j) + q(i + 3) * e(1, j) + q(i + 6) * e(2, j));
    const Vector3 once = w.cross(v);
    rate = v + 0.5 * once + c.k * w.cross(once);
  }
};

template <class... Factors>
struct ChartStep<Product<Factors...>> {
  template <class Q, class W>
  static void look(const Q& q, const W& theta, const W& v, Q& moved, W& rate) {
    int coordinate = 0, tangent = 0;
    (look_at<Factors>(coordinate, tangent, q, theta, v, moved, rate), ...);
  }

 private:
  template <class G, class Q, class W>
  static void look_at(int& coordinate, int& tangent, const Q& q, const W& theta, const W& v, Q& moved,
                      W& rate) {
    constexpr int c = G::fixed_coordinates, d = G::fixed_dimension;
    VectorOf<double, c> part;
    VectorOf<double, d> part_rate;
    ChartStep<G>::look(VectorOf<double, c>(q.template segment<c>(coordinate)),
                       VectorOf<double, d>(theta.template segment<d>(tangent)),
                       VectorOf<double, d>(v.template segment<d>(tangent)), part, part_rate);
    moved.template segment<c>(coordinate) = part;
    rate.template segment<d>(tangent) = part_rate;
    coordinate += c;
    tangent += d;
  }
};

/// The product that a named product derives from.
template <class... Factors>
std::type_identity<Product<Factors...>> product_behind(const Product<Factors...>*);
std::type_identity<void> product_behind(const void*);
template <class G>
using ProductBehind = typename decltype(product_behind(static_cast<const G*>(nullptr)))::type;

}  // namespace detail

template <LieGroup G>
class StageChart {
 public:
  explicit StageChart(const G& group) : group_(group) {
    if constexpr (!FixedLieGroup<G>) {
      Index largest = 0;
      for (const auto& placed : group.factors()) largest = std::max(largest, placed.factor.dimension);
      block_.setZero(largest, largest);
    }
  }

  /// moved = q·exp(theta), rate = T(theta)⁻¹v.
  template <class Q, class W>
  void look(const Q& q, const W& theta, const W& v, Q& moved, W& rate) {
    if constexpr (FixedLieGroup<G>) {
      using Behind = detail::ProductBehind<G>;
      detail::ChartStep<std::conditional_t<std::is_void_v<Behind>, G, Behind>>::look(q, theta, v, moved,
                                                                                     rate);
    } else {
      advance_into(group_, q, theta, moved);
      for (const auto& placed : group_.factors()) {
        const Index first = placed.first_tangent, n = placed.factor.dimension;
        if (placed.factor.commutative) {
          rate.segment(first, n) = v.segment(first, n);
          continue;
        }
        placed.factor.inverse_tangent_operator({theta.data() + first, n},
                                               {block_.data(), n, n, Eigen::OuterStride<>(block_.rows())});
        rate.segment(first, n).noalias() = block_.topLeftCorner(n, n).lazyProduct(v.segment(first, n));
      }
    }
  }

 private:
  G group_;
  Matrix block_;  // T⁻¹ of one factor
};

}  // namespace kreisel
