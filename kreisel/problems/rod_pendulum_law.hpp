// The rod pendulum: a ball on a massless rod, the other end of the rod held by a spring and a strong damper.
//
// Ball with centre P1 = x, mass m and radius ϱ, rod from P1 to P2 = x + R X, X = (0, l, 0) in the body frame,
// suspension P3 = 0, gravity γ along -y [Stumpp 2004, chapter 6]:
//   m x'' = m γ + F,   J Ω' = X × RᵀF,   F = -k P2 - d P2',   J = 2/5 m ϱ² (a sphere: no gyroscopic term)
// In the plane R X = l (sin φ, cos φ, 0). Printed are F without its minus signs, J without m, and no gravity.
//
// The damper is the row P2' = λ/d, which is the fixed suspension P2' = 0 for d = ∞; spring and damper together are
// the row P2 + (d/k) P2' = λ/k. All rows are in inertial components. With B = ∂P2/∂q
//   R³×SO(3):  B = [I | -R X̃]          SE(3):  B = [R | -R X̃]          plane:  B = [I | l (cos φ, -sin φ)]
#pragma once

#include <array>
#include <cmath>
#include <vector>

#include "kreisel/core/types.hpp"
#include "kreisel/equations/rows.hpp"
#include "kreisel/groups/real.hpp"
#include "kreisel/groups/rigid_body.hpp"

namespace kreisel {

struct RodPendulumData {
  static constexpr bool rheonomic = false;
  double body_mass = 1.0;  // [kg]
  double radius = 0.01;    // of the ball [m]
  double length = 1.0;     // of the rod [m]
  double gravity = 9.81;   // [m/s²]
  double stiffness = 1e5;  // k [N/m]
  double damping = 1e4;    // d [N s/m]; infinite: rigid

  double inertia() const { return 0.4 * body_mass * radius * radius; }
  /// X.
  Vector3 offset() const { return {0.0, length, 0.0}; }
};

/// Ball and rod in the plane, q = (x, y, φ).
struct PlanarRod : RodPendulumData {
  using Group = Real<3>;
  static constexpr int coordinates = 3, dimension = 3, directions = 2;

  template <class S>
  MatrixOf<S, 3, 3> mass(const VectorOf<S, 3>&) const {
    return VectorOf<S, 3>(S(body_mass), S(body_mass), S(inertia())).asDiagonal();
  }
  template <class S>
  VectorOf<S, 3> weight(const VectorOf<S, 3>&, const VectorOf<S, 3>&) const {
    return {S(0), S(-body_mass * gravity), S(0)};
  }
  /// P2.
  template <class S>
  VectorOf<S, 2> tip(const VectorOf<S, 3>& q) const {
    using std::cos, std::sin;
    return {q(0) + length * sin(q(2)), q(1) + length * cos(q(2))};
  }
  template <class S>
  MatrixOf<S, 2, 3> tip_jacobian(const VectorOf<S, 3>& q) const {
    using std::cos, std::sin;
    MatrixOf<S, 2, 3> b;
    b << S(1), S(0), length * cos(q(2)), S(0), S(1), -length * sin(q(2));
    return b;
  }
  /// sin(φ + w) - sin φ = 2 cos(φ + w/2) sin(w/2), cos(φ + w) - cos φ = -2 sin(φ + w/2) sin(w/2).
  VectorOf<double, 2> tip_change(const Vector3& q, const Vector3& w) const {
    const double middle = q(2) + 0.5 * w(2), chord = 2.0 * length * std::sin(0.5 * w(2));
    return {w(0) + chord * std::cos(middle), w(1) - chord * std::sin(middle)};
  }
};

/// Ball and rod in space, on any group of a rigid body with a position.
template <class G>
struct SpatialRod : RodPendulumData {
  using Group = G;
  using Body = RigidBodyOn<G>;
  static_assert(Body::has_position);
  static constexpr int coordinates = G::fixed_coordinates, dimension = 6, directions = 3;

