// The heavy top: a body whose tip is held, on every group and in every constraint form of the literature.
//
// Body with mass m, inertia J about its centre of mass (principal axes), held at the origin, the centre of
// mass at X in the body frame, gravity γ; R maps body to inertial components [Brüls, Cardona 2010],
// [Brüls, Cardona, Arnold 2012]. Free body, with p = Rᵀλ and y = Rᵀx:
//   R³×SO(3):  m u' = m γ,                    J Ω' + Ω×JΩ = 0,   v = (u, Ω), x' = u
//   SE(3):     m (U' + Ω×U) = m Rᵀγ,          J Ω' + Ω×JΩ = 0,   v = (U, Ω), x' = R U
// Form A  Φ = -x + R X     B = [-I | -R X̃]  resp. [-R | -R X̃]  [Arnold, Brüls, Cardona 2015] eq. (62)
// Form B  Φ = -Rᵀx + X     B = [-Rᵀ | -ỹ]   resp. [-I | -ỹ]    [Wieloch 2022] eqs. (3.51), (3.52)
// Both B are exact off Φ = 0 too; the printed form B has X̃ for ỹ, which is right on Φ = 0 only.
#pragma once

#include <array>
#include <utility>

#include "kreisel/core/types.hpp"
#include "kreisel/equations/mechanical_system.hpp"
#include "kreisel/groups/rigid_body.hpp"

namespace kreisel {

struct HeavyTopData {
  double body_mass = 15.0;                       // [kg]
  Vector3 offset{0.0, 1.0, 0.0};                 // X [m]
  Vector3 inertia{0.234375, 0.46875, 0.234375};  // principal moments about the centre of mass [kg m²]
  Vector3 gravity{0.0, 0.0, -9.81};              // γ [m/s²]
  double compliance = 0.0;                       // of every row [m/N]
  double relaxation = 0.0;                       // of every row [s]

  /// J - m X̃X̃, about the tip.
  Matrix3 inertia_about_tip() const {
    return Matrix3(inertia.asDiagonal()) +
           body_mass * (offset.squaredNorm() * Matrix3::Identity() - offset * offset.transpose());
  }
  std::array<Row, 3> rows() const {
    const auto row = [this](const char* name) {
      return Row{.name = name, .compliance = compliance, .relaxation = relaxation};
    };
    return {row("tip_x"), row("tip_y"), row("tip_z")};
  }
};

/// The body without its tip joint; the two constraint forms add their rows.
template <class G>
struct HeavyTopFreeBody : HeavyTopData {
  using Group = G;
  using Body = RigidBodyOn<G>;
  static_assert(Body::has_position);
  static constexpr int fixed_rows = 3;
  static constexpr bool rheonomic = false;
  static constexpr int coordinates = G::fixed_coordinates;

  template <class S>
  MatrixOf<S, 6, 6> mass(const VectorOf<S, coordinates>&) const {
    VectorOf<S, 6> diagonal;
    diagonal << S(body_mass), S(body_mass), S(body_mass), inertia.template cast<S>();
    return diagonal.asDiagonal();
  }

  template <class S>
  VectorOf<S, 6> force(const S&, const VectorOf<S, coordinates>& q, const VectorOf<S, 6>& v) const {
    const VectorOf<S, 3> omega = v.template tail<3>();
    VectorOf<S, 6> f;
    f.template head<3>() = linear_force<S>(q, v);
    f.template tail<3>() = inertia.template cast<S>().cwiseProduct(omega).cross(omega);
    return f;
  }

 protected:
  template <class S>
  VectorOf<S, 3> linear_force(const VectorOf<S, coordinates>& q, const VectorOf<S, 6>& v) const {
    const VectorOf<S, 3> weight = (body_mass * gravity).template cast<S>();
    if constexpr (Body::is_semidirect) {
      const VectorOf<S, 3> u = v.template head<3>(), omega = v.template tail<3>();
      return Body::rotation(q).transpose() * weight - body_mass * omega.cross(u);
    } else {
      return weight;
    }
  }

