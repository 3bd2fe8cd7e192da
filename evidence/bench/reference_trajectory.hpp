// Exact motions to compare with, at given times: the heavy top from its quaternion form, any law on Rⁿ from
// its index-1 form. No code of kreisel's groups, methods or derivatives takes part.
#pragma once

#include <Eigen/LU>
#include <span>
#include <vector>

#include "evidence/bench/extrapolation.hpp"
#include "kreisel/core/dual.hpp"
#include "kreisel/equations/state.hpp"
#include "kreisel/problems/heavy_top_law.hpp"

namespace kreisel::reference {

/// Centre of mass x, its velocity u, rotation R, its quaternion (scalar first, continuous sign), angular
/// velocity Ω in body components, reaction λ of form A in inertial components.
struct TopSample {
  double t = 0.0;
  Vector3 x, u, omega, lambda;
  Matrix3 r;
  VectorOf<double, 4> quaternion;
};

namespace detail {

/// q' = ½ q Ω, J_tip Ω' = -Ω×J_tip Ω + X×Rᵀmγ for y = (q, Ω).
class TopMotion {
 public:
  explicit TopMotion(const HeavyTopData& data)
      : mass_(data.body_mass),
        offset_(data.offset.cast<Extended>()),
        gravity_(data.gravity.cast<Extended>()),
        inertia_(Matrix3(data.inertia.asDiagonal()).cast<Extended>() +
                 mass_ * (offset_.squaredNorm() * MatrixOf<Extended, 3, 3>::Identity() -
                          offset_ * offset_.transpose())) {}

  ExtendedVector rate(const ExtendedVector& y) const {
    const Extended w = y(0), a = y(1), b = y(2), c = y(3);
    const Extended3 omega = y.tail<3>();
    ExtendedVector out(7);
    out << -a * omega(0) - b * omega(1) - c * omega(2), w * omega(0) + b * omega(2) - c * omega(1),
        w * omega(1) + c * omega(0) - a * omega(2), w * omega(2) + a * omega(1) - b * omega(0),
        angular_acceleration(y);
    out.head<4>() *= Extended(0.5);
    return out;
  }

  TopSample sample(double t, const ExtendedVector& y) const {
    const MatrixOf<Extended, 3, 3> r = rotation(y);
    const Extended3 omega = y.tail<3>();
    const Extended3 turning = omega.cross(offset_);
    const Extended3 acceleration = r * (angular_acceleration(y).cross(offset_) + omega.cross(turning));
    return {.t = t,
            .x = (r * offset_).cast<double>(),
            .u = (r * turning).cast<double>(),
            .omega = omega.cast<double>(),
            .lambda = (mass_ * (acceleration - gravity_)).cast<double>(),
            .r = r.cast<double>(),
            .quaternion = y.head<4>().normalized().cast<double>()};
  }

 private:
  /// R of a quaternion of any length.
  static MatrixOf<Extended, 3, 3> rotation(const ExtendedVector& y) {
    const Extended w = y(0), a = y(1), b = y(2), c = y(3);
    MatrixOf<Extended, 3, 3> r;
    r << w * w + a * a - b * b - c * c, 2 * (a * b - w * c), 2 * (a * c + w * b),  //
        2 * (a * b + w * c), w * w - a * a + b * b - c * c, 2 * (b * c - w * a),   //
        2 * (a * c - w * b), 2 * (b * c + w * a), w * w - a * a - b * b + c * c;
    return r / y.head<4>().squaredNorm();
  }
  Extended3 angular_acceleration(const ExtendedVector& y) const {
    const Extended3 omega = y.tail<3>();
    const Extended3 momentum = inertia_ * omega;
    const Extended3 weight = mass_ * (rotation(y).transpose() * gravity_);
    return inertia_.inverse() * (offset_.cross(weight) - omega.cross(momentum));
  }

