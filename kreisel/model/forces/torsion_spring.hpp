// A torsion spring and damper about an axis.
#pragma once

#include "kreisel/model/frame.hpp"
#include "kreisel/model/results.hpp"

namespace kreisel {

struct TorsionSpring {
  static constexpr std::string_view type = "torsion_spring";
  static constexpr std::string_view description = "turns b back to its angle about the z axis of a";
  std::string name = {};
  End a = {};
  End b = {};
  double stiffness = 0.0;
  double damping = 0.0;
  double angle = 0.0;
  Form form = Form::automatic;
  static constexpr auto fields() {
    return std::make_tuple(
        Field{"name", &TorsionSpring::name, "how messages and results call it", required},
        Field{"a", &TorsionSpring::a, "the first end", required},
        Field{"b", &TorsionSpring::b, "the second end", required},
        Field{"stiffness", &TorsionSpring::stiffness, Quantity::angular_stiffness,
              "of the spring; 0: a damper only"},
        Field{"damping", &TorsionSpring::damping, Quantity::angular_damping, "of the damper"},
        Field{"angle", &TorsionSpring::angle, Quantity::angle,
              "at which it is free of torque; it is wound by less than half a turn"},
        Field{"form", &TorsionSpring::form,
              "row, force, or auto: a row when it is fast for the duration of the model"});
  }

  static constexpr std::array results{
      ElementResult{"angle", Quantity::angle,
                    "of b against a about z of a, within half a turn of the free one"},
      ElementResult{"angle_rate", Quantity::angular_velocity, "of the angle"},
      ElementResult{"torque", Quantity::torque, "on b about z of a"}, result::power};
  /// The forms are cosine and sine of the angle.
  void show(const FormsAt& at, double* out) const {
    const double c = at.s[0], s = at.s[1];
    out[0] = angle + detail::without_turns(std::atan2(s, c) - angle);
    out[1] = (c * at.rate[1] - s * at.rate[0]) / (c * c + s * s);
    out[2] = c * at.force[1] - s * at.force[0];
    out[3] = at.power;
  }

  template <class Forces>
  void add_to(Forces& forces) const {
    forces.join(a, b);
    forces.expect_not_negative(stiffness, "/stiffness");
    forces.expect_not_negative(damping, "/damping");
    forces.angle(forces.a(), forces.b());
    forces.add_angle_spring(angle, stiffness, damping, form);
  }
};

}  // namespace kreisel
