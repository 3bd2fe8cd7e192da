// The car axis as a problem: start, observables, and references by extrapolation.
#include "kreisel/problems/car_axis.hpp"

#include "kreisel/equations/differentiated.hpp"
#include "kreisel/problems/coordinate_observables.hpp"
#include "kreisel/problems/problem.hpp"
#include "kreisel/problems/reference_values.hpp"

namespace kreisel {
namespace car_axis_problem {

NamedCoordinates positions() {
  return {{"xl", "yl", "xr", "yr"}, "m"};
}
NamedCoordinates velocities() {
  return {{"vxl", "vyl", "vxr", "vyr"}, "m/s"};
}

/// Extrapolation in 32-digit arithmetic; the published values agree to 12 digits in the positions. λ with
/// our sign.
std::vector<ReferenceValue> references() {
  constexpr double t = 3.0, uncertainty = 1e-15;
  std::vector<ReferenceValue> all;
  add_references(
      all, t, positions().names,
      {0.04934557842752409213, 0.49698946023000810676, 1.041742524885426115, 0.37391102726536581936},
      uncertainty);
  add_references(
      all, t, velocities().names,
      {-0.0770583684035920842839, 0.00744686659206841649, 0.01755681575354173663, 0.77034104377960106312},
      uncertainty);
  add_references(all, t, {"lambda.upright", "lambda.chassis"},
                 {0.0047368865908533265153, 0.0011046803312595658399}, uncertainty);
  return all;
}

ProblemInstance make(const Parameters& parameters) {
  const CarAxis law{.epsilon = parameters.number("epsilon")};
  return {.system = erase(differentiated(law)),
          .q0 = Vector{{0.0, 0.5, 1.0, 0.5}},
          .v0 = Vector{{-0.5, 0.0, -0.5, 0.0}},
          .t_begin = 0.0,
          .t_end = 3.0,
          .observables = coordinate_observables(positions(), velocities()),
          .observe = observe_coordinates,
          .energy = {},
          .references = has_default_numbers(parameters) ? references() : std::vector<ReferenceValue>{}};
}

}  // namespace car_axis_problem

ProblemEntry car_axis() {
  using namespace car_axis_problem;
  return {
      .name = "car_axis",
      .description =
          "Car body on two springs, the right wheel driving over a bump: (xl, yl) and (xr, yr) are the ends "
          "of "
          "the chassis. Rows: upright (left spring normal to the axle), chassis (constant length). The test "
          "set writes + G'lambda, here it is - B'lambda: lambda is minus the published one.",
      .citation =
          "Schneider, Integration von Mehrkörpersystemen (1990); Mazzia, Magherini, Test Set for IVP "
          "Solvers, release 2.4",
      .parameters = {{.name = "epsilon",
                      .value = 1e-2,
                      .description = "mass of each end: 5 epsilon^2 kg",
                      .lowest = 1e-6,
                      .highest = 1e6}},
      .make = make};
}

}  // namespace kreisel
