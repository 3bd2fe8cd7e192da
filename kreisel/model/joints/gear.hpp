// Two wheels: 1 row between the angles of two hinges.
#pragma once

#include "kreisel/model/frame.hpp"

namespace kreisel {

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
                           Field{"joint_a", &GearJoint::joint_a,
                                 "the revolute or cylindrical joint of the first wheel", required},
                           Field{"joint_b", &GearJoint::joint_b,
                                 "the revolute or cylindrical joint of the second wheel", required},
                           Field{"teeth_a", &GearJoint::teeth_a, "of the first wheel", required},
                           Field{"teeth_b", &GearJoint::teeth_b, "of the second wheel", required},
                           Field{"internal", &GearJoint::internal,
                                 "the wheels turn the same way: one is a ring with teeth inside"});
  }
};

}  // namespace kreisel
