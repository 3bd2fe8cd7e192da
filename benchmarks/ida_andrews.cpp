// IDA on the squeezer mechanism of Andrews.
#include <cmath>

#include "benchmarks/ida_equations.hpp"
#include "kreisel/problems/planar.hpp"

namespace kreisel::benchmarks {
namespace {

using Vector2 = VectorOf<double, 2>;
using Vector6 = VectorOf<double, 6>;
using Vector7 = VectorOf<double, 7>;
using Matrix7 = MatrixOf<double, 7, 7>;
using Matrix67 = MatrixOf<double, 6, 7>;

constexpr int size = 26;
constexpr int q0 = 0, v0 = 7, lambda0 = 14, mu0 = 20;  // where the parts begin

// Data as in kreisel/problems/andrews_law.hpp.
constexpr double m1 = .04325, m2 = .00365, m3 = .02373, m4 = .00706, m5 = .07050, m6 = .00706, m7 = .05498;
constexpr double i1 = 2.194e-6, i2 = 4.410e-7, i3 = 5.255e-6, i4 = 5.667e-7, i5 = 1.169e-5, i6 = 5.667e-7,
                 i7 = 1.912e-5;
constexpr double xa = -.06934, ya = -.00227, xb = -.03635, yb = .03273, xc = .014, yc = .072;
constexpr double d = .028, da = .0115, e = .02, ea = .01421, rr = .007, ra = .00092, ss = .035, sa = .01874,
                 sb = .01043, sc = .018, sd = .02, ta = .02308, tb = .00916, u = .04, ua = .01228,
                 ub = .00449, zf = .02, zt = .04, fa = .01421, l0 = .07785;
constexpr double eb = e - ea, zb = zf - fa;
constexpr double torque = 0.033, stiffness = 4530.0;
constexpr double k2 = m2 * da * rr, k4 = m4 * zt * eb, k6 = m6 * u * zb;  // of the coupled masses

/// Everything that depends on the angles, from ten pairs of sine and cosine.
struct Linkage {
  explicit Linkage(const Vector7& q)
      : th(arm(q(1))),
        ga(arm(q(2))),
        ph(arm(q(3))),
        om(arm(q(5))),
        crank(rr * arm(q(0))),
        rod(-d * arm(q(0) + q(1))),
        rocker(ss * quarter_turn(ga)),
        lever(e * quarter_turn(arm(q(3) + q(4)))),
        link(-zt * arm(q(4))),
        strut(-zf * arm(q(5) + q(6))),
        tail(u * quarter_turn(arm(q(6)))) {}

  Vector2 th, ga, ph, om;  // (cosine, sine)
  // Arms of the three loops; the derivative of each by its angle is its quarter turn, the second minus it.
  Vector2 crank, rod, rocker, lever, link, strut, tail;

  Vector6 gap() const {
    const Vector2 shared = crank + rod;
    Vector6 g;
    g << shared + rocker - Vector2(xb, yb), shared + lever + link - Vector2(xa, ya),
        shared + strut + tail - Vector2(xa, ya);
    return g;
  }

  /// B.
  template <class Block>
  void fill_rows(Block&& b) const {
    fill(
        b, [](const Vector2& a, double) { return quarter_turn(a); }, Vector7::Zero());
  }
  /// ∂(B v)/∂q.
  template <class Block>
  void fill_rate_stiffness(Block&& b, const Vector7& v) const {
    fill(
        b, [](const Vector2& a, double speed) -> Vector2 { return -speed * a; }, v);
  }

  /// Adds ∂(Bᵀλ)/∂q.
  template <class Block>
  void add_row_stiffness(Block&& k, const Vector6& lambda) const {
    const Vector2 a = lambda.head<2>(), b = lambda.segment<2>(2), c = lambda.tail<2>();
    const Vector2 all = a + b + c;
    const double by_rod = -rod.dot(all), by_lever = -lever.dot(b), by_strut = -strut.dot(c);
    k(0, 0) += by_rod - crank.dot(all);
    k(0, 1) += by_rod;
    k(1, 0) += by_rod;
    k(1, 1) += by_rod;
    k(2, 2) -= rocker.dot(a);
    k(3, 3) += by_lever;
    k(3, 4) += by_lever;
    k(4, 3) += by_lever;
    k(4, 4) += by_lever - link.dot(b);
    k(5, 5) += by_strut;
    k(5, 6) += by_strut;
    k(6, 5) += by_strut;
    k(6, 6) += by_strut - tail.dot(c);
  }

