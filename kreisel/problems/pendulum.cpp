// The pendulum as a problem: two starts, each with references by elliptic functions.
#include "kreisel/problems/pendulum.hpp"

#include <cmath>

#include "kreisel/core/error.hpp"
#include "kreisel/equations/differentiated.hpp"
#include "kreisel/problems/coordinate_observables.hpp"
#include "kreisel/problems/problem.hpp"
#include "kreisel/problems/reference_values.hpp"

namespace kreisel {
namespace pendulum_problem {

// Closed forms by Jacobi functions, sin(θ/2) = k sn(u), evaluated with 30 digits; λ = θ'² - g y.
std::vector<ReferenceValue> references_at_rest(double gravity) {
  constexpr double uncertainty = 1e-15;
  std::vector<ReferenceValue> all;
  const auto add = [&](double t, double x, double y) {
    add_references(all, t, {"x", "y"}, {x, y}, uncertainty);
    add_references(all, t, {"lambda.rod"}, {-3.0 * gravity * y}, 3.0 * gravity * uncertainty);
  };
  add(1.0, -0.9862917511318753194, -0.1650108531255411688);
  add(10.0, 0.2750874625761168601, -0.9614192050991250643);
  add(2000.0, -0.8146030685890321521, -0.5800188278369354616);
  return all;
}

std::vector<ReferenceValue> references_with_published_energy() {
  constexpr double uncertainty = 1e-15;
  const std::vector<std::string> names{"x", "y", "vx", "vy", "lambda.rod"};
  std::vector<ReferenceValue> all;
  add_references(all, 1.0, names,
                 {-0.19266398695038891061, -0.9812647900196869754, -0.78034626970441131815,
                  0.15321514136882362281, 10.258622770279387686},
                 uncertainty);
  add_references(all, 2.0, names,
                 {0.18514897939238852388, -0.98271046368193154073, 0.79882894764422462094,
                  0.15050451769005961807, 10.301168946159245244},
                 uncertainty);
  return all;
}

struct Start {
  Vector q, v;
};

/// Energy 1/2 - g l per unit mass, moving towards +x [Arnold, Brüls, Cardona 2015] Example 1; the sign of
/// the velocity is not printed there and was found by reproducing its tables.
Start start_with_published_energy(const Pendulum& law, double x0) {
  const double y0 = -std::sqrt((law.length - x0) * (law.length + x0));
  const double squared_speed = 1.0 - 2.0 * law.gravity * (law.length + y0);
  if (!(squared_speed >= 0.0)) {
    throw OptionError("the published energy does not reach that far", "parameter \"x0\"",
                      "choose x0 nearer to 0 or start=at_rest");
  }
  const double rate = std::sqrt(squared_speed) / law.length;
  return {Vector{{x0, y0}}, Vector{{-rate * y0, rate * x0}}};
}

ProblemInstance make(const Parameters& parameters) {
  const Pendulum law{.length = parameters.number("length"), .gravity = parameters.number("gravity")};
  const bool is_at_rest = parameters.choice("start") == "at_rest";
  const double x0 = parameters.number("x0");
  if (std::abs(x0) >= law.length) {
    throw OptionError("the start lies outside the circle of the rod", "parameter \"x0\"",
                      "choose |x0| below the length of the rod");
  }
  const Start start =
      is_at_rest ? Start{Vector{{law.length, 0.0}}, Vector::Zero(2)} : start_with_published_energy(law, x0);
  std::vector<ReferenceValue> references;
  if (has_default_numbers(parameters)) {
    references = is_at_rest ? references_at_rest(law.gravity) : references_with_published_energy();
  }
  return {.system = erase(differentiated(law)),
          .q0 = start.q,
          .v0 = start.v,
          .t_begin = 0.0,
          .t_end = is_at_rest ? 10.0 : 2.0,
          .observables = coordinate_observables({{"x", "y"}, "m"}, {{"vx", "vy"}, "m/s"}),
          .observe = observe_coordinates,
          .energy = [law](const StateView& s) { return 0.5 * s.v.squaredNorm() + law.gravity * s.q(1); },
          .references = references};
}

}  // namespace pendulum_problem

ProblemEntry pendulum() {
  using namespace pendulum_problem;
  return {
      .name = "pendulum",
      .description =
          "Mathematical pendulum in the plane, mass 1 kg, (x^2 + y^2 - l^2)/2 = 0. start=published_energy: "
          "at x0 with energy 1/2 - g l, moving to +x; start=at_rest: released from (l, 0), x0 unused.",
      .citation =
          "Arnold, Brüls, Cardona, Numer. Math. 129 (2015) 149-179, Example 1; Library of "
          "computational benchmark problems A01",
      .parameters = {{.name = "start", .choices = {"published_energy", "at_rest"}},
                     {.name = "x0", .value = 0.2, .unit = "m", .description = "start of published_energy"},
                     {.name = "length", .value = 1.0, .unit = "m", .lowest = smallest_positive},
                     {.name = "gravity", .value = 9.81, .unit = "m/s^2", .description = "along -y"}},
      .make = make};
}

}  // namespace kreisel
