// The driven point as a problem: the exact solution at a few times.
#include "kreisel/problems/driven_point.hpp"

#include "kreisel/equations/differentiated.hpp"
#include "kreisel/problems/coordinate_observables.hpp"
#include "kreisel/problems/problem.hpp"
#include "kreisel/problems/reference_values.hpp"

namespace kreisel {
namespace driven_point_problem {

ProblemInstance make(const Parameters&) {
  constexpr double uncertainty = 1e-15;  // small integers, but a run rounds
  std::vector<ReferenceValue> references;
  for (const double t : {0.5, 1.0, 2.0}) {
    add_references(references, t, {"q", "v", "lambda.drive"}, {t * t * t, 3.0 * t * t, -6.0 * t},
                   uncertainty);
  }
  return {.system = erase(differentiated(DrivenPoint{})),
          .q0 = Vector::Zero(1),
          .v0 = Vector::Zero(1),
          .t_begin = 0.0,
          .t_end = 1.0,
          .observables = coordinate_observables({{"q"}, "m"}, {{"v"}, "m/s"}),
          .observe = observe_coordinates,
          .energy = {},
          .references = references};
}

}  // namespace driven_point_problem

ProblemEntry driven_point() {
  using namespace driven_point_problem;
  return {.name = "driven_point",
          .description = "A point of mass 1 kg driven along q = t^3; exactly v = 3 t^2 and lambda = -6 t.",
          .citation = "Arnold, Brüls, Cardona, Numer. Math. 129 (2015) 149-179, Example 2",
          .parameters = {},
          .make = make};
}

}  // namespace kreisel
