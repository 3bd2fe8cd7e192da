// The Kepler problem as a problem of the list: references by Kepler's equation.
#include "kreisel/problems/kepler.hpp"

#include "kreisel/equations/differentiated.hpp"
#include "kreisel/problems/coordinate_observables.hpp"
#include "kreisel/problems/problem.hpp"
#include "kreisel/problems/reference_values.hpp"

namespace kreisel {
namespace kepler_problem {

/// Closed form by Kepler's equation, 20 digits.
std::vector<ReferenceValue> references(double eccentricity) {
  constexpr double uncertainty = 1e-15;
  const std::vector<std::string> names{"x", "y", "vx", "vy"};
  std::vector<ReferenceValue> all;
  if (eccentricity == 0.6) {
    add_references(
        all, 20.0, names,
        {-0.77007557841124044927, 0.78834481699442438906, -0.89418373198869149703, -0.12346176415844095881},
        uncertainty);
  }
  if (eccentricity == 0.9) {
    add_references(
        all, 20.0, names,
        {-1.2952662509875743677, 0.40039389637923215273, -0.67753909247075658875, -0.12708381542786861877},
        uncertainty);
  }
  return all;
}

ProblemInstance make(const Parameters& parameters) {
  const double e = parameters.number("e");
  return {.system = erase(differentiated(Kepler{})),
          .q0 = Vector{{1.0 - e, 0.0}},
          .v0 = Vector{{0.0, std::sqrt((1.0 + e) / (1.0 - e))}},
          .t_begin = 0.0,
          .t_end = 20.0,
          .observables = coordinate_observables({{"x", "y"}, "1"}, {{"vx", "vy"}, "1"}),
          .observe = observe_coordinates,
          .energy = [](const StateView& s) { return 0.5 * s.v.squaredNorm() - 1.0 / s.q.norm(); },
          .references = references(e)};
}

}  // namespace kepler_problem

ProblemEntry kepler() {
  using namespace kepler_problem;
  return {.name = "kepler",
          .description =
              "Planet on an ellipse with semi-axis 1 around a centre with mu = 1 (no units), started at "
              "the pericentre; period 2 pi. References for e = 0.6 and 0.9 at t = 20.",
          .citation = "Hairer, Lubich, Wanner, Geometric Numerical Integration, 2nd ed. (2006), section I.2",
          .parameters =
              {{.name = "e", .value = 0.6, .description = "eccentricity", .lowest = 0.0, .highest = 0.999}},
          .make = make};
}

}  // namespace kreisel
