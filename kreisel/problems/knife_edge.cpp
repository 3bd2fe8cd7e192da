// A blade that turns steadily on an incline: the sleigh with its centre of mass above the blade, whose slow motion
// is known for every ε.
//
//   m x'' = m γ + λ sin θ,  m y'' = -λ cos θ,  θ = Ω t,  -x' sin θ + y' cos θ = ε λ
//   x = γ/(2Ω²) sin² Ωt + 2γεm t,  y = γ/(2Ω²) (Ωt - sin Ωt cos Ωt),  λ = -2mγ sin Ωt
// All other motions differ by multiples of exp(σt), σ² + σ/(εm) + Ω² = 0, in the velocities along and across the
// blade. The laws are those of the sleigh with a = κ = τ = c = 0.
#include <algorithm>
#include <cmath>

#include "kreisel/problems/chaplygin_sleigh.hpp"
#include "kreisel/problems/problem.hpp"
#include "kreisel/problems/reference_values.hpp"

namespace kreisel {
namespace knife_edge_problem {

constexpr double last_time = 2.0;

/// The slow motion.
struct SteadyTurn {
  double body_mass, slope, turning, epsilon;

  /// 2γεm, the speed with which the slipping blade slides down.
  double slide() const { return 2.0 * slope * epsilon * body_mass; }

  void tabulate(std::vector<ReferenceValue>& all, double t, bool has_row) const {
    const double angle = turning * t, s = std::sin(angle), c = std::cos(angle);
    const double speed = slope / turning, length = 0.5 * speed / turning;
    const double rounding = 2e-15 * std::max(1.0, angle);  // of the angle, its sine and its cosine
    add_references(all, t, {"x", "y"}, {length * s * s + slide() * t, length * (angle - s * c)},
                   rounding * (1.0 + std::abs(length) + std::abs(slide()) * t));
    all.push_back({t, "theta", angle, rounding});
    add_references(all, t, {"vx", "vy"}, {speed * s * c + slide(), speed * s * s},
                   rounding * (1.0 + std::abs(speed) + std::abs(slide())));
    all.push_back({t, "omega", turning, rounding});
    const double weight = 2.0 * body_mass * slope;
    if (has_row) all.push_back({t, "lambda.edge", -weight * s, rounding * (1.0 + std::abs(weight))});
  }
};

ProblemInstance make(const Parameters& parameters) {
  const SteadyTurn turn{.body_mass = parameters.number("mass"),
                        .slope = parameters.number("slope"),
                        .turning = parameters.number("turning"),
                        .epsilon = parameters.number("epsilon")};
  const SleighData data{.body_mass = turn.body_mass,
                        .inertia = 1.0,
                        .offset = 0.0,
                        .slope = turn.slope,
                        .kappa = 0.0,
                        .torque = 0.0,
                        .drag = 0.0,
                        .epsilon = turn.epsilon};
  const std::string& form = parameters.choice("form");
  ProblemInstance instance =
      sleigh_instance(data, form, Vector::Zero(3), Vector{{turn.slide(), 0.0, turn.turning}});
  instance.t_end = last_time;
  for (const double t : {0.5, 1.0, 1.5, last_time}) turn.tabulate(instance.references, t, form == "row");
  return instance;
}

}  // namespace knife_edge_problem

ProblemEntry knife_edge() {
  using namespace knife_edge_problem;
  return {
      .name = "knife_edge",
      .description =
          "Blade on an incline that turns steadily: m x'' = m gamma + lambda sin theta, m y'' = -lambda cos "
          "theta, theta = Omega t, -x' sin theta + y' cos theta = epsilon lambda. Starts on the slow motion, "
          "known for every epsilon: x = gamma/(2 Omega^2) sin^2 Omega t + 2 gamma epsilon m t, y = "
          "gamma/(2 Omega^2) (Omega t - sin Omega t cos Omega t), lambda = -2 m gamma sin Omega t. "
          "form=row: the last equation as a row, nonholonomic for epsilon = 0; form=force: lambda inserted.",
      .citation =
          "Neimark, Fufaev, Dynamics of Nonholonomic Systems (1972); damped systems of this kind: Stumpp, "
          "dissertation, Universität Tübingen (2004)",
      .parameters = {{.name = "form", .choices = {"row", "force"}},
                     {.name = "epsilon",
                      .value = 1e-3,
                      .unit = "m/(N s)",
                      .description = "sideways speed of the blade per force; 0: never slips",
                      .lowest = 0.0},
                     {.name = "slope", .value = 1.0, .unit = "m/s^2", .description = "gravity along x"},
                     {.name = "turning",
                      .value = 2.0,
                      .unit = "rad/s",
                      .description = "Omega",
                      .lowest = 1e-3,
                      .highest = 1e6},
                     {.name = "mass", .value = 1.0, .unit = "kg", .lowest = smallest_positive}},
      .make = make};
}

}  // namespace kreisel