  template <class S>
  MatrixOf<S, 6, 6> mass(const VectorOf<S, coordinates>&) const {
    const S m(body_mass), j(inertia());
    return VectorOf<S, 6>{{m, m, m, j, j, j}}.asDiagonal();
  }
  template <class S>
  VectorOf<S, 6> weight(const VectorOf<S, coordinates>& q, const VectorOf<S, 6>& v) const {
    const VectorOf<S, 3> pull(S(0), S(-body_mass * gravity), S(0));
    VectorOf<S, 6> f = VectorOf<S, 6>::Zero();
    if constexpr (Body::is_semidirect) {
      const VectorOf<S, 3> u = v.template head<3>(), omega = v.template tail<3>();
      f.template head<3>() = Body::rotation(q).transpose() * pull - body_mass * omega.cross(u);
    } else {
      f.template head<3>() = pull;
    }
    return f;
  }
  /// P2.
  template <class S>
  VectorOf<S, 3> tip(const VectorOf<S, coordinates>& q) const {
    return Body::position(q) + Body::rotation(q) * offset().template cast<S>();
  }
  template <class S>
  MatrixOf<S, 3, 6> tip_jacobian(const VectorOf<S, coordinates>& q) const {
    const auto r = Body::rotation(q);
    MatrixOf<S, 3, 6> b;
    if constexpr (Body::is_semidirect) {
      b.template leftCols<3>() = r;
    } else {
      b.template leftCols<3>().setIdentity();
    }
    b.template rightCols<3>() = times_hat(r, VectorOf<S, 3>(-offset().template cast<S>()));
    return b;
  }
  /// w1 is a displacement on the direct product; on the semidirect one x moves by R T(w2)ᵀ w1.
  Vector3 tip_change(const VectorOf<double, coordinates>& q, const VectorOf<double, 6>& w) const {
    const Vector3 shift = w.head<3>(), turn = w.tail<3>();
    const auto r = Body::rotation(q);
    const Vector3 swing = exp_minus_identity<double>(turn) * offset();
    if constexpr (Body::is_semidirect) {
      return r * (swing + rotation_tangent_operator<double>(turn).transpose() * shift);
    } else {
      return r * swing + shift;
    }
  }
};

/// NAME.x, NAME.y and in space NAME.z, otherwise alike.
inline std::vector<Row> rows_in_all_directions(const Row& row, int directions) {
  constexpr std::array<const char*, 3> suffixes{".x", ".y", ".z"};
  std::vector<Row> all;
  for (int i = 0; i < directions; ++i) {
    all.push_back(row);
    all.back().name += suffixes[static_cast<std::size_t>(i)];
  }
  return all;
}

/// What the rows are: the damper, with the spring in the forces, or both, P2 + (d/k) P2' = λ/k.
enum class RodRows { damper, spring_damper };

template <class Rod>
struct RodWithRows : Rod {
  RodRows kind = RodRows::damper;
  static constexpr int fixed_rows = Rod::directions;
  template <class S>
  using Element = VectorOf<S, Rod::coordinates>;
  template <class S>
  using Tangent = VectorOf<S, Rod::dimension>;

  std::vector<Row> rows() const {
    const double d = this->damping, k = this->stiffness;
    return rows_in_all_directions(
        kind == RodRows::damper ? Row{.name = "damper", .kind = RowKind::velocity, .compliance = 1.0 / d}
                                : Row{.name = "joint", .compliance = 1.0 / k, .relaxation = d / k},
        Rod::directions);
  }
  template <class S>
  Tangent<S> force(const S&, const Element<S>& q, const Tangent<S>& v) const {
    Tangent<S> f = this->weight(q, v);
    if (kind == RodRows::damper) f -= this->tip_jacobian(q).transpose() * (this->stiffness * this->tip(q));
    return f;
  }
  template <class S>
  VectorOf<S, Rod::directions> constraint(const S&, const Element<S>& q) const {
    return this->tip(q);
  }
  /// Velocity rows have no gap.
  VectorOf<double, Rod::directions> constraint_change(double, const Element<double>& q, double,
                                                      const Tangent<double>& w) const {
    if (kind == RodRows::damper) return VectorOf<double, Rod::directions>::Zero();
    return this->tip_change(q, w);
  }
  template <class S>
  MatrixOf<S, Rod::directions, Rod::dimension> jacobian(const S&, const Element<S>& q) const {
    return this->tip_jacobian(q);
  }
};

/// Spring and damper in the forces.
template <class Rod>
struct RodWithJointForce : Rod {
  static constexpr int fixed_rows = 0;
  template <class S>
  using Element = VectorOf<S, Rod::coordinates>;
  template <class S>
  using Tangent = VectorOf<S, Rod::dimension>;

  std::array<Row, 0> rows() const { return {}; }
  template <class S>
  Tangent<S> force(const S&, const Element<S>& q, const Tangent<S>& v) const {
    const MatrixOf<S, Rod::directions, Rod::dimension> b = this->tip_jacobian(q);
    const VectorOf<S, Rod::directions> rate = b * v;
    const VectorOf<S, Rod::directions> pull = this->stiffness * this->tip(q) + this->damping * rate;
    return this->weight(q, v) - b.transpose() * pull;
  }
};

}  // namespace kreisel