 private:
  /// Rows (loops) by columns (angles) of f(arm, speed of the arm).
  template <class Block, class F>
  void fill(Block& b, const F& f, const Vector7& v) const {
    const Vector2 by_rod = f(rod, v(0) + v(1)), by_crank = by_rod + f(crank, v(0));
    for (int loop = 0; loop < 3; ++loop) {
      b.template block<2, 1>(2 * loop, 0) = by_crank;
      b.template block<2, 1>(2 * loop, 1) = by_rod;
    }
    b.template block<2, 1>(0, 2) = f(rocker, v(2));
    b.template block<2, 1>(2, 3) = f(lever, v(3) + v(4));
    b.template block<2, 1>(2, 4) = f(lever, v(3) + v(4)) + f(link, v(4));
    b.template block<2, 1>(4, 5) = f(strut, v(5) + v(6));
    b.template block<2, 1>(4, 6) = f(strut, v(5) + v(6)) + f(tail, v(6));
  }
};

/// The three blocks of the mass matrix; the first couples be and Th, then Ph and de, then Om and ep.
struct Masses {
  explicit Masses(const Linkage& at)
      : m00(m1 * ra * ra + m2 * (rr * rr + da * da) + i1 + i2 - 2.0 * k2 * at.th(0)),
        m01(m2 * da * da + i2 - k2 * at.th(0)),
        m34(m4 * eb * eb + i4 + k4 * at.ph(1)),
        m44(m4 * (zt * zt + eb * eb) + m5 * (ta * ta + tb * tb) + i4 + i5 + 2.0 * k4 * at.ph(1)),
        m56(m6 * zb * zb + i6 - k6 * at.om(1)),
        m66(m6 * (zb * zb + u * u) + m7 * (ua * ua + ub * ub) + i6 + i7 - 2.0 * k6 * at.om(1)) {}

  static constexpr double m11 = m2 * da * da + i2, m22 = m3 * (sa * sa + sb * sb) + i3,
                          m33 = m4 * eb * eb + i4, m55 = m6 * zb * zb + i6;
  double m00, m01, m34, m44, m56, m66;

  Vector7 times(const Vector7& a) const {
    Vector7 f;
    f << m00 * a(0) + m01 * a(1), m01 * a(0) + m11 * a(1), m22 * a(2), m33 * a(3) + m34 * a(4),
        m34 * a(3) + m44 * a(4), m55 * a(5) + m56 * a(6), m56 * a(5) + m66 * a(6);
    return f;
  }
  template <class Block>
  void fill(Block&& m, double c) const {
    m(0, 0) = c * m00;
    m(0, 1) = m(1, 0) = c * m01;
    m(1, 1) = c * m11;
    m(2, 2) = c * m22;
    m(3, 3) = c * m33;
    m(3, 4) = m(4, 3) = c * m34;
    m(4, 4) = c * m44;
    m(5, 5) = c * m55;
    m(5, 6) = m(6, 5) = c * m56;
    m(6, 6) = c * m66;
  }
};

struct SpringTorque {
  explicit SpringTorque(const Linkage& at) {
    const Vector2 along = at.ga, across = quarter_turn(along);
    const Vector2 spring = sd * along - sc * across + Vector2(xb - xc, yb - yc);
    const Vector2 lever = sd * across + sc * along;  // derivative of the spring by its angle
    const double length = spring.norm(), power = spring.dot(lever), stretch = 1.0 - l0 / length;
    value = -stiffness * stretch * power;
    slope = -stiffness * (l0 * power * power / (length * length * length) +
                          stretch * (lever.squaredNorm() + spring.dot(sc * across - sd * along)));
  }
  double value, slope;
};

Vector7 force(const Linkage& at, const Vector7& v) {
  Vector7 f;
  f << torque - k2 * v(1) * (v(1) + 2.0 * v(0)) * at.th(1), k2 * v(0) * v(0) * at.th(1),
      SpringTorque(at).value, k4 * v(4) * v(4) * at.ph(0), -k4 * v(3) * (v(3) + 2.0 * v(4)) * at.ph(0),
      -k6 * v(6) * v(6) * at.om(0), k6 * v(5) * (v(5) + 2.0 * v(6)) * at.om(0);
  return f;
}

/// ∂(M a - f)/∂q.
template <class Block>
void fill_stiffness(Block&& k, const Linkage& at, const Vector7& v, const Vector7& a) {
  const double ct = k2 * at.th(0), st = k2 * at.th(1), cp = k4 * at.ph(0), sp = k4 * at.ph(1),
               co = k6 * at.om(0), so = k6 * at.om(1);
  k(0, 0) = k(1, 0) = 0.0;
  k(0, 1) = st * (2.0 * a(0) + a(1)) + ct * v(1) * (v(1) + 2.0 * v(0));
  k(1, 1) = st * a(0) - ct * v(0) * v(0);
  k(2, 2) = -SpringTorque(at).slope;
  k(3, 4) = k(4, 4) = 0.0;
  k(3, 3) = cp * a(4) + sp * v(4) * v(4);
  k(4, 3) = cp * (a(3) + 2.0 * a(4)) - sp * v(3) * (v(3) + 2.0 * v(4));
  k(5, 6) = k(6, 6) = 0.0;
  k(5, 5) = -co * a(6) - so * v(6) * v(6);
  k(6, 5) = -co * (a(5) + 2.0 * a(6)) + so * v(5) * (v(5) + 2.0 * v(6));
}

/// Adds -∂f/∂v.
template <class Block>
void add_damping(Block&& m, const Linkage& at, const Vector7& v) {
  const double st = 2.0 * k2 * at.th(1), cp = 2.0 * k4 * at.ph(0), co = 2.0 * k6 * at.om(0);
  m(0, 0) += st * v(1);
  m(0, 1) += st * (v(0) + v(1));
  m(1, 0) -= st * v(0);
  m(3, 4) -= cp * v(4);
  m(4, 3) += cp * (v(3) + v(4));
  m(4, 4) += cp * v(3);
  m(5, 6) += co * v(6);
  m(6, 5) -= co * (v(5) + v(6));
  m(6, 6) -= co * v(5);
}

/// q' = v - Bᵀμ,  M v' = f - Bᵀλ,  Φ = 0,  B v = 0.
class IdaAndrews final : public IdaEquations {
 public:
  explicit IdaAndrews(const State& at) {
    positions = v0;
    differential = lambda0;
    start = start_rate = Vector::Zero(size);
    start.segment<7>(q0) = at.q;
    start.segment<7>(v0) = at.v;
    start.segment<6>(lambda0) = at.lambda;
    start_rate.segment<7>(q0) = at.v;
    start_rate.segment<7>(v0) = at.acceleration;
  }

