// A ball on a plane: the force grows with the square of the depth and is damped with it.
#pragma once

#include "kreisel/model/forces/friction.hpp"
#include "kreisel/model/frame.hpp"
#include "kreisel/model/results.hpp"

namespace kreisel {

/// The collision law [Stumpp 2006] section 6.2: at depth y < 0 the ground pushes with k y² + d y y'.
struct CollisionLaw {
  double stiffness = 0.0, damping = 0.0;

  template <class S>
  S push(const S& y, const S& rate) const {
    if (value_of(y) >= 0.0) return S(0.0);
    return y * (stiffness * y + damping * rate);
  }
  double energy(double y) const { return y < 0.0 ? -stiffness * y * y * y / 3.0 : 0.0; }
};

/// s = (height of the centre, its coordinates in the plane).
struct PlaneContactLaw {
  CollisionLaw collision = {};
  FrictionLaw friction = {};
  double radius = 0.0;
  static constexpr int forms() { return 3; }
  template <class S>
  void operator()(const S&, const S* s, const S* rate, S* force) const {
    force[0] = collision.push<S>(s[0] - radius, rate[0]);
    friction.brake<S>(value_of(force[0]) > 0.0 ? force[0] : S(0.0), rate + 1, force + 1);
  }
  double potential(double, const double* s) const { return collision.energy(s[0] - radius); }
  bool is_conservative() const { return collision.damping == 0.0 && friction.coefficient == 0.0; }
};

struct PlaneContact {
  static constexpr std::string_view type = "contact_plane";
  static constexpr std::string_view description =
      "pushes a ball out of a plane with k y^2 + d y y' at depth y";
  std::string name = {};
  End ball = {};
  End plane = {};
  double radius = 0.0;
  double stiffness = 0.0;
  double damping = 0.0;
  double friction = 0.0;
  double slip_speed = 0.01;
  static constexpr auto fields() {
    return std::make_tuple(
        Field{"name", &PlaneContact::name, "how messages and results call it", required},
        Field{"ball", &PlaneContact::ball, "centre of the ball", required},
        Field{"plane", &PlaneContact::plane,
              "a point of the plane and, along z, its normal on the side of the ball", required},
        Field{"radius", &PlaneContact::radius, Quantity::length, "of the ball; 0: a point", required},
        Field{"stiffness", &PlaneContact::stiffness, Quantity::contact_stiffness, "k", required},
        Field{"damping", &PlaneContact::damping, Quantity::contact_damping, "d"},
        Field{"friction", &PlaneContact::friction, "coefficient of sliding friction"},
        Field{"slip_speed", &PlaneContact::slip_speed, Quantity::velocity,
              "below this speed friction is viscous instead of dry"});
  }

  static constexpr std::array results{
      ElementResult{"depth", Quantity::length, "of the ball in the plane; 0 above it"},
      ElementResult{"force", Quantity::force, "along the normal of the plane"},
      ElementResult{"friction", Quantity::force, "along the plane"}, result::power};
  void show(const FormsAt& at, double* out) const {
    out[0] = std::fmax(0.0, radius - at.s[0]);
    out[1] = at.force[0];
    out[2] = std::hypot(at.force[1], at.force[2]);
    out[3] = at.power;
  }

  template <class Forces>
  void add_to(Forces& forces) const {
    forces.join(ball, plane, "/ball", "/plane");
    forces.expect_not_negative(radius, "/radius");
    forces.expect_not_negative(stiffness, "/stiffness");
    forces.expect_not_negative(damping, "/damping");
    forces.expect_friction(friction, "/friction", slip_speed);
    const int d = forces.between(forces.b(), forces.a());
    for (const int axis : {Forces::z, Forces::x, Forces::y}) forces.dot(forces.axis(forces.b(), axis), d);
    forces.touches_at(radius);
    forces.add(PlaneContactLaw{{stiffness, damping}, {friction, slip_speed}, radius});
  }
};

}  // namespace kreisel
