// The flexible slider crank: a rigid crank turned at constant speed, an elastic connecting rod, a sliding block.
//
// [Simeon 1995], [Mazzia, Magherini 2008] crank. Coordinates (φ1, φ2, x3, q1..q4): crank angle, angle of the
// undeformed rod, position of the block, two lateral sine modes and two longitudinal nodes (middle, end) of the
// rod. M(q) v' = f - Bᵀλ with
//   M11 = J1 + m2 l1²                 M12 = l1 l2 m2 C/2 + ρ l1 (S c2·q + C c1·q)    C, S = cos, sin(φ1 - φ2)
//   M22 = J2 + q·Mq q + 2ρ c12·q      M33 = m3,  Mqq = Mq
//   M1q = ρ l1 (C c2 - S c1)          M2q = ρ (c21 + Bqᵀq)
//   f1  = -l1 l2 m2 φ2'² S/2 + ρ l1 φ2'² (C c2·q - S c1·q) - 2ρ l1 φ2' (C c1·q' + S c2·q')
//   f2  = l1 l2 m2 φ1'² S/2 + ρ l1 φ1'² (S c1·q - C c2·q) - 2ρ φ2' c12·q' - 2φ2' q'·Mq q - ρ q'·Bq q'
//   fq  = φ2'² Mq q + ρ (φ2'² c12 + l1 φ1'² (C c1 + S c2) + 2φ2' Bq q') - Kq q - d Kq q'
// and the rows
//   l1 sin φ1 + (l2 + q4) sin φ2 = 0,  x3 - l1 cos φ1 - (l2 + q4) cos φ2 = 0,  φ1 = Ωt.
#pragma once

#include <array>
#include <cmath>

#include "kreisel/core/types.hpp"
#include "kreisel/equations/rows.hpp"
#include "kreisel/groups/real.hpp"
#include "kreisel/problems/planar.hpp"

namespace kreisel {

/// The elastic rod of square section: what does not depend on the motion.
struct CrankRod {
  using Vector4 = VectorOf<double, 4>;
  using Matrix4 = MatrixOf<double, 4, 4>;
  static constexpr double length = 0.30, width = 0.008;                 // l2, b = h [m]
  static constexpr double density = 7870.0, young = 0.2e12;             // ρ [kg/m³], E [N/m²]
  static constexpr double mass = 0.151104, inertia = 0.0045339259;      // m2 [kg], J2 [kg m²]
  static constexpr double pi = 3.1415927;                               // as in the published program
  Matrix4 elastic_mass = Matrix4::Zero(), stiffness = Matrix4::Zero();  // Mq, Kq
  Matrix4 gyroscopic = Matrix4::Zero();                                 // Bq
  Vector4 c1 = Vector4::Zero(), c2 = Vector4::Zero(), c12 = Vector4::Zero(), c21 = Vector4::Zero();

  /// Published: without the factor 1/15 in the mass of q3 and q4, as in the program of the test set.
  explicit CrankRod(bool has_published_mass = true);

  /// Kq of the longitudinal coordinates (q3, q4) alone, in principal axes: unit columns and their stiffnesses.
  struct Longitudinal {
    MatrixOf<double, 2, 2> axes;
    VectorOf<double, 2> stiffness;
  };
  Longitudinal longitudinal() const;
};

/// All but the rows. `stiffness` is what remains in the forces.
struct SliderCrankBody {
  using Group = Real<7>;
  static constexpr double crank_length = 0.15, crank_inertia = 0.002727;  // l1 [m], J1 [kg m²]
  static constexpr double block_mass = 0.075552, speed = 150.0;           // m3 [kg], Ω [rad/s]
  static constexpr double half_lever = 0.5 * crank_length * CrankRod::length * CrankRod::mass;
  CrankRod rod;
  CrankRod::Matrix4 stiffness = rod.stiffness;
  double damping = 0.0;  // d [s]: damping forces d Kq q'

  template <class S>
  MatrixOf<S, 7, 7> mass(const VectorOf<S, 7>& q) const;
  template <class S>
  VectorOf<S, 7> force(const S& t, const VectorOf<S, 7>& q, const VectorOf<S, 7>& v) const;

