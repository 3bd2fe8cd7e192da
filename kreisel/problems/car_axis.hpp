// The car axis: a car body on two springs drives over a bump, index 3 with a time-dependent row.
//
// [Schneider 1990], [Mazzia, Magherini 2008] caraxis. K q'' = f(t,q) - Bᵀλ with K = M ε²/2; the test set
// writes + Gᵀλ, so λ here is minus the published one.
#pragma once

#include <array>
#include <cmath>

#include "kreisel/core/types.hpp"
#include "kreisel/equations/rows.hpp"
#include "kreisel/groups/real.hpp"

namespace kreisel {

/// q = (xl, yl, xr, yr): the ends of the chassis; the left wheel sits at 0, the right one at (xb, yb)(t).
struct CarAxis {
  using Group = Real<4>;
  static constexpr int fixed_rows = 2;
  double epsilon = 1e-2;

  /// xl xb + yl yb = 0: the left spring stays normal to the axle; |l - r|² = L²: the chassis is rigid.
  std::array<Row, 2> rows() const {
    return {{{.name = "upright", .unit = "N/m"}, {.name = "chassis", .unit = "N/m"}}};
  }

  template <class S>
  MatrixOf<S, 4, 4> mass(const VectorOf<S, 4>&) const {
    return MatrixOf<S, 4, 4>::Identity() * inertia();
  }
  template <class S>
  VectorOf<S, 4> force(const S& t, const VectorOf<S, 4>& q, const VectorOf<S, 4>&) const {
    const VectorOf<S, 2> left = q.template head<2>();
    const VectorOf<S, 2> right = q.template tail<2>() - right_wheel(t);
    const S left_length = left.norm(), right_length = right.norm();
    VectorOf<S, 4> f;
    f << left * ((rest_length - left_length) / left_length),
        right * ((rest_length - right_length) / right_length);
    f(1) -= inertia() * gravity;
    f(3) -= inertia() * gravity;
    return f;
  }
  template <class S>
  VectorOf<S, 2> constraint(const S& t, const VectorOf<S, 4>& q) const {
    return {q.template head<2>().dot(right_wheel(t)), chassis(q).squaredNorm() - length * length};
  }
  /// yb moves by 2 r cos(w (t + dt/2)) sin(w dt/2), xb by -(yb + yb') (yb' - yb)/(xb + xb').
  VectorOf<double, 2> constraint_change(double t, const VectorOf<double, 4>& q, double dt,
                                        const VectorOf<double, 4>& w) const {
    const VectorOf<double, 2> before = right_wheel(t), after = right_wheel(t + dt);
    const double rise = 2.0 * bump * std::cos(frequency * (t + 0.5 * dt)) * std::sin(0.5 * frequency * dt);
    const VectorOf<double, 2> moved(-rise * (before(1) + after(1)) / (before(0) + after(0)), rise);
    const VectorOf<double, 2> turned = chassis(w);
    return {w.head<2>().dot(after) + q.head<2>().dot(moved), turned.dot(2.0 * chassis(q) + turned)};
  }
  template <class S>
  MatrixOf<S, 2, 4> jacobian(const S& t, const VectorOf<S, 4>& q) const {
    const VectorOf<S, 2> wheel = right_wheel(t), bar = 2.0 * chassis(q);
    MatrixOf<S, 2, 4> b;
    b << wheel(0), wheel(1), S(0), S(0), bar(0), bar(1), -bar(0), -bar(1);
    return b;
  }

 private:
  template <class S>
  static VectorOf<S, 2> right_wheel(const S& t) {
    using std::sin, std::sqrt;
    const S y = bump * sin(frequency * t);
    return {sqrt(length * length - y * y), y};
  }
  template <class S>
  static VectorOf<S, 2> chassis(const VectorOf<S, 4>& q) {
    return q.template head<2>() - q.template tail<2>();
  }
  /// K, the mass of each end.
  double inertia() const { return 0.5 * car_mass * epsilon * epsilon; }

  static constexpr double car_mass = 10.0, length = 1.0, rest_length = 0.5;  // M, L, L0
  static constexpr double bump = 0.1, frequency = 10.0, gravity = 1.0;       // r, w, grav
};

}  // namespace kreisel
