// What users see of a state: columns of results with name and unit, and what they tell of whom.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace kreisel {

enum class ColumnKind {
  coordinate,
  position,
  orientation,
  velocity,
  angular_velocity,
  reaction,        // of a joint, in space
  local_reaction,  // the same along the axes of its first end
  result,          // of a joint or a force: angle, travel, length, force, power
  energy,
  multiplier
};

constexpr std::string_view name_of(ColumnKind kind) {
  constexpr std::array<std::string_view, 10> names = {
      "coordinate", "position",       "orientation", "velocity", "angular_velocity",
      "reaction",   "local_reaction", "result",      "energy",   "multiplier"};
  return names[static_cast<std::size_t>(kind)];
}

/// Something a user looks at. Observables do not depend on the group a problem is computed on.
struct Observable {
  std::string name;  // "top.x", "be"
  std::string unit;
  bool starts_quaternion = false;  // this and the next three are a unit quaternion: keep its sign continuous
  bool is_angle = false;           // known up to full turns: count them
  ColumnKind kind = ColumnKind::coordinate;
  std::string of = {};  // the body, joint or force
};

}  // namespace kreisel
