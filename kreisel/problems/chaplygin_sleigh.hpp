// The Chaplygin sleigh on an incline: a body on a blade that resists sideways motion, strongly or absolutely.
//
// Blade at (x, y) with heading θ, centre of mass at the distance a ahead of it, gravity component γ along x,
// moment τ - c ω about the vertical; the grip 1 + κ sin x changes with the place:
//   M(q) v' = f(q, v) - B λ,   Bᵀv = ε λ,   B = (1 + κ sin x) (-sin θ, cos θ, 0)
// ε = 0 is the nonholonomic sleigh: the blade moves along its heading only. For ε > 0 the same with B Bᵀv/ε as
// a force. M and B depend on q: with constant ones the error of order ε and the trouble of Newton's method with
// 1/ε would not show.
#pragma once

#include <array>
#include <cmath>
#include <string>

#include "kreisel/core/types.hpp"
#include "kreisel/equations/rows.hpp"
#include "kreisel/groups/real.hpp"
#include "kreisel/problems/problem.hpp"

namespace kreisel {

/// Everything but the way in which the blade resists.
struct SleighData {
  using Group = Real<3>;
  static constexpr bool rheonomic = false;
  double body_mass = 1.0, inertia = 0.5;  // [kg], about the centre of mass [kg m²]
  double offset = 0.3;                    // a [m]
  double slope = 1.0;                     // γ [m/s²]
  double kappa = 0.25;
  double torque = 0.2, drag = 0.1;  // τ [N m], c [N m s]
  double epsilon = 1e-3;            // sideways speed per force [m/(N s)]

  template <class S>
  MatrixOf<S, 3, 3> mass(const VectorOf<S, 3>& q) const {
    using std::cos, std::sin;
    const double moment = body_mass * offset;
    const S along_x = -moment * sin(q(2)), along_y = moment * cos(q(2));
    MatrixOf<S, 3, 3> m;
    m << S(body_mass), S(0), along_x, S(0), S(body_mass), along_y, along_x, along_y,
        S(inertia + moment * offset);
    return m;
  }

  /// B.
  template <class S>
  VectorOf<S, 3> edge(const VectorOf<S, 3>& q) const {
    using std::cos, std::sin;
    const S grip = 1.0 + kappa * sin(q(0));
    return {-grip * sin(q(2)), grip * cos(q(2)), S(0)};
  }

 protected:
  /// f.
  template <class S>
  VectorOf<S, 3> drive(const VectorOf<S, 3>& q, const VectorOf<S, 3>& v) const {
    using std::cos, std::sin;
    const double moment = body_mass * offset;
    const S c = cos(q(2)), s = sin(q(2)), omega = v(2);
    return {body_mass * slope + moment * c * omega * omega, moment * s * omega * omega,
            torque - moment * slope * s - drag * omega};
  }
};

/// The blade as the row Bᵀv = ελ.
struct SleighRow : SleighData {
  static constexpr int fixed_rows = 1;

  std::array<Row, 1> rows() const {
    return {{{.name = "edge", .kind = RowKind::velocity, .compliance = epsilon}}};
  }
  template <class S>
  VectorOf<S, 3> force(const S&, const VectorOf<S, 3>& q, const VectorOf<S, 3>& v) const {
    return drive(q, v);
  }
  template <class S>
  MatrixOf<S, 1, 3> jacobian(const S&, const VectorOf<S, 3>& q) const {
    return edge(q).transpose();
  }
  /// A velocity row has no gap.
  VectorOf<double, 1> constraint_change(double, const VectorOf<double, 3>&, double,
                                        const VectorOf<double, 3>&) const {
    return VectorOf<double, 1>::Zero();
  }
};

/// The blade as the force -B Bᵀv/ε.
struct SleighForce : SleighData {
  static constexpr int fixed_rows = 0;

  std::array<Row, 0> rows() const { return {}; }
  template <class S>
  VectorOf<S, 3> force(const S&, const VectorOf<S, 3>& q, const VectorOf<S, 3>& v) const {
    const VectorOf<S, 3> b = edge(q);
    const S lambda = b.dot(v) / epsilon;
    return drive(q, v) - b * lambda;
  }
};

/// The blade as a row or as a force (form "row" or "force"); throws OptionError for a force without slip.
ProblemInstance sleigh_instance(const SleighData& data, const std::string& form, const Vector& q0,
                                const Vector& v0);

}  // namespace kreisel
