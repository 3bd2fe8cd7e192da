// Hinges and slides one after the other, each with a coordinate: 6 rows and as many coordinates as there are axes.
#pragma once

#include <vector>

#include "kreisel/model/axes_rows.hpp"
#include "kreisel/model/frame.hpp"

namespace kreisel {

struct JointAxis {
  std::string name = {};
  MotionKind kind = MotionKind::rotation;
  Vector3 axis = Vector3::UnitZ();
  Vector3 position = Vector3::Zero();
  double inertia = 0.0;
  double reference = 0.0;
  double value = 0.0;
  double rate = 0.0;

  static constexpr std::string_view description =
      "a hinge or a slide of a joint; its coordinate is a state of the model, so that angles count full "
      "turns";
  static constexpr auto fields() {
    return std::make_tuple(
        Field{"name", &JointAxis::name, "what forces, couplings and results call the coordinate", required},
        Field{"kind", &JointAxis::kind,
              "rotation: a hinge, an angle [rad]; translation: a slide, a travel [m]"},
        Field{"axis", &JointAxis::axis,
              "its direction where all coordinates have their reference, in the frame of end a"},
        Field{"position", &JointAxis::position, Quantity::length,
              "a point of it there, seen from the origin of end a"},
        Field{"inertia", &JointAxis::inertia,
              "of the coordinate itself, kg m^2 or kg: a rotor behind a gear (armature)"},
        Field{"reference", &JointAxis::reference,
              "value of the coordinate where the frames coincide, rad or m"},
        Field{"value", &JointAxis::value, "of the coordinate at the start, rad or m"},
        Field{"rate", &JointAxis::rate, "of the coordinate at the start, rad/s or m/s"});
  }
};

struct AxesJoint {
  static constexpr std::string_view type = "axes";
  static constexpr std::string_view description =
      "b moves against a about and along axes, one after the other; the frames coincide where all "
      "coordinates have their reference";
  static constexpr std::size_t most_axes = ScrewChain::most;
  std::string name = {};
  End a = {};
  End b = {};
  std::vector<JointAxis> axes = {};
  static constexpr auto fields() {
    return std::make_tuple(
        Field{"name", &AxesJoint::name, "how messages and results call it", required},
        Field{"a", &AxesJoint::a, "the first end", required},
        Field{"b", &AxesJoint::b, "the second end", required},
        Field{"axes", &AxesJoint::axes, "1 to 6, the first moves against a, the last with b", required});
  }

  template <class Rows>
  void add_to(Rows& rows) const {
    rows.join(a, b);
    rows.expect_axes(axes);
    ScrewChain chain;
    for (const JointAxis& axis : axes)
      chain.add(axis.axis, axis.position, axis.reference, axis.kind == MotionKind::rotation);
    rows.pose_forms();
    for (const JointAxis& axis : axes) rows.coordinate(axis.name, "/axes");
    for (const char* what : {"x", "y", "z"}) rows.row(what, "N");
    for (const char* what : {"turn_x", "turn_y", "turn_z"}) rows.row(what, "N m");
    rows.hold_light_coordinates(axes);
    rows.finish(axes_rows(chain));
  }
};

}  // namespace kreisel
