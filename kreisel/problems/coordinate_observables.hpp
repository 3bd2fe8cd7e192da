// Observables of problems on Rⁿ: the coordinates by their names, then the velocities by theirs.
#pragma once

#include <string>
#include <vector>

#include "kreisel/problems/problem.hpp"

namespace kreisel {

struct NamedCoordinates {
  std::vector<std::string> names;
  std::string unit;
};

inline std::vector<Observable> coordinate_observables(const NamedCoordinates& positions,
                                                      const NamedCoordinates& velocities) {
  std::vector<Observable> all;
  for (const std::string& name : positions.names) all.push_back({.name = name, .unit = positions.unit});
  for (const std::string& name : velocities.names) all.push_back({.name = name, .unit = velocities.unit});
  return all;
}

inline void observe_coordinates(const StateView& state, Eigen::Ref<Vector> out) {
  out << state.q, state.v;
}

}  // namespace kreisel
