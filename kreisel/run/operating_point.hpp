// The state about which a model is linearised: its equilibrium, its start, or the motion at some time.
#pragma once

#include <string>

#include "kreisel/analysis/equilibrium.hpp"
#include "kreisel/problems/target.hpp"
#include "kreisel/run/standing_target.hpp"

namespace kreisel {

struct OperatingPointSpec {
  std::string target;
  Settings settings = {};
  std::string at =
      {};  // "equilibrium", "start" or a time [s]; empty: the start where it moves, otherwise the equilibrium
  EquilibriumOptions equilibrium = {};
};

struct OperatingPoint {
  State state;
  std::string at;          // "equilibrium", "start" or "t = 1.5 s"
  bool is_moving = false;  // to be seen from the frame of its steady motion
};

/// Throws Error where there is no such state.
OperatingPoint operating_point(const Target& target, const StandingTarget& standing,
                               const OperatingPointSpec& spec);

}  // namespace kreisel
