// A washing machine that spins up through its resonances, as a problem: docs/problems/washing-machine.md.
#include <Eigen/LU>
#include <numbers>

#include "kreisel/core/contracts.hpp"
#include "kreisel/equations/differentiated.hpp"
#include "kreisel/problems/problem.hpp"
#include "kreisel/problems/reference_values.hpp"
#include "kreisel/problems/washing_machine_law.hpp"

namespace kreisel {
namespace washing_machine_problem {

constexpr double last_time = 5.0;

/// Centres as drawn: nothing hangs yet.
VectorOf<double, 20> drawn(const WashingMachineBody& law) {
  constexpr double height = 0.45;  // of the tub's centre above the floor [m]
  const VectorOf<double, 2> centre(0.0, height), motor = centre + law.motor_seat,
                                                 weight = centre + law.weight_seat;
  VectorOf<double, 20> q;
  q << 0.0, law.foot_depth, 0.0, centre, 0.0, centre, 0.0, centre, 0.0, motor, 0.0, weight, 0.0,
      law.laundry_radius, height;
  return q;
}

/// Where the machine hangs at rest: forces balance, rigid rows closed, stiff springs under their loads.
Vector at_rest(const AnySystem& system, Vector q) {
  const Index n = system.group().dimension(), m = row_count(system);
  const Vector none = Vector::Zero(n);
  Vector lambda = Vector::Zero(m), rest(n), gap(m);
  AnySystem::AllTangents tangents;
  tangents.resize(n, m);
  double change = INFINITY;
  for (int pass = 0; pass < 30 && change > 1e-15; ++pass) {
    system.balance(0.0, q, none, none, lambda, rest);
    system.gap(0.0, q, gap);
    system.tangents(0.0, q, none, none, lambda, tangents);
    Matrix matrix = Matrix::Zero(n + m, n + m);
    matrix << tangents.stiffness, tangents.jacobian.transpose(), tangents.jacobian, Matrix::Zero(m, m);
    Vector right(n + m);
    right << -rest, -gap;
    for (Index i = 0; i < m; ++i) {
      const double c = system.rows()[static_cast<std::size_t>(i)].compliance;
      matrix(n + i, n + i) = -c;
      right(n + i) += c * lambda(i);
    }
    const Vector step = matrix.partialPivLu().solve(right);
    change = step.head(n).lpNorm<Eigen::Infinity>();
    q += step.head(n);
    lambda += step.tail(m);
  }
  KREISEL_EXPECTS(change < 1e-9);
  return q;
}

std::vector<Observable> observables() {
  std::vector<Observable> all;
  for (const char* body : {"cabinet", "tub", "drum"}) {
    all.push_back({.name = std::string(body) + ".x", .unit = "m"});
    all.push_back({.name = std::string(body) + ".y", .unit = "m"});
    all.push_back({.name = std::string(body) + ".phi", .unit = "rad"});
  }
  for (const char* body : {"tub", "drum"}) {
    all.push_back({.name = std::string(body) + ".vx", .unit = "m/s"});
    all.push_back({.name = std::string(body) + ".vy", .unit = "m/s"});
  }
  all.push_back({.name = "drum.omega", .unit = "rad/s"});
  all.push_back({.name = "laundry.radius", .unit = "m"});
  return all;
}

void observe(const StateView& s, Eigen::Ref<Vector> out) {
  using Body = WashingMachineBody;
  const double radius = (s.q.tail<2>() - s.q.segment<2>(Body::drum)).norm();
  out << s.q.head<9>(), s.v.segment<2>(Body::tub), s.v.segment<2>(Body::drum), s.v(Body::drum + 2), radius;
}

template <class L>
ProblemInstance instance_of(const L& law) {
  const AnySystem system = erase(differentiated(law));
  return {.system = system,
          .q0 = at_rest(system, drawn(law)),
          .v0 = Vector::Zero(WashingMachineBody::size),
          .t_begin = 0.0,
          .t_end = last_time,
          .observables = observables(),
          .observe = observe,
          .energy = {},
          .references = {}};
}

template <class L>
L with(const Parameters& parameters) {
  constexpr double per_minute = 2.0 * std::numbers::pi / 60.0;
  L law;
  law.laundry = parameters.number("laundry");
  law.final_speed = parameters.number("speed") * per_minute;
  law.rise_time = parameters.number("rise_time");
  const double factor = parameters.number("stiffness");
  for (auto spring : {&L::bearing, &L::bolt, &L::bolt_turn, &L::shaft, &L::belt, &L::slot})
    (law.*spring).stiffness *= factor;
  return law;
}

ProblemInstance make(const Parameters& parameters) {
  if (parameters.choice("form") == "row") return instance_of(with<WashingMachineRow>(parameters));
  return instance_of(with<WashingMachineForce>(parameters));
}

}  // namespace washing_machine_problem

ProblemEntry washing_machine() {
  using namespace washing_machine_problem;
  return {
      .name = "washing_machine",
      .description =
          "Plane model of a front loader that spins up from rest through the resonances of its suspension: "
          "cabinet on feet, tub on four struts, drum in a bearing, pulley, belt, motor, counterweight and "
          "unbalanced laundry; 20 coordinates, 6 rigid rows (hub, motor seat, drive, slide). Eight stiff "
          "springs with dampers (bearing, bolts, shaft, belt, slot) in the forces (form=force) or as "
          "compliant rows (form=row). Starts in equilibrium.",
      .citation =
          "docs/problems/washing-machine.md; in the manner of Schaub, dissertation, TU München "
          "(2004) section 5.2.2, whose data are not published",
      .parameters = {{.name = "form", .choices = {"row", "force"}},
                     {.name = "speed",
                      .value = 1000.0,
                      .unit = "1/min",
                      .description = "of the drum in the end",
                      .lowest = -2000.0,
                      .highest = 2000.0},
                     {.name = "rise_time",
                      .value = 1.0,
                      .unit = "s",
                      .description = "half the speed is reached then",
                      .lowest = 0.01,
                      .highest = 1e3},
                     {.name = "laundry",
                      .value = 0.6,
                      .unit = "kg",
                      .description = "unbalance",
                      .lowest = 1e-3,
                      .highest = 3.0},
                     {.name = "stiffness",
                      .value = 1.0,
                      .description = "factor of the eight stiff springs",
                      .lowest = 0.1,
                      .highest = 1e6}},
      .make = make};
}

}  // namespace kreisel
