// The double pendulum with a torsion spring as a problem: by angles or by bodies.
#include "kreisel/problems/torsion_double_pendulum.hpp"

#include <numbers>

#include "kreisel/equations/differentiated.hpp"
#include "kreisel/problems/problem.hpp"
#include "kreisel/problems/reference_values.hpp"

namespace kreisel {
namespace torsion_double_pendulum_problem {

using Vector2 = VectorOf<double, 2>;

constexpr double last_time = 10.0;

std::vector<Observable> observables() {
  return {{.name = "th1", .unit = "rad"},
          {.name = "th2", .unit = "rad"},
          {.name = "th1_dot", .unit = "rad/s"},
          {.name = "th2_dot", .unit = "rad/s"}};
}

/// Kinetic energy of two rods that turn about their upper ends, gravity and spring, from angles and rates.
double energy_of(double torsion, const Vector2& angles, const Vector2& rates) {
  using Rods = TorsionRods;
  const double mass = Rods::mass, length = Rods::length, weight = mass * Rods::gravity * length;
  const double squares = (Rods::end_inertia + mass * length * length) * rates(0) * rates(0) +
                         Rods::end_inertia * rates(1) * rates(1);
  const double mixed = mass * length * length * std::cos(angles(0) - angles(1)) * rates(0) * rates(1);
  return 0.5 * (squares + mixed) - weight * (1.5 * std::cos(angles(0)) + 0.5 * std::cos(angles(1))) +
         0.5 * torsion * angles(0) * angles(0);
}

/// Extrapolation in 113-bit arithmetic, the same 20 digits at two tolerances; the uncertainty is what the last
/// bit of the start does.
std::vector<ReferenceValue> references() {
  constexpr double uncertainty = 2e-14;
  const std::vector<std::string> names{"th1", "th2", "th1_dot", "th2_dot"};
  std::vector<ReferenceValue> all;
  add_references(all, 1.0, names,
                 {-1.425369639333580420026e-05, -1.562978464297960401988, -0.0007017153256430067373274,
                  0.4796636159391800126764},
                 uncertainty);
  add_references(all, 5.0, names,
                 {-0.0004214321503157085800365, -1.375577131679394674426, -0.004902256121077014889071,
                  2.389618641536088028829},
                 uncertainty);
  add_references(all, 10.0, names,
                 {0.001110967817470685929122, 0.8044928564102268652887, -1.943484349034117054905e-05,
                  -4.513508049597495588217},
                 uncertainty);
  return all;
}

ProblemInstance by_angles(double torsion, const Vector2& angles) {
  TorsionPendulumAngles law;
  law.torsion = torsion;
  return {.system = erase(differentiated(law)),
          .q0 = angles,
          .v0 = Vector::Zero(2),
          .t_begin = 0.0,
          .t_end = last_time,
          .observables = observables(),
          .observe = [](const StateView& s, Eigen::Ref<Vector> out) { out << s.q, s.v; },
          .energy = [torsion](const StateView& s) { return energy_of(torsion, s.q, s.v); },
          .references = {}};
}

ProblemInstance by_bodies(double torsion, const Vector2& angles) {
  TorsionPendulumBodies law;
  law.torsion = torsion;
  const auto half_rod = [](double angle) -> Vector2 {
    return 0.5 * TorsionRods::length * Vector2(std::sin(angle), -std::cos(angle));
  };
  const Vector2 first = half_rod(angles(0)), second = 2.0 * first + half_rod(angles(1));
  const auto energy = [torsion](const StateView& s) {
    constexpr double mass = TorsionRods::mass, inertia = TorsionRods::centre_inertia;
    const VectorOf<double, 6> v = s.v;
    const double kinetic = mass * (v.head<2>().squaredNorm() + v.segment<2>(3).squaredNorm()) +
                           inertia * (v(2) * v(2) + v(5) * v(5));
    return 0.5 * (kinetic + torsion * s.q(2) * s.q(2)) + mass * TorsionRods::gravity * (s.q(1) + s.q(4));
  };
  return {
      .system = erase(differentiated(law)),
      .q0 = Vector{{first(0), first(1), angles(0), second(0), second(1), angles(1)}},
      .v0 = Vector::Zero(6),
      .t_begin = 0.0,
      .t_end = last_time,
      .observables = observables(),
      .observe = [](const StateView& s, Eigen::Ref<Vector> out) { out << s.q(2), s.q(5), s.v(2), s.v(5); },
      .energy = energy,
      .references = {}};
}

ProblemInstance make(const Parameters& parameters) {
  const double torsion = parameters.number("k");
  const Vector2 angles(parameters.number("th1"), parameters.number("th2"));
  const bool has_angles = parameters.choice("form") == "lagrange";
  ProblemInstance instance = has_angles ? by_angles(torsion, angles) : by_bodies(torsion, angles);
  if (has_default_numbers(parameters)) instance.references = references();
  return instance;
}

}  // namespace torsion_double_pendulum_problem

ProblemEntry torsion_double_pendulum() {
  using namespace torsion_double_pendulum_problem;
  return {
      .name = "torsion_double_pendulum",
      .description =
          "Two uniform rods of 1 m and 1 kg hanging one below the other, a stiff torsion spring k at the "
          "upper hinge, released at rest; th1, th2 from the downward vertical. form=lagrange: M(th) th'' = "
          "f in the angles, no rows; form=descriptor: centres and angles of both rods, four rigid rows, "
          "constant mass. The difference between Lagrange's and Hamilton's form exists only for methods "
          "that advance p = M(q) v instead of v, which these do not; where M is constant, as in "
          "form=descriptor, v and p are proportional and both forms are the same.",
      .citation = "Schaub, dissertation, TU München (2004) section 5.1.3 (rods as bodies here)",
      .parameters =
          {{.name = "form", .choices = {"lagrange", "descriptor"}},
           {.name = "k",
            .value = 1e4,
            .unit = "N m",
            .description = "stiffness of the torsion spring",
            .lowest = 0.0,
            .highest = 1e12},
           {.name = "th1", .value = 0.0, .unit = "rad", .description = "at t = 0"},
           {.name = "th2", .value = std::numbers::pi / 2.0, .unit = "rad", .description = "at t = 0"}},
      .make = make};
}

}  // namespace kreisel
