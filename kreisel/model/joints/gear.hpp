// Two wheels: 1 row between the angles of two hinges.
#pragma once

#include "kreisel/model/frame.hpp"

namespace kreisel {

/// Φ = α_a + (n_b/n_a) α_b less its value at the start, up to whole teeth: wheels mesh, and 2π/n_a is a tooth.
struct GearLaw {
  double teeth_a = 1.0, teeth_b = 1.0;  // teeth_b is negative for wheels that turn the same way
  double phase = 0.0;
  static constexpr int rows() { return 1; }
  static constexpr int forms() { return 4; }
  template <class S>
  void operator()(const S&, const S* s, S* phi) const {
    const S turned = teeth_a * detail::angle_of(s) + teeth_b * detail::angle_of(s + 2) - phase;
    phi[0] = detail::without_turns<S>(turned) / teeth_a;
  }
  void change(double, const double* s, double, const double* ds, double* out) const {
    out[0] = detail::angle_change(s, ds) + teeth_b / teeth_a * detail::angle_change(s + 2, ds + 2);
  }
};

struct GearJoint {
  static constexpr std::string_view type = "gear";
  static constexpr std::string_view description = "turns of two hinges are in the ratio of the teeth";
  std::string name = {};
  std::string joint_a = {};
  std::string joint_b = {};
  int teeth_a = 1;
  int teeth_b = 1;
  bool internal = false;
  static constexpr auto fields() {
    return std::make_tuple(Field{"name", &GearJoint::name, "how messages and results call it", required},
                           Field{"joint_a", &GearJoint::joint_a, NamedKind::joint,
                                 "the revolute or cylindrical joint of the first wheel", required},
                           Field{"joint_b", &GearJoint::joint_b, NamedKind::joint,
                                 "the revolute or cylindrical joint of the second wheel", required},
                           Field{"teeth_a", &GearJoint::teeth_a, "of the first wheel", required},
                           Field{"teeth_b", &GearJoint::teeth_b, "of the second wheel", required},
                           Field{"internal", &GearJoint::internal,
                                 "the wheels turn the same way: one is a ring with teeth inside"});
  }

  template <class Rows>
  void add_to(Rows& rows) const {
    if (teeth_a < 1 || teeth_b < 1)
      rows.refuse(teeth_a < 1 ? "/teeth_a" : "/teeth_b", "a wheel of \"" + name + "\" has no teeth",
                  "give positive numbers of teeth");
    if (joint_a == joint_b)
      rows.refuse("/joint_b", "\"" + name + "\" joins a wheel with itself", "name two different joints");
    const auto first = rows.hinge(joint_a, "/joint_a");
    const auto second = rows.hinge(joint_b, "/joint_b");
    rows.angle(first.a, first.b);
    rows.angle(second.a, second.b);
    rows.row("mesh", "N m");
    GearLaw law{double(teeth_a), internal ? -double(teeth_b) : double(teeth_b), 0.0};
    const auto s = rows.values();
    law(0.0, s.data(), &law.phase);
    law.phase *= law.teeth_a;
    rows.finish(law);
  }
};

}  // namespace kreisel
