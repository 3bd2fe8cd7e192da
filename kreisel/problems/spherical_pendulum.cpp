// The spherical pendulum as a problem: references by extrapolation.
#include "kreisel/problems/spherical_pendulum.hpp"

#include <cmath>

#include "kreisel/equations/differentiated.hpp"
#include "kreisel/problems/coordinate_observables.hpp"
#include "kreisel/problems/problem.hpp"
#include "kreisel/problems/reference_values.hpp"

namespace kreisel {
namespace spherical_pendulum_problem {

/// Extrapolation in 30-digit arithmetic, 20 digits kept.
std::vector<ReferenceValue> references() {
  constexpr double uncertainty = 5e-14;  // from rounding the start to double
  const std::vector<std::string> names{"x", "y", "z", "vx", "vy", "vz", "lambda.rod"};
  std::vector<ReferenceValue> all;
  add_references(
      all, 1.0, names,
      {-0.81497566471970900477, -0.25477755235977501365, -0.52048349131190564281, -0.00086022392613677297,
       -1.0629085100703525593, 0.52164246258755512258, 6.5078291493093830678},
      uncertainty);
  add_references(
      all, 10.0, names,
      {0.44649388656179677789, 0.47561561556419000089, -0.75791358049215477616, -2.0432983036891871686,
       -0.23695548783581444047, -1.3524232282024211629, 13.495396673884115062},
      uncertainty);
  return all;
}

ProblemInstance make(const Parameters& parameters) {
  const SphericalPendulum law{.gravity = parameters.number("gravity")};
  const double z = parameters.number("z0");
  return {.system = erase(differentiated(law)),
          .q0 = Vector{{std::sqrt((1.0 - z) * (1.0 + z)), 0.0, z}},
          .v0 = Vector{{0.0, parameters.number("speed"), 0.0}},
          .t_begin = 0.0,
          .t_end = 10.0,
          .observables = coordinate_observables({{"x", "y", "z"}, "m"}, {{"vx", "vy", "vz"}, "m/s"}),
          .observe = observe_coordinates,
          .energy = [law](const StateView& s) { return 0.5 * s.v.squaredNorm() + law.gravity * s.q(2); },
          .references = has_default_numbers(parameters) ? references() : std::vector<ReferenceValue>{}};
}

}  // namespace spherical_pendulum_problem

ProblemEntry spherical_pendulum() {
  using namespace spherical_pendulum_problem;
  return {.name = "spherical_pendulum",
          .description =
              "Point of 1 kg on a rod of 1 m in space, (|q|^2 - 1)/2 = 0, gravity along -z, pushed "
              "sideways.",
          .citation = "Hairer, Lubich, Wanner, Geometric Numerical Integration, 2nd ed. (2006), chapter VII",
          .parameters = {{.name = "z0",
                          .value = -0.5,
                          .unit = "m",
                          .description = "initial height above the pivot",
                          .lowest = -1.0,
                          .highest = 1.0},
                         {.name = "speed", .value = 1.0, .unit = "m/s", .description = "initial, along y"},
                         {.name = "gravity", .value = 9.81, .unit = "m/s^2"}},
          .make = make};
}

}  // namespace kreisel
