// Andrews' squeezing mechanism: seven bodies in the plane, driven by a constant torque, index 3.
//
// Data and equations [Hairer, Wanner 1996] VII.7 after [Andrews]; M v' = f - Gᵀλ, g = 0, with the
// angles q = (be, Th, ga, Ph, de, Om, ep). The three loops of g: andrews_linkage.hpp.
#pragma once

#include <array>
#include <cmath>
#include <utility>

#include "kreisel/core/types.hpp"
#include "kreisel/equations/mechanical_system.hpp"
#include "kreisel/groups/real.hpp"
#include "kreisel/problems/andrews_linkage.hpp"

namespace kreisel {

struct Andrews : AndrewsData {
  using Group = Real<7>;
  static constexpr int fixed_rows = 6;
  static constexpr bool rheonomic = false;
  using Blocks = std::integer_sequence<int, 2, 1, 2, 2>;
  using Vector6 = VectorOf<double, 6>;
  using Vector7 = VectorOf<double, 7>;
  using Linkage = AndrewsLinkage<double>;
  double torque = 0.033;      // on the crank [N m]
  double stiffness = 4530.0;  // of the spring [N/m]

  std::array<Row, 6> rows() const {
    return {{{.name = "g1"}, {.name = "g2"}, {.name = "g3"}, {.name = "g4"}, {.name = "g5"}, {.name = "g6"}}};
  }

  template <class S>
  MatrixOf<S, 7, 7> mass(const VectorOf<S, 7>& q) const {
    using std::cos, std::sin;
    MatrixOf<S, 7, 7> m = MatrixOf<S, 7, 7>::Zero();
    AndrewsMasses<S>(cos(q(1)), sin(q(3)), sin(q(5))).write(m);
    return m;
  }

  template <class S>
  VectorOf<S, 7> force(const S&, const VectorOf<S, 7>& q, const VectorOf<S, 7>& v) const {
    return force_at(AndrewsLinkage<S>(q), v);
  }

  template <class S>
  VectorOf<S, 7> balance(const S&, const VectorOf<S, 7>& q, const VectorOf<S, 7>& v,
                         const VectorOf<S, 7>& acceleration, const VectorOf<S, 6>& lambda) const {
    const AndrewsLinkage<S> at(q);
    return masses_at(at).times(acceleration) - force_at(at, v) + at.torques(lambda);
  }

  template <class S>
  VectorOf<S, 6> constraint(const S&, const VectorOf<S, 7>& q) const {
    VectorOf<S, 6> ends;
    ends << S(xb), S(yb), S(xa), S(ya), S(xa), S(ya);
    return AndrewsLinkage<S>(q).sums() - ends;
  }
  Vector6 constraint_change(double, const Vector7& q, double, const Vector7& w) const {
    return Linkage(q).changes(w);
  }

  template <class S>
  MatrixOf<S, 6, 7> jacobian(const S&, const VectorOf<S, 7>& q) const {
    MatrixOf<S, 6, 7> b = MatrixOf<S, 6, 7>::Zero();
    AndrewsLinkage<S>(q).write_jacobian(b);
    return b;
  }

  Vector6 rate(double, const Vector7& q, const Vector7& v) const { return Linkage(q).rates(v); }

  Vector6 row_acceleration(double, const Vector7& q, const Vector7& v, const Vector7& acceleration) const {
    const Linkage at(q);
    return at.rates(acceleration) + at.curvatures(v);
  }

  void index1(double, const Vector7& q, const Vector7& v, MatrixOf<double, 7, 7>& m,
              MatrixOf<double, 6, 7>& b, Vector7& f, Vector6& gamma) const {
    const Linkage at(q);
    masses_at(at).write(m);
    at.write_jacobian(b);
    f = force_at(at, v);
    gamma = at.curvatures(v);
  }

  void tangents(double, const Vector7& q, const Vector7& v, const Vector7& acceleration,
                const Vector6& lambda, Tangents<7, 6>& out) const {
    const Linkage at(q);
    masses_at(at).write(out.mass);
    write_damping(at, v, out.damping);
    at.write_row_stiffness(out.stiffness, lambda);
    add_stiffness(at, v, acceleration, out.stiffness);
    at.write_jacobian(out.jacobian);
    at.write_rate_stiffness(out.rate_stiffness, v);
  }

