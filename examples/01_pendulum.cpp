// Lesson 1: a system of your own. A point mass on a rigid rod, with the force in the rod.
//
//   x'' = -λ x,  y'' = -λ y - g,  x² + y² = 1        (index 3; Φ = (x² + y² - 1)/2, so B = (x, y))
//
// You write mass, force and constraint as formulas over any scalar; all derivatives are ours.
// For tight tolerances add .method = kreisel::MultistepParameters{}, .formulation =
// kreisel::Formulation::index3 to the options of solve() (docs/multistep.md).
// Run: build/examples/bin/01_pendulum

#include <cmath>
#include <cstdio>

#include "kreisel/equations/differentiated.hpp"
#include "kreisel/groups/real.hpp"
#include "kreisel/solve/solve.hpp"

namespace {

struct Pendulum {
  using Group = kreisel::Real<2>;
  static constexpr int fixed_rows = 1;

  std::vector<kreisel::Row> rows() const { return {{.name = "rod"}}; }

  template <class S>
  kreisel::MatrixOf<S, 2, 2> mass(const kreisel::VectorOf<S, 2>&) const {
    return kreisel::MatrixOf<S, 2, 2>::Identity();
  }
  template <class S>
  kreisel::VectorOf<S, 2> force(const S&, const kreisel::VectorOf<S, 2>&,
                                const kreisel::VectorOf<S, 2>&) const {
    return {S(0.0), S(-gravity)};
  }
  template <class S>
  kreisel::VectorOf<S, 1> constraint(const S&, const kreisel::VectorOf<S, 2>& q) const {
    return kreisel::VectorOf<S, 1>(0.5 * (q.squaredNorm() - 1.0));
  }

  double gravity = 9.81;
};

}  // namespace

int main() {
  const auto system = kreisel::differentiated(Pendulum{});
  const Eigen::Vector2d q0(1.0, 0.0), v0(0.0, 0.0);  // released at rest, rod horizontal

  double strongest = 0.0;
  const auto watch = [&](const kreisel::StepView& step) {
    strongest = std::max(strongest, std::abs(step.end().lambda[0]));
    return kreisel::Flow::carry_on;
  };
  const kreisel::Solution s = kreisel::solve(system, {0.0, 1.0}, q0, v0, {.steps = {.rtol = 1e-6}}, watch);

  // Closed form by Jacobi's elliptic functions at t = 1.
  const Eigen::Vector2d exact(-0.9862917511318753, -0.1650108531255412);
  const double error = (s.state.q - exact).norm();
  std::printf("x = %.7f, y = %.7f after %ld steps, error %.1e\n", s.state.q[0], s.state.q[1],
              s.outcome.accepted, error);
  std::printf("largest force in the rod %.5f N (exact: 3 m g = %.5f N)\n", strongest, 3.0 * 9.81);
  return error < 1e-5 && std::abs(strongest - 3.0 * 9.81) < 1e-3 ? 0 : 1;
}
