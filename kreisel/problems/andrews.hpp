// Andrews' squeezing mechanism: seven bodies in the plane, driven by a constant torque, index 3.
//
// Data and equations [Hairer, Wanner 1996] VII.7 after [Andrews]; M v' = f - Gᵀλ, g = 0, with the
// angles q = (be, Th, ga, Ph, de, Om, ep). The three loops of g are sums of arms (planar.hpp).
#pragma once

#include <array>
#include <cmath>

#include "kreisel/core/types.hpp"
#include "kreisel/equations/rows.hpp"
#include "kreisel/groups/real.hpp"
#include "kreisel/problems/planar.hpp"
#include "kreisel/problems/problem.hpp"

namespace kreisel {

struct Andrews {
  using Group = Real<7>;
  static constexpr int fixed_rows = 6;
  static constexpr bool rheonomic = false;
  double torque = 0.033;      // on the crank [N m]
  double stiffness = 4530.0;  // of the spring [N/m]

  std::array<Row, 6> rows() const {
    return {{{.name = "g1"}, {.name = "g2"}, {.name = "g3"}, {.name = "g4"}, {.name = "g5"}, {.name = "g6"}}};
  }

  template <class S>
  MatrixOf<S, 7, 7> mass(const VectorOf<S, 7>& q) const {
    using std::cos, std::sin;
    const S ct = cos(q(1)), sp = sin(q(3)), so = sin(q(5));
    MatrixOf<S, 7, 7> m = MatrixOf<S, 7, 7>::Zero();
    m(0, 0) = m1 * ra * ra + m2 * (rr * rr - 2.0 * da * rr * ct + da * da) + i1 + i2;
    m(1, 0) = m(0, 1) = m2 * (da * da - da * rr * ct) + i2;
    m(1, 1) = S(m2 * da * da + i2);
    m(2, 2) = S(m3 * (sa * sa + sb * sb) + i3);
    m(3, 3) = S(m4 * eb * eb + i4);
    m(4, 3) = m(3, 4) = m4 * (eb * eb + zt * eb * sp) + i4;
    m(4, 4) = m4 * (zt * zt + 2.0 * zt * eb * sp + eb * eb) + m5 * (ta * ta + tb * tb) + i4 + i5;
    m(5, 5) = S(m6 * zb * zb + i6);
    m(6, 5) = m(5, 6) = m6 * (zb * zb - u * zb * so) + i6;
    m(6, 6) = m6 * (zb * zb - 2.0 * u * zb * so + u * u) + m7 * (ua * ua + ub * ub) + i6 + i7;
    return m;
  }

  template <class S>
  VectorOf<S, 7> force(const S&, const VectorOf<S, 7>& q, const VectorOf<S, 7>& v) const {
    using std::cos, std::sin;
    const S st = sin(q(1)), cp = cos(q(3)), co = cos(q(5));
    VectorOf<S, 7> f;
    f(0) = torque - m2 * da * rr * v(1) * (v(1) + 2.0 * v(0)) * st;
    f(1) = m2 * da * rr * v(0) * v(0) * st;
    f(2) = spring_torque(q(2));
    f(3) = m4 * zt * eb * v(4) * v(4) * cp;
    f(4) = -m4 * zt * eb * v(3) * (v(3) + 2.0 * v(4)) * cp;
    f(5) = -m6 * u * zb * v(6) * v(6) * co;
    f(6) = m6 * u * zb * v(5) * (v(5) + 2.0 * v(6)) * co;
    return f;
  }

  template <class S>
  VectorOf<S, 6> constraint(const S&, const VectorOf<S, 7>& q) const {
    const VectorOf<S, 2> crank = rr * arm(q(0)) - d * arm(S(q(0) + q(1)));
    VectorOf<S, 6> g;
    g << crank + ss * quarter_turn(arm(q(2))) - point<S>(xb, yb),
        crank + e * quarter_turn(arm(S(q(3) + q(4)))) - zt * arm(q(4)) - point<S>(xa, ya),
        crank - zf * arm(S(q(5) + q(6))) + u * quarter_turn(arm(q(6))) - point<S>(xa, ya);
    return g;
  }

