// Two hanging rods of 1 m and 1 kg, a stiff torsion spring at the upper hinge: by angles or by bodies.
//
// With absolute angles θ from the downward vertical and J = ml²/3 about a rod's end
//   M = [J + ml², ½ml² cos(θ1-θ2); ·, J]
//   f = (-3/2 mlg sin θ1 - k θ1 - ½ml² sin(θ1-θ2) θ2'²,  -½ mlg sin θ2 + ½ml² sin(θ1-θ2) θ1'²).
// [Schaub 2004] section 5.1.3 prints the right-hand side of d/dt(M θ') = f + M'θ' with another M.
#pragma once

#include <array>
#include <cmath>

#include "kreisel/core/types.hpp"
#include "kreisel/equations/rows.hpp"
#include "kreisel/groups/real.hpp"
#include "kreisel/problems/planar.hpp"

namespace kreisel {

struct TorsionRods {
  static constexpr double mass = 1.0, length = 1.0, gravity = 9.81;  // [kg], [m], [m/s²]
  static constexpr double end_inertia = mass * length * length / 3.0;
  static constexpr double centre_inertia = mass * length * length / 12.0;
  double torsion = 1e4;  // k [N m]
};

/// q = (θ1, θ2).
struct TorsionPendulumAngles : TorsionRods {
  using Group = Real<2>;
  static constexpr int fixed_rows = 0;
  static constexpr bool rheonomic = false;

  std::array<Row, 0> rows() const { return {}; }

  template <class S>
  MatrixOf<S, 2, 2> mass(const VectorOf<S, 2>& q) const {
    using std::cos;
    const S coupling = half_square * cos(q(0) - q(1));
    MatrixOf<S, 2, 2> m;
    m << S(end_inertia + 2.0 * half_square), coupling, coupling, S(end_inertia);
    return m;
  }
  template <class S>
  VectorOf<S, 2> force(const S&, const VectorOf<S, 2>& q, const VectorOf<S, 2>& v) const {
    using std::sin;
    const S coupling = half_square * sin(q(0) - q(1));
    return {-3.0 * half_weight * sin(q(0)) - torsion * q(0) - coupling * v(1) * v(1),
            -half_weight * sin(q(1)) + coupling * v(0) * v(0)};
  }

 private:
  static constexpr double half_square = 0.5 * TorsionRods::mass * length * length;   // ½ml²
  static constexpr double half_weight = 0.5 * TorsionRods::mass * length * gravity;  // ½mlg
};

/// q = (x1, y1, θ1, x2, y2, θ2): centres and angles of the rods, held by two hinges.
struct TorsionPendulumBodies : TorsionRods {
  using Group = Real<6>;
  static constexpr int fixed_rows = 4;
  static constexpr bool rheonomic = false;

  std::array<Row, 4> rows() const {
    return {{{.name = "upper_x"}, {.name = "upper_y"}, {.name = "lower_x"}, {.name = "lower_y"}}};
  }

  template <class S>
  MatrixOf<S, 6, 6> mass(const VectorOf<S, 6>&) const {
    constexpr double m = TorsionRods::mass;
    MatrixOf<S, 6, 6> all = MatrixOf<S, 6, 6>::Zero();
    all.diagonal() << S(m), S(m), S(centre_inertia), S(m), S(m), S(centre_inertia);
    return all;
  }
  template <class S>
  VectorOf<S, 6> force(const S&, const VectorOf<S, 6>& q, const VectorOf<S, 6>&) const {
    constexpr double weight = TorsionRods::mass * gravity;
    VectorOf<S, 6> f;
    f << S(0), S(-weight), -torsion * q(2), S(0), S(-weight), S(0);
    return f;
  }
  /// A rod hangs along (sin θ, -cos θ) = -quarter_turn(arm(θ)).
  template <class S>
  VectorOf<S, 4> constraint(const S&, const VectorOf<S, 6>& q) const {
    return hinges<S>(q, half_rod(q(2)), half_rod(q(5)));
  }
  VectorOf<double, 4> constraint_change(double, const VectorOf<double, 6>& q, double,
                                        const VectorOf<double, 6>& w) const {
    const auto turned = [](double angle, double change) -> VectorOf<double, 2> {
      return -0.5 * length * quarter_turn(arm_change(angle, change));
    };
    return hinges<double>(w, turned(q(2), w(2)), turned(q(5), w(5)));
  }
  template <class S>
  MatrixOf<S, 4, 6> jacobian(const S&, const VectorOf<S, 6>& q) const {
    const VectorOf<S, 2> first = 0.5 * length * arm(q(2)), second = 0.5 * length * arm(q(5));
    MatrixOf<S, 4, 6> b = MatrixOf<S, 4, 6>::Zero();
    b.template block<2, 2>(0, 0).setIdentity();
    b.template block<2, 1>(0, 2) = -first;
    b.template block<2, 2>(2, 0) = -MatrixOf<S, 2, 2>::Identity();
    b.template block<2, 1>(2, 2) = -first;
    b.template block<2, 2>(2, 3).setIdentity();
    b.template block<2, 1>(2, 5) = -second;
    return b;
  }

 private:
  template <class S>
  static VectorOf<S, 2> half_rod(const S& angle) {
    return -0.5 * length * quarter_turn(arm(angle));
  }
  /// Where the rods' upper ends are missing their hinges; linear in centres and half rods.
  template <class S>
  static VectorOf<S, 4> hinges(const VectorOf<S, 6>& centres, const VectorOf<S, 2>& first,
                               const VectorOf<S, 2>& second) {
    const VectorOf<S, 2> upper = centres.template head<2>(), lower = centres.template segment<2>(3);
    VectorOf<S, 4> phi;
    phi << upper - first, lower - second - upper - first;
    return phi;
  }
};

}  // namespace kreisel