  /// Spring and driving torque.
  double potential(const Vector7& q) const {
    const double stretch = spring(arm(q(2))).norm() - l0;
    return 0.5 * stiffness * stretch * stretch - torque * q(0);
  }

 private:
  template <class S>
  static AndrewsMasses<S> masses_at(const AndrewsLinkage<S>& at) {
    return {at.th(0), at.ph(1), at.om(1)};
  }

  template <class S>
  VectorOf<S, 7> force_at(const AndrewsLinkage<S>& at, const VectorOf<S, 7>& v) const {
    const S st = k2 * at.th(1), cp = k4 * at.ph(0), co = k6 * at.om(0);
    VectorOf<S, 7> f;
    f(0) = torque - st * v(1) * (v(1) + 2.0 * v(0));
    f(1) = st * v(0) * v(0);
    f(2) = spring_torque(at.ga);
    f(3) = cp * v(4) * v(4);
    f(4) = -cp * v(3) * (v(3) + 2.0 * v(4));
    f(5) = -co * v(6) * v(6);
    f(6) = co * v(5) * (v(5) + 2.0 * v(6));
    return f;
  }

  /// From the spring's fixed end C to its end D on body 3, which points along (cos ga, sin ga).
  template <class S>
  static VectorOf<S, 2> spring(const VectorOf<S, 2>& along) {
    return {sd * along(0) + sc * along(1) + (xb - xc), sd * along(1) - sc * along(0) + (yb - yc)};
  }
  /// Its derivative by ga.
  template <class S>
  static VectorOf<S, 2> spring_lever(const VectorOf<S, 2>& along) {
    return {sc * along(0) - sd * along(1), sc * along(1) + sd * along(0)};
  }
  template <class S>
  S spring_torque(const VectorOf<S, 2>& along) const {
    const VectorOf<S, 2> vector = spring(along);
    return -stiffness * (1.0 - l0 / vector.norm()) * vector.dot(spring_lever(along));
  }
  /// -∂(spring_torque)/∂ga; the second derivative of the end D is minus its distance from B.
  double spring_slope(const VectorOf<double, 2>& along) const {
    const VectorOf<double, 2> vector = spring(along), lever = spring_lever(along);
    const VectorOf<double, 2> fixed(xb - xc, yb - yc);
    const double inverse = 1.0 / vector.norm(), power = inverse * vector.dot(lever);
    return stiffness * (l0 * inverse * power * power + (1.0 - l0 * inverse) * fixed.dot(fixed - vector));
  }

  /// -∂f/∂v.
  static void write_damping(const Linkage& at, const Vector7& v, MatrixOf<double, 7, 7>& out) {
    const double st = 2.0 * k2 * at.th(1), cp = 2.0 * k4 * at.ph(0), co = 2.0 * k6 * at.om(0);
    out(0, 0) = st * v(1), out(0, 1) = st * (v(0) + v(1)), out(1, 0) = -st * v(0);
    out(3, 4) = -cp * v(4), out(4, 3) = cp * (v(3) + v(4)), out(4, 4) = cp * v(3);
    out(5, 6) = co * v(6), out(6, 5) = -co * (v(5) + v(6)), out(6, 6) = -co * v(5);
  }

  /// ∂(M v' - f)/∂q.
  void add_stiffness(const Linkage& at, const Vector7& v, const Vector7& a,
                     MatrixOf<double, 7, 7>& out) const {
    const double ct = k2 * at.th(0), st = k2 * at.th(1), cp = k4 * at.ph(0), sp = k4 * at.ph(1),
                 co = k6 * at.om(0), so = k6 * at.om(1);
    out(0, 1) += st * (2.0 * a(0) + a(1)) + ct * v(1) * (v(1) + 2.0 * v(0));
    out(1, 1) += st * a(0) - ct * v(0) * v(0);
    out(2, 2) += spring_slope(at.ga);
    out(3, 3) += cp * a(4) + sp * v(4) * v(4);
    out(4, 3) += cp * (a(3) + 2.0 * a(4)) - sp * v(3) * (v(3) + 2.0 * v(4));
    out(5, 5) -= co * a(6) + so * v(6) * v(6);
    out(6, 5) -= co * (a(5) + 2.0 * a(6)) - so * v(5) * (v(5) + 2.0 * v(6));
  }
};

}  // namespace kreisel
