// Regularised Coulomb friction of a point on a plane under a given normal force.
#pragma once

#include <cmath>

#include "kreisel/model/frame.hpp"
#include "kreisel/model/results.hpp"

namespace kreisel {

/// Coulomb's friction, viscous below the slip speed: -μ N v/√(|v|² + v_s²).
struct FrictionLaw {
  double coefficient = 0.0, slip_speed = 1.0;

  /// Braking forces along two directions.
  template <class S>
  void brake(const S& normal_force, const S* rate, S* out) const {
    using std::sqrt;
    const S scale =
        coefficient * normal_force / sqrt(rate[0] * rate[0] + rate[1] * rate[1] + slip_speed * slip_speed);
    out[0] = -scale * rate[0];
    out[1] = -scale * rate[1];
  }
};

/// s = coordinates in the plane.
struct PlaneFrictionLaw {
  FrictionLaw friction = {};
  double normal_force = 0.0;
  static constexpr int forms() { return 2; }
  template <class S>
  void operator()(const S&, const S*, const S* rate, S* force) const {
    friction.brake<S>(S(normal_force), rate, force);
  }
};

struct Friction {
  static constexpr std::string_view type = "friction";
  static constexpr std::string_view description = "brakes the motion of a in the xy plane of b";
  std::string name = {};
  End a = {};
  End b = {};
  double coefficient = 0.0;
  double normal_force = 0.0;
  double slip_speed = 0.01;
  static constexpr auto fields() {
    return std::make_tuple(Field{"name", &Friction::name, "how messages and results call it", required},
                           Field{"a", &Friction::a, "the first end", required},
                           Field{"b", &Friction::b, "the second end", required},
                           Field{"coefficient", &Friction::coefficient, "of sliding friction", required},
                           Field{"normal_force", &Friction::normal_force, Quantity::force,
                                 "that presses a on the plane", required},
                           Field{"slip_speed", &Friction::slip_speed, Quantity::velocity,
                                 "below this speed friction is viscous instead of dry"});
  }

  static constexpr std::array results{ElementResult{"speed", Quantity::velocity, "of a along the plane"},
                                      ElementResult{"force", Quantity::force, "that brakes"}, result::power};
  void show(const FormsAt& at, double* out) const {
    out[0] = std::hypot(at.rate[0], at.rate[1]);
    out[1] = std::hypot(at.force[0], at.force[1]);
    out[2] = at.power;
  }

  template <class Forces>
  void add_to(Forces& forces) const {
    forces.join(a, b);
    forces.expect_friction(coefficient, "/coefficient", slip_speed);
    forces.expect_not_negative(normal_force, "/normal_force");
    const int d = forces.between(forces.b(), forces.a());
    for (const int axis : {Forces::x, Forces::y}) forces.dot(forces.axis(forces.b(), axis), d);
    forces.add(PlaneFrictionLaw{{coefficient, slip_speed}, normal_force});
  }
};

}  // namespace kreisel
