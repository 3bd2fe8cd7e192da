// Lesson 6: a joint of your own. A bead slides on a wire in the shape of a parabola, z = x², y = 0.
//
// A joint is a small class with its rows Φ = 0 as formulas over any scalar type; the multipliers are the forces of the wire.
// A row with .compliance = c would be an elastic wire. Read before: lessons 4 and 5.
// Run: build/examples/bin/06_own_joint

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "kreisel/model/assemble.hpp"
#include "kreisel/model/own_elements.hpp"
#include "kreisel/solve/solve.hpp"

namespace {

/// z holds the three components of the one vector this joint looks at: the centre of the bead.
struct Wire {
  template <class S>
  void operator()(const S& /*t*/, const S* z, S* phi) const {
    phi[0] = z[1];
    phi[1] = z[2] - z[0] * z[0];
  }
};

}  // namespace

int main() {
  kreisel::Body bead;
  bead.name = "bead";
  bead.mass = 0.2;
  bead.inertia = kreisel::Vector3::Constant(1e-4).asDiagonal();
  bead.position = {1.0, 0.0, 1.0};
  kreisel::Model model;
  model.name = "bead";
  model.duration = 3.0;
  model.bodies = {bead};

  kreisel::OwnElements own;
  own.add_joint("wire", {kreisel::origin_of({.body = "bead"})}, {{.name = "side"}, {.name = "shape"}},
                Wire{});
  const kreisel::AssembledModel assembled = kreisel::assemble(model, own);
  const kreisel::AnySystem system = kreisel::with_dense_matrices(assembled.system);  // best for few bodies

  // Largest where the wire is most curved: at x = 0 it carries the weight and turns the speed, v² = 2 g, with the
  // curvature 2, so that the force is m (g + 2 v²) = 5 m g.
  double strongest = 0.0;
  const auto watch = [&](const kreisel::StepView& step) {
    const auto state = step.end();
    const double slope = 2.0 * state.q[0];
    strongest = std::max(strongest, std::abs(state.lambda[1]) * std::sqrt(1.0 + slope * slope));
    return kreisel::Flow::carry_on;
  };
  const kreisel::Solution s = kreisel::solve(system, {0.0, model.duration}, assembled.q0, assembled.v0,
                                             {.steps = {.step = 1e-3}}, watch);
  const double off_wire = s.state.q[2] - s.state.q[0] * s.state.q[0];
  const double energy = assembled.energies(s.state.view()).total() - 0.2 * 9.81 * 1.0;
  std::printf("bead at x = %.5f m, %.1e m off the wire, energy changed by %.1e J\n", s.state.q[0], off_wire,
              energy);
  std::printf("largest force of the wire %.4f N (exact: 5 m g = %.4f N)\n", strongest, 5.0 * 0.2 * 9.81);
  return std::abs(off_wire) < 1e-10 && std::abs(energy) < 1e-4 && std::abs(strongest - 9.81) < 1e-3 ? 0 : 1;
}
