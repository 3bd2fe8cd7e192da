// A spring and a damper between two points.
#pragma once

#include "kreisel/model/frame.hpp"
#include "kreisel/model/results.hpp"

namespace kreisel {

struct SpringDamper {
  static constexpr std::string_view type = "spring_damper";
  static constexpr std::string_view description = "pulls two points together along the line between them";
  std::string name = {};
  End a = {};
  End b = {};
  double stiffness = 0.0;
  double damping = 0.0;
  double length = 0.0;
  Form form = Form::automatic;
  static constexpr auto fields() {
    return std::make_tuple(
        Field{"name", &SpringDamper::name, "how messages and results call it", required},
        Field{"a", &SpringDamper::a, "the first end", required},
        Field{"b", &SpringDamper::b, "the second end", required},
        Field{"stiffness", &SpringDamper::stiffness, Quantity::stiffness, "of the spring; 0: a damper only"},
        Field{"damping", &SpringDamper::damping, Quantity::damping, "of the damper"},
        Field{"length", &SpringDamper::length, Quantity::length, "at which the spring is free of force",
              required},
        Field{"form", &SpringDamper::form,
              "row, force, or auto: a row when it is fast for the duration of the model"});
  }

  static constexpr std::array results{
      ElementResult{"length", Quantity::length, "between the ends"},
      ElementResult{"length_rate", Quantity::velocity, "of the length"},
      ElementResult{"force", Quantity::force, "with which it pulls its ends together"}, result::power};
  /// The form is the square of the length.
  void show(const FormsAt& at, double* out) const {
    out[0] = std::sqrt(at.s[0]);
    out[1] = at.rate[0] / (2.0 * out[0]);
    out[2] = -2.0 * out[0] * at.force[0];
    out[3] = at.power;
  }

  template <class Forces>
  void add_to(Forces& forces) const {
    forces.join(a, b);
    forces.expect_not_negative(stiffness, "/stiffness");
    forces.expect_not_negative(damping, "/damping");
    forces.expect_not_negative(length, "/length");
    const int d = forces.between(forces.a(), forces.b());
    forces.dot(d, d);
    forces.expect_apart();
    forces.add_length_spring(length, stiffness, damping, form);
  }
};

}  // namespace kreisel
