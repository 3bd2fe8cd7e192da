// A blade that does not slip sideways: 1 velocity row.
#pragma once

#include "kreisel/model/frame.hpp"

namespace kreisel {

struct SkateJoint {
  static constexpr std::string_view type = "skate";
  static constexpr std::string_view description = "the point of contact never moves across the blade";
  std::string name = {};
  End blade = {};
  End surface = {};
  static constexpr auto fields() {
    return std::make_tuple(
        Field{"name", &SkateJoint::name, "how messages and results call it", required},
        Field{"blade", &SkateJoint::blade, "point of contact and, along z, the direction across the blade",
              required},
        Field{"surface", &SkateJoint::surface, "what it glides on; only its motion matters", required});
  }
};

}  // namespace kreisel