  /// M v' - f.
  template <class S>
  VectorOf<S, 6> free_balance(const VectorOf<S, coordinates>& q, const VectorOf<S, 6>& v,
                              const VectorOf<S, 6>& acceleration) const {
    const VectorOf<S, 3> moments = inertia.template cast<S>();
    const VectorOf<S, 3> omega = v.template tail<3>();
    VectorOf<S, 6> r;
    r.template head<3>() = body_mass * acceleration.template head<3>() - linear_force<S>(q, v);
    r.template tail<3>() =
        moments.cwiseProduct(acceleration.template tail<3>()) + omega.cross(moments.cwiseProduct(omega));
    return r;
  }
};

/// Form A: the row forces are inertial components of the reaction.
template <class G>
struct HeavyTopInertial : HeavyTopFreeBody<G> {
  using Base = HeavyTopFreeBody<G>;
  using Body = RigidBodyOn<G>;
  using Base::body_mass, Base::inertia, Base::offset;
  static constexpr int coordinates = G::fixed_coordinates;
  /// On the direct products position and rotation only meet in the rows.
  using Blocks = std::conditional_t<Body::is_semidirect, std::integer_sequence<int, 6>,
                                    std::integer_sequence<int, 3, 3>>;

  template <class S>
  VectorOf<S, 3> constraint(const S&, const VectorOf<S, coordinates>& q) const {
    return Body::rotation(q) * offset.template cast<S>() - Body::position(q);
  }

  /// w1 is a displacement on the direct product; on the semidirect one x moves by R T(w2)ᵀ w1.
  VectorOf<double, 3> constraint_change(double, const VectorOf<double, coordinates>& q, double,
                                        const VectorOf<double, 6>& w) const {
    const Vector3 shift = w.head<3>(), turn = w.tail<3>();
    const auto r = Body::rotation(q);
    if constexpr (Body::is_semidirect) {
      return r * (exp_minus_identity<double>(turn) * offset -
                  rotation_tangent_operator<double>(turn).transpose() * shift);
    } else {
      return r * (exp_minus_identity<double>(turn) * offset) - shift;
    }
  }

  /// R exp(w) = R + R(exp(w) - I) and the change of R X share the exponential.
  void advance_with_gap(double, const VectorOf<double, coordinates>& q, double, const VectorOf<double, 6>& w,
                        VectorOf<double, coordinates>& moved,
                        Vector3& change) const requires std::is_same_v<G, R3xSO3> {
    const Vector3 shift = w.head<3>();
    const Matrix3 turn = Body::rotation(q).lazyProduct(exp_minus_identity<double>(Vector3(w.tail<3>())));
    moved.template head<3>() = q.template head<3>() + shift;
    Eigen::Map<Matrix3>(moved.data() + 3) = Body::rotation(q) + turn;
    change = turn.lazyProduct(offset) - shift;
  }

  template <class S>
  MatrixOf<S, 3, 6> jacobian(const S&, const VectorOf<S, coordinates>& q) const {
    const auto r = Body::rotation(q);
    MatrixOf<S, 3, 6> b;
    if constexpr (Body::is_semidirect) {
      b.template leftCols<3>() = -r;
    } else {
      b.template leftCols<3>() = -MatrixOf<S, 3, 3>::Identity();
    }
    b.template rightCols<3>() = times_hat(r, VectorOf<S, 3>(-offset.template cast<S>()));
    return b;
  }

  template <class S>
  VectorOf<S, 6> balance(const S&, const VectorOf<S, coordinates>& q, const VectorOf<S, 6>& v,
                         const VectorOf<S, 6>& acceleration, const VectorOf<S, 3>& lambda) const {
    const VectorOf<S, 3> p = Body::rotation(q).transpose() * lambda;
    VectorOf<S, 6> r = this->free_balance(q, v, acceleration);
    if constexpr (Body::is_semidirect) {
      r.template head<3>() -= p;
    } else {
      r.template head<3>() -= lambda;
    }
    r.template tail<3>() += offset.template cast<S>().cross(p);
    return r;
  }

  VectorOf<double, 3> rate(double, const VectorOf<double, coordinates>& q,
                           const VectorOf<double, 6>& v) const {
    return seen_from_outside(q, Vector3(v.tail<3>()).cross(offset), v.head<3>());
  }