 protected:
  static std::array<Row, 3> joint_rows() { return {{{.name = "pin_y"}, {.name = "pin_x"}, drive_row()}}; }
  static Row drive_row() { return {.name = "drive", .unit = "N m"}; }

  template <class S>
  VectorOf<S, 3> joints(const S& t, const VectorOf<S, 7>& q) const {
    const VectorOf<S, 2> end = crank_length * arm(q(0)) + (CrankRod::length + q(6)) * arm(q(1));
    return {end(1), q(2) - end(0), q(0) - speed * t};
  }
  VectorOf<double, 3> joints_change(const VectorOf<double, 7>& q, double dt,
                                    const VectorOf<double, 7>& w) const {
    const VectorOf<double, 2> end = crank_length * arm_change(q(0), w(0)) +
                                    (CrankRod::length + q(6)) * arm_change(q(1), w(1)) +
                                    w(6) * arm(q(1) + w(1));
    return {end(1), w(2) - end(0), w(0) - speed * dt};
  }
  template <class S>
  MatrixOf<S, 3, 7> joints_jacobian(const VectorOf<S, 7>& q) const {
    const VectorOf<S, 2> along = arm(q(1)), crank = crank_length * quarter_turn(arm(q(0))),
                         turned = (CrankRod::length + q(6)) * quarter_turn(along);
    MatrixOf<S, 3, 7> b = MatrixOf<S, 3, 7>::Zero();
    b(0, 0) = crank(1), b(0, 1) = turned(1), b(0, 6) = along(1);
    b(1, 0) = -crank(0), b(1, 1) = -turned(0), b(1, 2) = S(1), b(1, 6) = -along(0);
    b(2, 0) = S(1);
    return b;
  }
};

/// The rod's constants over the scalar at hand.
template <class S>
struct CrankRodOf {
  MatrixOf<S, 4, 4> elastic_mass, gyroscopic;
  VectorOf<S, 4> c1, c2, c12, c21;

  explicit CrankRodOf(const CrankRod& rod)
      : elastic_mass(rod.elastic_mass.cast<S>()),
        gyroscopic(rod.gyroscopic.cast<S>()),
        c1(rod.c1.cast<S>()),
        c2(rod.c2.cast<S>()),
        c12(rod.c12.cast<S>()),
        c21(rod.c21.cast<S>()) {}
};

template <class S>
MatrixOf<S, 7, 7> SliderCrankBody::mass(const VectorOf<S, 7>& all) const {
  using std::cos, std::sin;
  const CrankRodOf<S> r(rod);
  const S l1(crank_length), rho(CrankRod::density), lever = rho * l1;
  const S c = cos(all(0) - all(1)), s = sin(all(0) - all(1));
  const VectorOf<S, 4> q = all.template tail<4>();
  MatrixOf<S, 7, 7> m = MatrixOf<S, 7, 7>::Zero();
  m(0, 0) = S(crank_inertia + CrankRod::mass * crank_length * crank_length);
  m(0, 1) = half_lever * c + lever * (s * r.c2.dot(q) + c * r.c1.dot(q));
  m(1, 1) = CrankRod::inertia + q.dot(r.elastic_mass * q) + 2.0 * rho * r.c12.dot(q);
  m(2, 2) = S(block_mass);
  m.template block<1, 4>(0, 3) = (lever * (c * r.c2 - s * r.c1)).transpose();
  m.template block<1, 4>(1, 3) = (rho * (r.c21 + r.gyroscopic.transpose() * q)).transpose();
  m.template block<4, 4>(3, 3) = r.elastic_mass;
  m.template triangularView<Eigen::StrictlyLower>() = m.transpose();
  return m;
}

template <class S>
VectorOf<S, 7> SliderCrankBody::force(const S&, const VectorOf<S, 7>& all, const VectorOf<S, 7>& v) const {
  using std::cos, std::sin;
  const CrankRodOf<S> r(rod);
  const S rho(CrankRod::density), lever(CrankRod::density * crank_length);
  const S c = cos(all(0) - all(1)), s = sin(all(0) - all(1));
  const S a = v(0) * v(0), b = v(1) * v(1);
  const VectorOf<S, 4> q = all.template tail<4>(), rates = v.template tail<4>();
  const VectorOf<S, 4> inertia = r.elastic_mass * q;
  const S across = lever * (c * r.c2.dot(q) - s * r.c1.dot(q)) - half_lever * s;
  VectorOf<S, 7> f;
  f(0) = b * across - 2.0 * lever * v(1) * (c * r.c1.dot(rates) + s * r.c2.dot(rates));
  f(1) = -a * across - 2.0 * v(1) * (rho * r.c12.dot(rates) + rates.dot(inertia)) -
         rho * rates.dot(r.gyroscopic * rates);
  f(2) = S(0);
  f.template tail<4>() = b * (inertia + rho * r.c12) + lever * a * (c * r.c1 + s * r.c2) +
                         2.0 * rho * v(1) * (r.gyroscopic * rates) -
                         stiffness.template cast<S>() * (q + S(damping) * rates);
  return f;
}

/// All springs in the forces.
struct SliderCrankForce : SliderCrankBody {
  static constexpr int fixed_rows = 3;
  explicit SliderCrankForce(const CrankRod& elastic_rod = CrankRod(), double damping_time = 0.0)
      : SliderCrankBody{elastic_rod, elastic_rod.stiffness, damping_time} {}

