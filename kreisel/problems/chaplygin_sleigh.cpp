#include "kreisel/problems/chaplygin_sleigh.hpp"

#include "kreisel/core/error.hpp"
#include "kreisel/problems/coordinate_observables.hpp"
#include "kreisel/problems/reference_values.hpp"

namespace kreisel {
namespace {

constexpr double last_time = 2.0;
constexpr double first_x = 0.1, first_y = -0.2, first_heading = 0.3;  // [m], [m], [rad]
constexpr double forward = 0.7, yaw_rate = 1.1;                       // [m/s], [rad/s]

std::vector<Observable> observables() {
  auto all = coordinate_observables({{"x", "y"}, "m"}, {{"vx", "vy"}, "m/s"});
  all.insert(all.begin() + 2, {.name = "theta", .unit = "rad"});
  all.push_back({.name = "omega", .unit = "rad/s"});
  return all;
}

template <class L>
ProblemInstance instance_of(const L& law, const Vector& q0, const Vector& v0) {
  return {.system = erase(differentiated(law)),
          .q0 = q0,
          .v0 = v0,
          .t_begin = 0.0,
          .t_end = last_time,
          .observables = observables(),
          .observe = observe_coordinates,
          .energy = {},
          .references = {}};
}

ProblemInstance make(const Parameters& parameters) {
  const SleighData data{.body_mass = parameters.number("mass"),
                        .inertia = parameters.number("inertia"),
                        .offset = parameters.number("offset"),
                        .slope = parameters.number("slope"),
                        .kappa = parameters.number("kappa"),
                        .torque = parameters.number("torque"),
                        .drag = parameters.number("drag"),
                        .epsilon = parameters.number("epsilon")};
  const double sideways = parameters.number("sideways");
  const double c = std::cos(first_heading), s = std::sin(first_heading);
  return sleigh_instance(data, parameters.choice("form"), Vector{{first_x, first_y, first_heading}},
                         Vector{{forward * c - sideways * s, forward * s + sideways * c, yaw_rate}});
}

std::vector<Parameter> parameters() {
  return {
      {.name = "form", .choices = {"row", "force"}},
      {.name = "epsilon",
       .value = 1e-3,
       .unit = "m/(N s)",
       .description = "sideways speed of the blade per force; 0: never slips",
       .lowest = 0.0},
      {.name = "mass", .value = 1.0, .unit = "kg", .lowest = smallest_positive},
      {.name = "inertia",
       .value = 0.5,
       .unit = "kg m^2",
       .description = "about the centre of mass",
       .lowest = smallest_positive},
      {.name = "offset", .value = 0.3, .unit = "m", .description = "of the centre of mass, ahead"},
      {.name = "slope", .value = 1.0, .unit = "m/s^2", .description = "gravity along x"},
      {.name = "kappa",
       .value = 0.25,
       .description = "change of the grip 1 + kappa sin x",
       .lowest = -0.99,
       .highest = 0.99},
      {.name = "torque", .value = 0.2, .unit = "N m"},
      {.name = "drag", .value = 0.1, .unit = "N m s", .description = "moment per yaw rate", .lowest = 0.0},
      {.name = "sideways",
       .unit = "m/s",
       .description = "speed across the blade at the start, in form=row only with a literal start"}};
}

}  // namespace

ProblemInstance sleigh_instance(const SleighData& data, const std::string& form, const Vector& q0,
                                const Vector& v0) {
  if (form == "row") return instance_of(SleighRow{data}, q0, v0);
  if (data.epsilon == 0.0) {
    throw OptionError("a blade that never slips is no force", "parameter \"epsilon\"",
                      "choose form=row, or epsilon above 0");
  }
  return instance_of(SleighForce{data}, q0, v0);
}

ProblemEntry chaplygin_sleigh() {
  return {.name = "chaplygin_sleigh",
          .description =
              "Sleigh on an incline on a blade that resists sideways motion: M(q) v' = f(q, v) - B lambda, "
              "B'v = epsilon lambda, B = (1 + kappa sin x)(-sin theta, cos theta, 0); starts at "
              "(0.1 m, -0.2 m, 0.3 rad) with 0.7 m/s along the blade and 1.1 rad/s. form=row: this row, "
              "nonholonomic for epsilon = 0; form=force: -B B'v/epsilon among the forces.",
          .citation =
              "Chaplygin, Mat. Sbornik 28 (1912) 303-314; damped systems of this kind: Stumpp, "
              "dissertation, Universität Tübingen (2004)",
          .parameters = parameters(),
          .make = make};
}

}  // namespace kreisel
