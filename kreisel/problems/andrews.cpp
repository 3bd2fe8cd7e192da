// Andrews' squeezing mechanism as a problem: start, and references by extrapolation; its law: andrews_law.hpp.
#include "kreisel/equations/differentiated.hpp"
#include "kreisel/problems/andrews_law.hpp"
#include "kreisel/problems/coordinate_observables.hpp"
#include "kreisel/problems/problem.hpp"
#include "kreisel/problems/reference_values.hpp"

namespace kreisel {
namespace andrews_problem {

NamedCoordinates angles() {
  return {{"be", "Th", "ga", "Ph", "de", "Om", "ep"}, "rad"};
}
NamedCoordinates rates() {
  return {{"be_dot", "Th_dot", "ga_dot", "Ph_dot", "de_dot", "Om_dot", "ep_dot"}, "rad/s"};
}

/// Extrapolation in 80-bit arithmetic with three tolerances and orders. The set published with the test set
/// is 1e-12 s late: it differs by 7e-11 in be and 2.8e-8 (relative) in ga_dot.
std::vector<ReferenceValue> references() {
  constexpr double t = 0.03;
  std::vector<ReferenceValue> all;
  add_references(all, t, angles().names,
                 {15.81077119515370, -15.75637105841183, 0.0408222401196456, -0.53473011634208,
                  0.524409965879954, 0.53473011634208, 1.048080741041938},
                 2e-13);
  add_references(all, t, {"be_dot", "Th_dot"}, {1139.920302259106, -1424.379295177540}, 2e-10);
  add_references(all, t, {"ga_dot", "Ph_dot", "de_dot", "Om_dot", "ep_dot"},
                 {11.03291191061, 19.29337410503, 0.57356991483, -19.29337410503, 0.32317914925}, 1e-10);
  add_references(
      all, t, {"lambda.g1", "lambda.g2", "lambda.g3", "lambda.g4", "lambda.g5", "lambda.g6"},
      {199.175348104538, -29.75530997497, 23.06654361162, 31.45272527577, 22.64249478639, 11.61739235261},
      1e-9);
  return all;
}

double energy_of(const Andrews& law, const StateView& state) {
  const VectorOf<double, 7> q = state.q, v = state.v;
  return 0.5 * v.dot(law.mass(q) * v) + law.potential(q);
}

ProblemInstance make(const Parameters& parameters) {
  Andrews law;
  law.torque = parameters.number("torque");
  law.stiffness = parameters.number("stiffness");
  return {.system = erase(differentiated(law)),
          .q0 = Vector{{-0.0617138900142764496358948458001, 0.0, 0.455279819163070380255912382449,
                        0.222668390165885884674473185609, 0.487364979543842550225598953530,
                        -0.222668390165885884674473185609, 1.23054744454982119249735015568}},
          .v0 = Vector::Zero(7),
          .t_begin = 0.0,
          .t_end = 0.03,
          .observables = coordinate_observables(angles(), rates()),
          .observe = observe_coordinates,
          .energy = [law](const StateView& state) { return energy_of(law, state); },
          .references = has_default_numbers(parameters) ? references() : std::vector<ReferenceValue>{}};
}

}  // namespace andrews_problem

ProblemEntry andrews() {
  using namespace andrews_problem;
  return {
      .name = "andrews",
      .description =
          "Andrews' squeezing mechanism: seven plane bodies, three loops closed by the rows g1 to g6, driven "
          "by a constant torque. Angles be Th ga Ph de Om ep. Perturbations grow by 1e5 until t = 0.03.",
      .citation =
          "Hairer, Wanner, Solving Ordinary Differential Equations II, 2nd ed. (1996), section VII.7; "
          "Schiehlen (ed.), Multibody Systems Handbook (1990); Test Set for IVP Solvers",
      .parameters = {{.name = "torque", .value = 0.033, .unit = "N m", .description = "on the crank"},
                     {.name = "stiffness",
                      .value = 4530.0,
                      .unit = "N/m",
                      .description = "of the spring",
                      .lowest = 0.0}},
      .make = make};
}

}  // namespace kreisel
