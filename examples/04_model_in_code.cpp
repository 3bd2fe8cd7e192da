// Lesson 4: a multibody model in code. Two rods on hinges swing down; forces in the hinges; energy.
//
// A model is plain data: bodies, joints, forces. assemble() makes it a system of equations that every method solves, with
// matrices in blocks, so that a thousand rods cost a thousand times one rod. The same model could come from a file:
// docs/model-files.md. Read before: lesson 1; after: lessons 5 and 6.
// Run: build/examples/bin/04_model_in_code

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "kreisel/model/assemble.hpp"
#include "kreisel/solve/solve.hpp"

namespace {

constexpr double length = 0.5, mass = 1.2;  // of a rod [m], [kg]

kreisel::Body rod(const std::string& name, double x) {
  kreisel::Body body;
  body.name = name;
  body.mass = mass;
  body.inertia =
      kreisel::Vector3(1e-4, mass * length * length / 12.0, mass * length * length / 12.0).asDiagonal();
  body.position = {x, 0.0, 0.0};
  return body;
}

/// A hinge turns about the z axes of its two ends: here both along y.
kreisel::RevoluteJoint hinge(const std::string& name, const std::string& a, double at_a,
                             const std::string& b) {
  const kreisel::Vector3 y(0.0, 1.0, 0.0);
  kreisel::RevoluteJoint joint;
  joint.name = name;
  joint.a = {.body = a, .position = {at_a, 0.0, 0.0}, .axis = y};
  joint.b = {.body = b, .position = {-0.5 * length, 0.0, 0.0}, .axis = y};
  return joint;
}

}  // namespace

int main() {
  kreisel::Model model;
  model.name = "double pendulum";
  model.duration = 1.0;
  model.bodies = {rod("upper", 0.5 * length), rod("lower", 1.5 * length)};
  model.joints = {hinge("wall", "ground", 0.0, "upper"), hinge("knee", "upper", 0.5 * length, "lower")};

  const kreisel::AssembledModel assembled = kreisel::assemble(model);
  const kreisel::AnySystem system = kreisel::with_dense_matrices(assembled.system);  // best for few bodies
  const kreisel::ElementRows& wall = assembled.elements[0];
  double strongest = 0.0;
  const auto watch = [&](const kreisel::StepView& step) {
    strongest = std::max(strongest, assembled.reaction(wall, step.end()).force_in_space.norm());
    return kreisel::Flow::carry_on;
  };
  const kreisel::Solution s = kreisel::solve(system, {0.0, model.duration}, assembled.q0, assembled.v0,
                                             {.steps = {.rtol = 1e-6}}, watch);

  const double energy = assembled.energies(s.state.view()).total();  // started at rest at height 0
  std::printf("lower rod at x = %.5f m, z = %.5f m after %ld steps\n", s.state.q[12], s.state.q[14],
              s.outcome.accepted);
  std::printf("largest force in the hinge of the wall %.3f N (weight of both rods %.3f N), energy %.1e J\n",
              strongest, 2.0 * mass * 9.81, energy);
  return std::abs(energy) < 1e-4 && strongest > 2.0 * mass * 9.81 ? 0 : 1;
}
