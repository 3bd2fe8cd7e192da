// Lesson 3: a strong damper as a row. Two masses on a line, a spring to the wall and a dashpot between them.
//
//   m x1'' = -k x1 - λ,   m x2'' = λ,   x1' - x2' = λ/d      (the force of the dashpot is λ = d (x1' - x2'))
//
// With d -> ∞ the masses move as one, ω² = k/(2m). As a force, d would dictate the steps; as a row with the compliance 1/d
// it does not, and 1/d = 0 is allowed. Read before: lesson 1; after: docs/strong-damping.md.
// Run: build/examples/bin/03_strong_damper

#include <cmath>
#include <cstdio>

#include "kreisel/equations/differentiated.hpp"
#include "kreisel/groups/real.hpp"
#include "kreisel/solve/solve.hpp"

namespace {

struct Dashpot {
  using Group = kreisel::Real<2>;
  static constexpr int fixed_rows = 1;
  static constexpr bool rheonomic = false;
  double compliance = 0.0, stiffness = 4.0;  // 1/d [m/(N s)], k [N/m]; both masses 1 kg

  std::vector<kreisel::Row> rows() const {
    return {{.name = "dashpot", .kind = kreisel::RowKind::velocity, .compliance = compliance}};
  }
  template <class S>
  kreisel::MatrixOf<S, 2, 2> mass(const kreisel::VectorOf<S, 2>&) const {
    return kreisel::MatrixOf<S, 2, 2>::Identity();
  }
  template <class S>
  kreisel::VectorOf<S, 2> force(const S&, const kreisel::VectorOf<S, 2>& x,
                                const kreisel::VectorOf<S, 2>&) const {
    return {-stiffness * x(0), S(0.0)};
  }
  template <class S>
  kreisel::MatrixOf<S, 1, 2> jacobian(const S&, const kreisel::VectorOf<S, 2>&) const {
    kreisel::MatrixOf<S, 1, 2> b;
    b << S(1.0), S(-1.0);
    return b;
  }
};

}  // namespace

int main() {
  const Eigen::Vector2d q0(1.0, 1.0), v0(0.0, 0.0);
  const double t = 2.0, omega = std::sqrt(2.0);
  bool is_right = true;
  for (const double d : {1e2, 1e4, 1e6, 1e9, HUGE_VAL}) {
    const kreisel::AnySystem system = kreisel::erase(kreisel::differentiated(Dashpot{.compliance = 1.0 / d}));
    const kreisel::Solution s = kreisel::solve(
        system, {0.0, t}, q0, v0,
        {.method = kreisel::ImplicitRungeKuttaParameters{.stages = 3}, .steps = {.rtol = 1e-6}});
    const double apart = s.state.q[0] - std::cos(omega * t);  // from the motion with a rigid link
    std::printf("d = %6.0e N s/m: x1 = %.7f m, %9.2e m from rigid, force %.5f N, %ld steps\n", d,
                s.state.q[0], apart, s.state.lambda[0], s.outcome.accepted);
    is_right = is_right && s.outcome.accepted < 40 && std::abs(apart) < 4.0 / d + 1e-5;
  }
  return is_right ? 0 : 1;
}
