// Andrews' mechanism as a linkage of arms: everything that depends on the angles, from one set of sines.
//
// Each arm is a vector that turns with the sum of its angles, so its derivative by an angle is its quarter
// turn and the second one minus the arm. The three loops [Hairer, Wanner 1996] VII.7:
//   crank(be) + rod(be+Th) + rocker(ga)              to B
//   crank(be) + rod(be+Th) + lever(Ph+de) + link(de) to A
//   crank(be) + rod(be+Th) + strut(Om+ep) + tail(ep) to A
#pragma once

#include "kreisel/core/sines.hpp"
#include "kreisel/core/types.hpp"
#include "kreisel/problems/planar.hpp"

namespace kreisel {

/// [kg], [kg m²], [m]; names as in [Hairer, Wanner 1996] VII.7, with eb = e - ea and zb = zf - fa.
struct AndrewsData {
  static constexpr double m1 = .04325, m2 = .00365, m3 = .02373, m4 = .00706, m5 = .07050, m6 = .00706,
                          m7 = .05498;
  static constexpr double i1 = 2.194e-6, i2 = 4.410e-7, i3 = 5.255e-6, i4 = 5.667e-7, i5 = 1.169e-5,
                          i6 = 5.667e-7, i7 = 1.912e-5;
  static constexpr double xa = -.06934, ya = -.00227, xb = -.03635, yb = .03273, xc = .014, yc = .072;
  static constexpr double d = .028, da = .0115, e = .02, ea = .01421, rr = .007, ra = .00092, ss = .035,
                          sa = .01874, sb = .01043, sc = .018, sd = .02, ta = .02308, tb = .00916, u = .04,
                          ua = .01228, ub = .00449, zf = .02, zt = .04, fa = .01421, l0 = .07785;
  static constexpr double eb = e - ea, zb = zf - fa;
  static constexpr double k2 = m2 * da * rr, k4 = m4 * zt * eb, k6 = m6 * u * zb;  // of the coupled bodies
};

/// The mass matrix, block diagonal, from cos Th, sin Ph and sin Om.
template <class S>
struct AndrewsMasses : AndrewsData {
  static constexpr double m11 = m2 * da * da + i2, m22 = m3 * (sa * sa + sb * sb) + i3,
                          m33 = m4 * eb * eb + i4, m55 = m6 * zb * zb + i6;
  S m00, m01, m34, m44, m56, m66;

  AndrewsMasses(const S& ct, const S& sp, const S& so)
      : m00(m1 * ra * ra + m2 * (rr * rr + da * da) + i1 + i2 - 2.0 * k2 * ct),
        m01(m11 - k2 * ct),
        m34(m33 + k4 * sp),
        m44(m4 * (zt * zt + eb * eb) + m5 * (ta * ta + tb * tb) + i4 + i5 + 2.0 * k4 * sp),
        m56(m55 - k6 * so),
        m66(m6 * (zb * zb + u * u) + m7 * (ua * ua + ub * ub) + i6 + i7 - 2.0 * k6 * so) {}

  /// Entries that are always zero are left alone.
  void write(MatrixOf<S, 7, 7>& m) const {
    m(0, 0) = m00, m(0, 1) = m(1, 0) = m01, m(1, 1) = S(m11);
    m(2, 2) = S(m22);
    m(3, 3) = S(m33), m(3, 4) = m(4, 3) = m34, m(4, 4) = m44;
    m(5, 5) = S(m55), m(5, 6) = m(6, 5) = m56, m(6, 6) = m66;
  }
  VectorOf<S, 7> times(const VectorOf<S, 7>& a) const {
    VectorOf<S, 7> f;
    f(0) = m00 * a(0) + m01 * a(1), f(1) = m01 * a(0) + m11 * a(1);
    f(2) = m22 * a(2);
    f(3) = m33 * a(3) + m34 * a(4), f(4) = m34 * a(3) + m44 * a(4);
    f(5) = m55 * a(5) + m56 * a(6), f(6) = m56 * a(5) + m66 * a(6);
    return f;
  }
};

/// Arms at the given angles, and what their loops contribute to rows and columns.
template <class S>
struct AndrewsLinkage : AndrewsData {
  using Vector2 = VectorOf<S, 2>;
  using Vector6 = VectorOf<S, 6>;
  using Vector7 = VectorOf<S, 7>;

  Vector2 th, ga, ph, om;  // (cosine, sine)
  Vector2 crank, rod, rocker, lever, link, strut, tail;

  explicit AndrewsLinkage(const Vector7& q) {
    const SinesOf<S, 8> all = sines(padded(q));
    const auto unit = [&](int i) { return Vector2(all.cosine[i], all.sine[i]); };
    const Vector2 be = unit(0), de = unit(4), ep = unit(6);
    th = unit(1), ga = unit(2), ph = unit(3), om = unit(5);
    crank = rr * be;
    rod = -d * turned(be, th);
    rocker = ss * quarter_turn(ga);
    lever = e * quarter_turn(turned(ph, de));
    link = -zt * de;
    strut = -zf * turned(om, ep);
    tail = u * quarter_turn(ep);
  }

  /// How far the ends of the loops move with the angles q + w. An arm changes by itself times
  /// E = exp(iw) - 1 = 2i sin(w/2) exp(iw/2), free of cancellation; of two angles E = E1 + E2 + E1 E2.
  Vector6 changes(const Vector7& w) const {
    const SinesOf<S, 8> half = sines<S, 8>(0.5 * padded(w));
    const auto one = [&](int i) {
      const S s = 2.0 * half.sine[i];
      return Vector2(-s * half.sine[i], s * half.cosine[i]);
    };
    const auto two = [&](int i, const Vector2& second) {
      const Vector2 first = one(i);
      return Vector2(first + second + turned(first, second));
    };
    const Vector2 de = one(4), ep = one(6), be = one(0);
    const Vector2 shared = turned(crank, be) + turned(rod, two(1, be));
    return stacked(shared + turned(rocker, one(2)), shared + turned(lever, two(3, de)) + turned(link, de),
                   shared + turned(strut, two(5, ep)) + turned(tail, ep));
  }

