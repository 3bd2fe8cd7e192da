// A linear system with one rigid row and one stiff spring, whose solution is known.
//
//   q'' = -K q - u cos Ωt - (0, λ, -λ) - ω1² (q1 - cos Ωt) e1,  0 = q2 - q3
//   K = [ω2² -ω2² 0; -ω2² ω2²+ω3² -ω3²; 0 -ω3² ω3²],  u = (Ω² + ω2², 4Ω² - ω2², 0)
//   exactly q1 = cos Ωt, q2 = q3 = 2 cos Ωt, λ = -2Ω² cos Ωt
#pragma once

#include <array>
#include <cmath>

#include "kreisel/core/types.hpp"
#include "kreisel/equations/rows.hpp"
#include "kreisel/groups/real.hpp"

namespace kreisel {

/// Everything but the stiff spring and the rows.
struct LinearDaeData {
  double omega1 = 1e3, omega2 = 1.0, omega3 = 1.0;  // [rad/s]
  double drive = 20.0;                              // Ω [rad/s]

  template <class S>
  S target(const S& t) const {
    using std::cos;
    return cos(drive * t);
  }
  /// cos Ω(t + dt) - cos Ωt = -2 sin(Ω (t + dt/2)) sin(Ω dt/2).
  double target_change(double t, double dt) const {
    return -2.0 * std::sin(drive * (t + 0.5 * dt)) * std::sin(0.5 * drive * dt);
  }
  template <class S>
  VectorOf<S, 3> soft_force(const S& t, const VectorOf<S, 3>& q) const {
    const double k2 = omega2 * omega2, k3 = omega3 * omega3, squared_drive = drive * drive;
    const S first = k2 * (q(0) - q(1)), second = k3 * (q(1) - q(2)), c = target(t);
    return {-first - (squared_drive + k2) * c, first - second - (4.0 * squared_drive - k2) * c, second};
  }
};

struct LinearDaeForce {
  using Group = Real<3>;
  static constexpr int fixed_rows = 1;
  static constexpr bool rheonomic = false;
  LinearDaeData data;

  std::array<Row, 1> rows() const { return {{{.name = "joint"}}}; }

  template <class S>
  MatrixOf<S, 3, 3> mass(const VectorOf<S, 3>&) const {
    return MatrixOf<S, 3, 3>::Identity();
  }
  template <class S>
  VectorOf<S, 3> force(const S& t, const VectorOf<S, 3>& q, const VectorOf<S, 3>&) const {
    VectorOf<S, 3> f = data.soft_force(t, q);
    f(0) -= data.omega1 * data.omega1 * (q(0) - data.target(t));
    return f;
  }
  template <class S>
  VectorOf<S, 1> constraint(const S&, const VectorOf<S, 3>& q) const {
    return VectorOf<S, 1>(q(1) - q(2));
  }
  VectorOf<double, 1> constraint_change(double, const VectorOf<double, 3>&, double,
                                        const VectorOf<double, 3>& w) const {
    return VectorOf<double, 1>(w(1) - w(2));
  }
  template <class S>
  MatrixOf<S, 1, 3> jacobian(const S&, const VectorOf<S, 3>&) const {
    return {S(0), S(1), S(-1)};
  }
};

/// The stiff spring as the row q1 - cos Ωt = λ/ω1²; exactly its λ = 0.
struct LinearDaeRow {
  using Group = Real<3>;
  static constexpr int fixed_rows = 2;
  LinearDaeData data;

  std::array<Row, 2> rows() const {
    return {{{.name = "joint"}, {.name = "spring", .compliance = 1.0 / (data.omega1 * data.omega1)}}};
  }

  template <class S>
  MatrixOf<S, 3, 3> mass(const VectorOf<S, 3>&) const {
    return MatrixOf<S, 3, 3>::Identity();
  }
  template <class S>
  VectorOf<S, 3> force(const S& t, const VectorOf<S, 3>& q, const VectorOf<S, 3>&) const {
    return data.soft_force(t, q);
  }
  template <class S>
  VectorOf<S, 2> constraint(const S& t, const VectorOf<S, 3>& q) const {
    return {q(1) - q(2), q(0) - data.target(t)};
  }
  VectorOf<double, 2> constraint_change(double t, const VectorOf<double, 3>&, double dt,
                                        const VectorOf<double, 3>& w) const {
    return {w(1) - w(2), w(0) - data.target_change(t, dt)};
  }
  template <class S>
  MatrixOf<S, 2, 3> jacobian(const S&, const VectorOf<S, 3>&) const {
    MatrixOf<S, 2, 3> b;
    b << S(0), S(1), S(-1), S(1), S(0), S(0);
    return b;
  }
};

}  // namespace kreisel