  Extended mass_;
  Extended3 offset_, gravity_;
  MatrixOf<Extended, 3, 3> inertia_;
};

}  // namespace detail

/// The top held exactly at its tip, R(0) = I. Times must not decrease. With offset 0 a free body.
inline std::vector<TopSample> heavy_top_trajectory(std::span<const double> times,
                                                   const HeavyTopData& data = {},
                                                   const Vector3& omega = {0.0, 150.0, -4.61538}) {
  const detail::TopMotion motion(data);
  ExtendedVector y(7);
  y << 1, 0, 0, 0, omega.cast<Extended>();
  Extrapolation integrator([&](Extended, const ExtendedVector& at) { return motion.rate(at); }, 0, y);
  std::vector<TopSample> samples;
  for (const double t : times) samples.push_back(motion.sample(t, integrator.advance_to(t)));
  return samples;
}

namespace detail {

/// M v' = f - Bᵀλ, B v' + d/dt(B v + ∂Φ/∂t)|_v' = 0 for y = (q, v) of a law on Rⁿ with rigid rows.
template <class L>
class LawMotion {
 public:
  static constexpr int n = L::Group::fixed_dimension, m = L::fixed_rows;
  explicit LawMotion(const L& law) : law_(law) {}

  ExtendedVector rate(Extended t, const ExtendedVector& y) const {
    ExtendedVector out(2 * n);
    out << y.tail(n), solve(t, y).head(n);
    return out;
  }
  State state(double t, const ExtendedVector& y) const {
    const ExtendedVector solution = solve(t, y);
    return {t, y.head(n).cast<double>(), y.tail(n).cast<double>(), solution.head(n).cast<double>(),
            solution.tail(m).cast<double>()};
  }

 private:
  /// (v', λ).
  ExtendedVector solve(Extended t, const ExtendedVector& y) const {
    const VectorOf<Extended, n> q = y.head(n), v = y.tail(n);
    MatrixOf<Extended, Dynamic, Dynamic> matrix(n + m, n + m);  // run-time size: one factorisation to compile
    ExtendedVector right(n + m);
    matrix.setZero();
    matrix.topLeftCorner(n, n) = law_.mass(q);
    right.head(n) = law_.force(t, q, v);
    if constexpr (m > 0) {
      const MatrixOf<Extended, m, n> b = law_.jacobian(t, q);
      matrix.topRightCorner(n, m) = b.transpose();
      matrix.bottomLeftCorner(m, n) = b;
      right.tail(m) = -curvature(t, q, v);
    }
    return matrix.partialPivLu().solve(right);
  }

  /// d/dt (B v + ∂Φ/∂t) for v' = 0, with t, q moving along: one dual level for d/dt, one more for ∂/∂t.
  VectorOf<Extended, m> curvature(Extended t, const VectorOf<Extended, n>& q,
                                  const VectorOf<Extended, n>& v) const {
    using First = Dual<Extended>;
    using Second = Dual<First>;
    VectorOf<First, n> moving, steady;
    VectorOf<Second, n> held;
    for (int i = 0; i < n; ++i) {
      moving(i) = First{q(i), v(i)};
      steady(i) = First{v(i), Extended(0)};
      held(i) = Second{moving(i), First(0.0)};
    }
    const VectorOf<First, m> linear = law_.jacobian(First{t, Extended(1)}, moving) * steady;
    const VectorOf<Second, m> gap = law_.constraint(Second{First{t, Extended(1)}, First(1.0)}, held);
    VectorOf<Extended, m> out;
    for (int i = 0; i < m; ++i) out(i) = linear(i).derivative + gap(i).derivative.derivative;
    return out;
  }

  L law_;
};

}  // namespace detail

/// The motion of a law on Rⁿ from consistent q0, v0; its rows must be rigid position rows.
template <class L>
std::vector<State> law_trajectory(const L& law, const State& start, std::span<const double> times) {
  const detail::LawMotion<L> motion(law);
  ExtendedVector y(start.q.size() + start.v.size());
  y << start.q.cast<Extended>(), start.v.cast<Extended>();
  Extrapolation integrator([&](Extended t, const ExtendedVector& at) { return motion.rate(t, at); }, start.t,
                           y);
  std::vector<State> states;
  for (const double t : times) states.push_back(motion.state(t, integrator.advance_to(t)));
  return states;
}

}  // namespace kreisel::reference