  /// R (Ω'×X + Ω×(Ω×X)) - u'; on the semidirect product R (Ω'×X - U' + Ω×(Ω×X - U)).
  VectorOf<double, 3> row_acceleration(double, const VectorOf<double, coordinates>& q,
                                       const VectorOf<double, 6>& v,
                                       const VectorOf<double, 6>& acceleration) const {
    const Vector3 omega = v.tail<3>(), angular = acceleration.tail<3>();
    Vector3 velocity = omega.cross(offset);
    if constexpr (Body::is_semidirect) velocity -= v.head<3>();
    return seen_from_outside(q, angular.cross(offset) + omega.cross(velocity), acceleration.head<3>());
  }

  void index1(double, const VectorOf<double, coordinates>& q, const VectorOf<double, 6>& v,
              MatrixOf<double, 6, 6>& m, MatrixOf<double, 3, 6>& b, VectorOf<double, 6>& f,
              Vector3& gamma) const requires(!Body::is_semidirect) {
    const auto r = Body::rotation(q);
    const Vector3 omega = v.tail<3>();
    for (int i = 0; i < 3; ++i) {
      m(i, i) = body_mass;
      m(3 + i, 3 + i) = inertia(i);
      b(i, i) = -1.0;
    }
    b.rightCols<3>() = times_hat(r, -offset);
    f.head<3>() = body_mass * this->gravity;
    f.tail<3>() = inertia.cwiseProduct(omega).cross(omega);
    gamma = r.lazyProduct(omega.cross(omega.cross(offset)).eval());
  }

  /// M = diag(mI, J), D = diag(0, Ω̃J - (JΩ)~), K = diag(0, X̃p̃), ∂(Bv)/∂q = [0 | R (X×Ω)~]
  /// [Arnold, Brüls, Cardona 2015]; entries that are always zero are left alone.
  void tangents(double, const VectorOf<double, coordinates>& q, const VectorOf<double, 6>& v,
                const VectorOf<double, 6>&, const VectorOf<double, 3>& lambda, Tangents<6, 3>& out) const
      requires(!Body::is_semidirect) {
    const auto r = Body::rotation(q);
    const Vector3 omega = v.tail<3>();
    const Vector3 p = r.transpose() * lambda;
    for (int i = 0; i < 3; ++i) {
      out.mass(i, i) = body_mass;
      out.mass(3 + i, 3 + i) = inertia(i);
      out.jacobian(i, i) = -1.0;
    }
    out.damping.bottomRightCorner<3, 3>() = gyroscopic(omega);
    out.stiffness.bottomRightCorner<3, 3>() = p * offset.transpose();
    out.stiffness.bottomRightCorner<3, 3>().diagonal().array() -= offset.dot(p);
    out.jacobian.rightCols<3>() = times_hat(r, -offset);
    out.rate_stiffness.rightCols<3>() = times_hat(r, offset.cross(omega));
  }

 private:
  /// R a - b, on the semidirect product R (a - b).
  static Vector3 seen_from_outside(const VectorOf<double, coordinates>& q, const Vector3& a,
                                   const Vector3& b) {
    const auto r = Body::rotation(q);
    if constexpr (Body::is_semidirect) {
      return r.lazyProduct(a - b);
    } else {
      return r.lazyProduct(a) - b;
    }
  }

  /// Ω̃J - (JΩ)~ for principal axes: zero diagonal, entry (0,1) = -Ω3 J2 + J3 Ω3 and so on.
  Matrix3 gyroscopic(const Vector3& omega) const {
    const double x = omega(0), y = omega(1), z = omega(2);
    const double a = inertia(0), b = inertia(1), c = inertia(2);
    Matrix3 d;
    d << 0.0, (c - b) * z, (c - b) * y, (a - c) * z, 0.0, (a - c) * x, (b - a) * y, (b - a) * x, 0.0;
    return d;
  }
};

/// Form B: the row forces are body-frame components of the reaction.
template <class G>
struct HeavyTopBody : HeavyTopFreeBody<G> {
  using Body = RigidBodyOn<G>;
  using HeavyTopFreeBody<G>::offset;
  static constexpr int coordinates = G::fixed_coordinates;