  VectorOf<double, 6> constraint_change(double, const VectorOf<double, 7>& q, double,
                                        const VectorOf<double, 7>& w) const {
    using V = VectorOf<double, 2>;
    const V crank = rr * arm_change(q(0), w(0)) - d * arm_change(q(0) + q(1), w(0) + w(1));
    VectorOf<double, 6> change;
    change << crank + ss * quarter_turn(arm_change(q(2), w(2))),
        crank + e * quarter_turn(arm_change(q(3) + q(4), w(3) + w(4))) - zt * arm_change(q(4), w(4)),
        crank - zf * arm_change(q(5) + q(6), w(5) + w(6)) + u * quarter_turn(arm_change(q(6), w(6)));
    return change;
  }

  template <class S>
  MatrixOf<S, 6, 7> jacobian(const S&, const VectorOf<S, 7>& q) const {
    const VectorOf<S, 2> rod = -d * quarter_turn(arm(S(q(0) + q(1))));
    const VectorOf<S, 2> crank = rr * quarter_turn(arm(q(0))) + rod;
    const VectorOf<S, 2> lever = -e * arm(S(q(3) + q(4)));
    const VectorOf<S, 2> strut = -zf * quarter_turn(arm(S(q(5) + q(6))));
    MatrixOf<S, 6, 7> b = MatrixOf<S, 6, 7>::Zero();
    for (int loop = 0; loop < 3; ++loop) {
      b.template block<2, 1>(2 * loop, 0) = crank;
      b.template block<2, 1>(2 * loop, 1) = rod;
    }
    b.template block<2, 1>(0, 2) = -ss * arm(q(2));
    b.template block<2, 1>(2, 3) = lever;
    b.template block<2, 1>(2, 4) = lever - zt * quarter_turn(arm(q(4)));
    b.template block<2, 1>(4, 5) = strut;
    b.template block<2, 1>(4, 6) = strut - u * arm(q(6));
    return b;
  }

  /// Spring and driving torque.
  double potential(const VectorOf<double, 7>& q) const {
    const double stretch = spring_vector(q(2)).norm() - l0;
    return 0.5 * stiffness * stretch * stretch - torque * q(0);
  }

 private:
  template <class S>
  static VectorOf<S, 2> point(double x, double y) {
    return {S(x), S(y)};
  }
  /// From the spring's fixed end C to its end D on body 3.
  template <class S>
  static VectorOf<S, 2> spring_vector(const S& ga) {
    const VectorOf<S, 2> along = arm(ga);
    return sd * along - sc * quarter_turn(along) + point<S>(xb - xc, yb - yc);
  }
  template <class S>
  S spring_torque(const S& ga) const {
    const VectorOf<S, 2> along = arm(ga), spring = spring_vector(ga);
    const VectorOf<S, 2> lever = sd * quarter_turn(along) + sc * along;  // derivative of the end D
    const S length = spring.norm();
    return -stiffness * (length - l0) / length * spring.dot(lever);
  }

  // [kg], [kg m²], [m]; names as in [Hairer, Wanner 1996] VII.7, with eb = e - ea and zb = zf - fa.
  static constexpr double m1 = .04325, m2 = .00365, m3 = .02373, m4 = .00706, m5 = .07050, m6 = .00706,
                          m7 = .05498;
  static constexpr double i1 = 2.194e-6, i2 = 4.410e-7, i3 = 5.255e-6, i4 = 5.667e-7, i5 = 1.169e-5,
                          i6 = 5.667e-7, i7 = 1.912e-5;
  static constexpr double xa = -.06934, ya = -.00227, xb = -.03635, yb = .03273, xc = .014, yc = .072;
  static constexpr double d = .028, da = .0115, e = .02, ea = .01421, rr = .007, ra = .00092, ss = .035,
                          sa = .01874, sb = .01043, sc = .018, sd = .02, ta = .02308, tb = .00916, u = .04,
                          ua = .01228, ub = .00449, zf = .02, zt = .04, fa = .01421, l0 = .07785;
  static constexpr double eb = e - ea, zb = zf - fa;
};

ProblemEntry andrews();

}  // namespace kreisel