  void residual(const double* values, const double* rates, double* out) const override {
    const Eigen::Map<const VectorOf<double, size>> y(values), rate(rates);
    const Vector7 v = y.segment<7>(v0), a = rate.segment<7>(v0);
    const Linkage at(y.segment<7>(q0));
    Matrix67 b = Matrix67::Zero();
    at.fill_rows(b);
    Eigen::Map<VectorOf<double, size>> f(out);
    f.segment<7>(q0) = rate.segment<7>(q0) - v + b.transpose().lazyProduct(y.segment<6>(mu0));
    f.segment<7>(v0) = Masses(at).times(a) - force(at, v) + b.transpose().lazyProduct(y.segment<6>(lambda0));
    f.segment<6>(lambda0) = at.gap();
    f.segment<6>(mu0) = b.lazyProduct(v);
  }

  void jacobian(double c, const double* values, const double* rates, double* out) const override {
    const Eigen::Map<const VectorOf<double, size>> y(values), rate(rates);
    const Vector7 v = y.segment<7>(v0), a = rate.segment<7>(v0);
    const Linkage at(y.segment<7>(q0));
    Eigen::Map<MatrixOf<double, size, size>> j(out);
    Matrix67 b = Matrix67::Zero();
    at.fill_rows(b);
    j.block<6, 7>(lambda0, q0) = j.block<6, 7>(mu0, v0) = b;
    j.block<7, 6>(q0, mu0) = j.block<7, 6>(v0, lambda0) = b.transpose();
    at.fill_rate_stiffness(j.block<6, 7>(mu0, q0), v);
    j.block<7, 7>(q0, q0) = c * Matrix7::Identity();
    at.add_row_stiffness(j.block<7, 7>(q0, q0), y.segment<6>(mu0));
    for (int i = 0; i < 7; ++i) j(q0 + i, v0 + i) = -1.0;
    fill_stiffness(j.block<7, 7>(v0, q0), at, v, a);
    at.add_row_stiffness(j.block<7, 7>(v0, q0), y.segment<6>(lambda0));
    Masses(at).fill(j.block<7, 7>(v0, v0), c);
    add_damping(j.block<7, 7>(v0, v0), at, v);
  }
};

}  // namespace

std::unique_ptr<IdaEquations> ida_andrews(const State& start) {
  return std::make_unique<IdaAndrews>(start);
}

}  // namespace kreisel::benchmarks