  std::array<Row, 3> rows() const { return joint_rows(); }

  template <class S>
  VectorOf<S, 3> constraint(const S& t, const VectorOf<S, 7>& q) const {
    return joints(t, q);
  }
  VectorOf<double, 3> constraint_change(double, const VectorOf<double, 7>& q, double dt,
                                        const VectorOf<double, 7>& w) const {
    return joints_change(q, dt, w);
  }
  template <class S>
  MatrixOf<S, 3, 7> jacobian(const S&, const VectorOf<S, 7>& q) const {
    return joints_jacobian(q);
  }
};

/// The longitudinal springs as compliant rows, one per principal axis a: a·(q3, q4) + d d/dt = λ/k.
struct SliderCrankRow : SliderCrankBody {
  static constexpr int fixed_rows = 5;
  CrankRod::Longitudinal springs = rod.longitudinal();

  explicit SliderCrankRow(const CrankRod& elastic_rod = CrankRod(), double damping_time = 0.0)
      : SliderCrankBody{elastic_rod, elastic_rod.stiffness, damping_time} {
    stiffness.bottomRightCorner<2, 2>().setZero();
  }
  std::array<Row, 5> rows() const {
    const auto spring = [&](const char* name, Index i) {
      return Row{.name = name, .compliance = 1.0 / springs.stiffness(i), .relaxation = damping};
    };
    const std::array<Row, 3> joint = joint_rows();
    return {{joint[0], joint[1], joint[2], spring("axial1", 0), spring("axial2", 1)}};
  }
  template <class S>
  VectorOf<S, 5> constraint(const S& t, const VectorOf<S, 7>& q) const {
    VectorOf<S, 5> phi;
    phi << joints(t, q), springs.axes.transpose().template cast<S>() * q.template tail<2>();
    return phi;
  }
  VectorOf<double, 5> constraint_change(double, const VectorOf<double, 7>& q, double dt,
                                        const VectorOf<double, 7>& w) const {
    VectorOf<double, 5> change;
    change << joints_change(q, dt, w), springs.axes.transpose() * w.tail<2>();
    return change;
  }
  template <class S>
  MatrixOf<S, 5, 7> jacobian(const S&, const VectorOf<S, 7>& q) const {
    MatrixOf<S, 5, 7> b = MatrixOf<S, 5, 7>::Zero();
    b.template topRows<3>() = joints_jacobian(q);
    b.template bottomRightCorner<2, 2>() = springs.axes.transpose().template cast<S>();
    return b;
  }
};

}  // namespace kreisel
