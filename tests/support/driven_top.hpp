// A top under torques that change faster than it turns: errors of methods of high order stay above round-off with steps
// so long that no fast spin would let Newton converge.
#pragma once

#include <string>

#include "evidence/bench/subject.hpp"

namespace kreisel::claims {

struct DrivenTopChoice {
  std::string group =
      "r3xso3";           // λ in inertial components; or se3, λ in body components; or so3, without rows
  double driving = 50.0;  // fastest frequency of the torques [rad/s]
  double angular_velocity = 1.0;  // about this much [rad/s]
  double t_end = 1.0;
};

Subject driven_top_subject(const DrivenTopChoice& choice);

}  // namespace kreisel::claims