  template <class S>
  VectorOf<S, 3> constraint(const S&, const VectorOf<S, coordinates>& q) const {
    return offset.template cast<S>() - tip<S>(q);
  }

  /// With E = exp(w2) - I and y = Rᵀx:  -Eᵀ(y + Rᵀw1) - Rᵀw1, on the semidirect product -Eᵀy - T(w2) w1
  /// because exp(w2)ᵀ T(w2)ᵀ = T(w2).
  VectorOf<double, 3> constraint_change(double, const VectorOf<double, coordinates>& q, double,
                                        const VectorOf<double, 6>& w) const {
    const Vector3 shift = w.head<3>(), turn = w.tail<3>();
    const Vector3 y = tip<double>(q);
    const Matrix3 e = exp_minus_identity<double>(turn);
    if constexpr (Body::is_semidirect) {
      return -(e.transpose() * y) - rotation_tangent_operator<double>(turn) * shift;
    } else {
      const Vector3 moved = Body::rotation(q).transpose() * shift;
      return -(e.transpose() * (y + moved)) - moved;
    }
  }

  template <class S>
  MatrixOf<S, 3, 6> jacobian(const S&, const VectorOf<S, coordinates>& q) const {
    MatrixOf<S, 3, 6> b;
    if constexpr (Body::is_semidirect) {
      b.template leftCols<3>() = -MatrixOf<S, 3, 3>::Identity();
    } else {
      b.template leftCols<3>() = -Body::rotation(q).transpose();
    }
    b.template rightCols<3>() = -hat(tip<S>(q));
    return b;
  }

  template <class S>
  VectorOf<S, 6> balance(const S&, const VectorOf<S, coordinates>& q, const VectorOf<S, 6>& v,
                         const VectorOf<S, 6>& acceleration, const VectorOf<S, 3>& lambda) const {
    VectorOf<S, 6> r = this->free_balance(q, v, acceleration);
    if constexpr (Body::is_semidirect) {
      r.template head<3>() -= lambda;
    } else {
      r.template head<3>() -= Body::rotation(q) * lambda;
    }
    r.template tail<3>() += tip<S>(q).cross(lambda);
    return r;
  }

 private:
  /// y = Rᵀx.
  template <class S>
  static VectorOf<S, 3> tip(const VectorOf<S, coordinates>& q) {
    return Body::rotation(q).transpose() * Body::position(q);
  }
};

/// No rows: rotation about the tip, J_tip Ω' + Ω×J_tip Ω = X × Rᵀ m γ [Wieloch 2022] eq. (3.20).
template <class G>
struct HeavyTopFixedPoint : HeavyTopData {
  using Group = G;
  using Body = RigidBodyOn<G>;
  static_assert(!Body::has_position);
  static constexpr int fixed_rows = 0;
  static constexpr bool rheonomic = false;
  static constexpr int coordinates = G::fixed_coordinates;

  std::array<Row, 0> rows() const { return {}; }

  template <class S>
  MatrixOf<S, 3, 3> mass(const VectorOf<S, coordinates>&) const {
    return inertia_about_tip().template cast<S>();
  }

  template <class S>
  VectorOf<S, 3> force(const S&, const VectorOf<S, coordinates>& q, const VectorOf<S, 3>& omega) const {
    const VectorOf<S, 3> x = offset.template cast<S>();
    const VectorOf<S, 3> weight = (body_mass * gravity).template cast<S>();
    const VectorOf<S, 3> momentum = inertia_about_tip().template cast<S>() * omega;
    return x.cross(Body::rotation(q).transpose() * weight) - omega.cross(momentum);
  }

  template <class S>
  VectorOf<S, 3> balance(const S& t, const VectorOf<S, coordinates>& q, const VectorOf<S, 3>& omega,
                         const VectorOf<S, 3>& acceleration, const VectorOf<S, 0>&) const {
    return inertia_about_tip().template cast<S>() * acceleration - force(t, q, omega);
  }
};

}  // namespace kreisel
