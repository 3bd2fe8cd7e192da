// Lesson 5: a force element of your own. A ball on a spring that grows stiffer, k r + c r³ in every direction.
//
// A force is a small class with one formula over any scalar type: vectors of markers and their rates in, what pushes them
// out. Derivatives for Newton's method come from dual numbers. With potential() it counts as conservative and its
// energy is in energies(). Read before: lesson 4.
// Run: build/examples/bin/05_own_force

#include <cmath>
#include <cstdio>

#include "kreisel/model/assemble.hpp"
#include "kreisel/model/own_elements.hpp"
#include "kreisel/solve/solve.hpp"

namespace {

/// z holds the three components of the one vector this force looks at: the centre of the ball.
struct HardeningSpring {
  double k = 30.0, c = 200.0;  // [N/m], [N/m^3]

  template <class S>
  void operator()(const S& /*t*/, const S* z, const S* /*rate*/, S* force) const {
    const S square = z[0] * z[0] + z[1] * z[1] + z[2] * z[2];
    for (int i = 0; i < 3; ++i) force[i] = -(k + c * square) * z[i];
  }
  double potential(double /*t*/, const double* z) const {
    const double square = z[0] * z[0] + z[1] * z[1] + z[2] * z[2];
    return (0.5 * k + 0.25 * c * square) * square;
  }
  static constexpr bool is_conservative() { return true; }
};

}  // namespace

int main() {
  kreisel::Body ball;
  ball.name = "ball";
  ball.mass = 0.5;
  ball.inertia = kreisel::Vector3::Constant(1e-3).asDiagonal();
  ball.position = {0.4, 0.0, 0.0};
  ball.velocity = {0.0, 2.0, 0.0};
  kreisel::Model model;
  model.name = "ball";
  model.duration = 2.0;
  model.bodies = {ball};

  kreisel::OwnElements own;
  own.add_force("spring", {kreisel::origin_of({.body = "ball"})}, HardeningSpring{});
  const kreisel::AssembledModel assembled = kreisel::assemble(model, own);
  const kreisel::AnySystem system = kreisel::with_dense_matrices(assembled.system);  // best for few bodies

  kreisel::State start;
  start.q = assembled.q0;
  start.v = assembled.v0;
  const double before = assembled.energies(start.view()).total();
  const kreisel::Solution s =
      kreisel::solve(system, {0.0, model.duration}, assembled.q0, assembled.v0, {.steps = {.rtol = 1e-5}});
  const double after = assembled.energies(s.state.view()).total();
  std::printf("ball at (%.6f, %.6f, %.6f) m after %ld steps\n", s.state.q[0], s.state.q[1], s.state.q[2],
              s.outcome.accepted);
  std::printf("energy %.6f J at the start, %.6f J at the end\n", before, after);
  return assembled.is_conservative && std::abs(after - before) < 1e-4 ? 0 : 1;
}
