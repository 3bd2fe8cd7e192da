// The motion near a state as x' = A x + B u, y = C x + D u, for those who design controllers and observers.
//
// x are coordinates on the manifold of the rigid rows, orthonormal in the metric of the mass: half of Σx² of the velocities is
// the kinetic energy. u are generalised forces, y whatever is observed of a state, v' and λ included.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "kreisel/equations/any_system.hpp"
#include "kreisel/equations/state.hpp"

namespace kreisel {

struct StateSpace {
  Matrix a, b, c, d;
  std::vector<std::string> inputs, outputs, output_units;
};

/// All numbers that may be outputs, of a state.
using Observation = std::function<Vector(const State&)>;

/// At a consistent state, seen from the frame of `generator`; `forces`: generalised forces of the inputs in columns;
/// `chosen`: which of the observed numbers are outputs.
StateSpace state_space(const AnySystem& system, const State& state, const Matrix& generator,
                       const Matrix& forces, const Observation& observe, const std::vector<Index>& chosen);

/// Of "x", "y", "z" of a force in space at the centre of mass, or of a moment, on a factor of the group that is a body.
Vector body_force(const AnySystem& system, const State& state, std::size_t factor, bool is_moment,
                  Index axis);

}  // namespace kreisel