  /// Around the loops.
  Vector6 sums() const {
    const Vector2 shared = crank + rod;
    return stacked(shared + rocker, shared + lever + link, shared + strut + tail);
  }

  /// B v.
  Vector6 rates(const Vector7& v) const {
    const Vector2 shared = v(0) * crank + (v(0) + v(1)) * rod;
    return stacked(quarter_turn<S>(shared + v(2) * rocker),
                   quarter_turn<S>(shared + (v(3) + v(4)) * lever + v(4) * link),
                   quarter_turn<S>(shared + (v(5) + v(6)) * strut + v(6) * tail));
  }

  /// d/dt (B v) - B v' = -Σ ω² arm.
  Vector6 curvatures(const Vector7& v) const {
    const S w0 = v(0) + v(1), w3 = v(3) + v(4), w5 = v(5) + v(6);
    const Vector2 shared = (v(0) * v(0)) * crank + (w0 * w0) * rod;
    return -stacked(shared + (v(2) * v(2)) * rocker, shared + (w3 * w3) * lever + (v(4) * v(4)) * link,
                    shared + (w5 * w5) * strut + (v(6) * v(6)) * tail);
  }

  /// Bᵀλ.
  Vector7 torques(const Vector6& lambda) const {
    const Vector2 a = back(lambda, 0), b = back(lambda, 2), c = back(lambda, 4), all = a + b + c;
    const S of_rod = rod.dot(all), of_lever = lever.dot(b), of_strut = strut.dot(c);
    Vector7 t;
    t(0) = of_rod + crank.dot(all), t(1) = of_rod, t(2) = rocker.dot(a);
    t(3) = of_lever, t(4) = of_lever + link.dot(b), t(5) = of_strut, t(6) = of_strut + tail.dot(c);
    return t;
  }

  /// B; entries that are always zero are left alone.
  void write_jacobian(MatrixOf<S, 6, 7>& b) const {
    write(b, quarter_turn(crank), quarter_turn(rod), quarter_turn(rocker), quarter_turn(lever),
          quarter_turn(link), quarter_turn(strut), quarter_turn(tail));
  }
  /// ∂(B v)/∂q.
  void write_rate_stiffness(MatrixOf<S, 6, 7>& b, const Vector7& v) const {
    write(b, -v(0) * crank, -(v(0) + v(1)) * rod, -v(2) * rocker, -(v(3) + v(4)) * lever, -v(4) * link,
          -(v(5) + v(6)) * strut, -v(6) * tail);
  }
  /// ∂(Bᵀλ)/∂q.
  void write_row_stiffness(MatrixOf<S, 7, 7>& k, const Vector6& lambda) const {
    const Vector2 a = lambda.template head<2>(), b = lambda.template segment<2>(2),
                  c = lambda.template tail<2>(), all = a + b + c;
    const S of_rod = -rod.dot(all), of_lever = -lever.dot(b), of_strut = -strut.dot(c);
    k(0, 0) = of_rod - crank.dot(all), k(0, 1) = k(1, 0) = k(1, 1) = of_rod;
    k(2, 2) = -rocker.dot(a);
    k(3, 3) = k(3, 4) = k(4, 3) = of_lever, k(4, 4) = of_lever - link.dot(b);
    k(5, 5) = k(5, 6) = k(6, 5) = of_strut, k(6, 6) = of_strut - tail.dot(c);
  }

 private:
  static VectorOf<S, 8> padded(const Vector7& q) {
    VectorOf<S, 8> angles;
    angles.template head<7>() = q;
    angles[7] = S(0);
    return angles;
  }
  /// The product of complex numbers: arm(a) turned by arm(b) is arm(a + b).
  static Vector2 turned(const Vector2& a, const Vector2& b) {
    return {a(0) * b(0) - a(1) * b(1), a(0) * b(1) + a(1) * b(0)};
  }
  static Vector6 stacked(const Vector2& a, const Vector2& b, const Vector2& c) {
    Vector6 all;
    all.template head<2>() = a;
    all.template segment<2>(2) = b;
    all.template tail<2>() = c;
    return all;
  }
  /// Two entries turned by -90°: x·quarter_turn(arm) = back(x)·arm.
  static Vector2 back(const Vector6& x, int i) { return {x(i + 1), -x(i)}; }

  static void write(MatrixOf<S, 6, 7>& b, const Vector2& by_crank, const Vector2& by_rod,
                    const Vector2& by_rocker, const Vector2& by_lever, const Vector2& by_link,
                    const Vector2& by_strut, const Vector2& by_tail) {
    const Vector2 both = by_crank + by_rod;
    for (int loop = 0; loop < 3; ++loop) {
      b.template block<2, 1>(2 * loop, 0) = both;
      b.template block<2, 1>(2 * loop, 1) = by_rod;
    }
    b.template block<2, 1>(0, 2) = by_rocker;
    b.template block<2, 1>(2, 3) = by_lever;
    b.template block<2, 1>(2, 4) = by_lever + by_link;
    b.template block<2, 1>(4, 5) = by_strut;
    b.template block<2, 1>(4, 6) = by_strut + by_tail;
  }
};

}  // namespace kreisel
