// The elastic pendulum as a problem: its spring as a force or as a row, with references by extrapolation.
#include "kreisel/problems/elastic_pendulum.hpp"

#include "kreisel/equations/differentiated.hpp"
#include "kreisel/problems/coordinate_observables.hpp"
#include "kreisel/problems/problem.hpp"
#include "kreisel/problems/reference_values.hpp"

namespace kreisel {
namespace elastic_pendulum_problem {

/// Extrapolation in 30-digit arithmetic, 20 digits kept.
std::vector<ReferenceValue> references(double stiffness) {
  constexpr double uncertainty = 1e-15;
  const std::vector<std::string> names{"x", "y", "vx", "vy"};
  std::vector<ReferenceValue> all;
  if (stiffness == 1e4) {
    add_references(
        all, 5.0, names,
        {0.94979437774416115892, -0.3158171423754490657, -0.77804058969690121559, -2.3627184393680396409},
        uncertainty);
  }
  if (stiffness == 1e6) {
    add_references(
        all, 1.0, names,
        {-0.98629074280213375439, -0.16504631169751566685, -0.29694694362071681506, 1.7748260636421157975},
        uncertainty);
  }
  return all;
}

template <class L>
ProblemInstance instance_of(const L& law) {
  const auto energy = [law](const StateView& s) {
    const double motion = 0.5 * s.v.squaredNorm() + law.gravity * s.q(1);
    if (s.lambda.size() > 0) return motion + 0.5 * s.lambda.squaredNorm() / law.stiffness;
    const double stretch = s.q.norm() - 1.0;
    return motion + 0.5 * law.stiffness * stretch * stretch;
  };
  return {.system = erase(differentiated(law)),
          .q0 = Vector{{1.0, 0.0}},
          .v0 = Vector::Zero(2),
          .t_begin = 0.0,
          .t_end = 5.0,
          .observables = coordinate_observables({{"x", "y"}, "m"}, {{"vx", "vy"}, "m/s"}),
          .observe = observe_coordinates,
          .energy = energy,
          .references = law.gravity == 9.81 ? references(law.stiffness) : std::vector<ReferenceValue>{}};
}

ProblemInstance make(const Parameters& parameters) {
  const double stiffness = parameters.number("k"), gravity = parameters.number("gravity");
  if (parameters.choice("form") == "force") {
    return instance_of(ElasticPendulumForce{.stiffness = stiffness, .gravity = gravity});
  }
  return instance_of(ElasticPendulumRow{.stiffness = stiffness, .gravity = gravity});
}

}  // namespace elastic_pendulum_problem

ProblemEntry elastic_pendulum() {
  using namespace elastic_pendulum_problem;
  return {
      .name = "elastic_pendulum",
      .description =
          "Point of 1 kg on a spring of rest length 1 m in the plane, released at rest, unstretched, from "
          "(1, 0). form=force: spring in the forces; form=row: compliant row |q| - 1 = lambda/k. "
          "References for k = 1e4 at t = 5 and k = 1e6 at t = 1.",
      .citation = "Lubich, ZAMP 44 (1993) 1022-1053 (stiff spring pendulum)",
      .parameters = {{.name = "form", .choices = {"force", "row"}},
                     {.name = "k",
                      .value = 1e4,
                      .unit = "N/m",
                      .description = "stiffness of the spring",
                      .lowest = smallest_positive},
                     {.name = "gravity", .value = 9.81, .unit = "m/s^2", .description = "along -y"}},
      .make = make};
}

}  // namespace kreisel
