// The linear system as a problem: references by its closed form.
#include "kreisel/problems/linear_dae.hpp"

#include "kreisel/equations/differentiated.hpp"
#include "kreisel/problems/coordinate_observables.hpp"
#include "kreisel/problems/problem.hpp"
#include "kreisel/problems/reference_values.hpp"

namespace kreisel {
namespace linear_dae_problem {

constexpr double last_time = 2.0;

NamedCoordinates positions() {
  return {{"q1", "q2", "q3"}, "m"};
}
NamedCoordinates velocities() {
  return {{"v1", "v2", "v3"}, "m/s"};
}

/// The closed form; λ of the stiff row shows the round-off of q1.
std::vector<ReferenceValue> references(double drive, double row_stiffness) {
  constexpr double round_off = 1e-15;
  std::vector<ReferenceValue> all;
  for (const double t : {0.5, 1.0, 1.5, last_time}) {
    const double c = std::cos(drive * t), rate = -drive * std::sin(drive * t);
    const double rounding = round_off * std::max(1.0, drive * t);
    add_references(all, t, positions().names, {c, 2.0 * c, 2.0 * c}, rounding);
    add_references(all, t, velocities().names, {rate, 2.0 * rate, 2.0 * rate},
                   rounding * std::max(1.0, drive));
    all.push_back({t, "lambda.joint", -2.0 * drive * drive * c, rounding * std::max(1.0, drive * drive)});
    if (row_stiffness > 0.0) all.push_back({t, "lambda.spring", 0.0, rounding * row_stiffness});
  }
  return all;
}

template <class L>
ProblemInstance instance_of(const L& law) {
  return {
      .system = erase(differentiated(law)),
      .q0 = Vector{{1.0, 2.0, 2.0}},
      .v0 = Vector::Zero(3),
      .t_begin = 0.0,
      .t_end = last_time,
      .observables = coordinate_observables(positions(), velocities()),
      .observe = observe_coordinates,
      .energy = {},
      .references = references(law.data.drive, L::fixed_rows > 1 ? law.data.omega1 * law.data.omega1 : 0.0)};
}

ProblemInstance make(const Parameters& parameters) {
  const LinearDaeData data{.omega1 = parameters.number("omega1"),
                           .omega2 = parameters.number("omega2"),
                           .omega3 = parameters.number("omega3"),
                           .drive = parameters.number("Omega")};
  if (parameters.choice("form") == "force") return instance_of(LinearDaeForce{.data = data});
  return instance_of(LinearDaeRow{.data = data});
}

Parameter frequency(const std::string& name, double value, const std::string& description) {
  return {.name = name,
          .value = value,
          .unit = "rad/s",
          .description = description,
          .lowest = 0.0,
          .highest = 1e8};
}

}  // namespace linear_dae_problem

ProblemEntry linear_dae() {
  using namespace linear_dae_problem;
  Parameter stiff = frequency("omega1", 1e3, "of the stiff spring, per unit mass");
  stiff.lowest = smallest_positive;
  return {
      .name = "linear_dae",
      .description =
          "Three unit masses on a line, q2 = q3 rigid (row joint), a stiff spring from q1 to cos Omega t: "
          "q'' = -K q - u cos(Omega t) - omega1^2 (q1 - cos Omega t) e1 - (0, 1, -1) lambda, K = "
          "[w2 -w2 0; -w2 w2+w3 -w3; 0 -w3 w3] with w = omega^2, u = (Omega^2 + w2, 4 Omega^2 - w2, 0); "
          "exactly q1 = cos Omega t, q2 = q3 = 2 cos Omega t, lambda = -2 Omega^2 cos Omega t. "
          "form=force: stiff spring in the forces; form=row: compliant row q1 - cos Omega t = "
          "lambda/omega1^2, exactly zero.",
      .citation = "Schaub, dissertation, TU München (2004) section 5.1.1",
      .parameters = {{.name = "form", .choices = {"force", "row"}},
                     stiff,
                     frequency("omega2", 1.0, "of the spring between q1 and q2"),
                     frequency("omega3", 1.0, "of the spring between q2 and q3"),
                     frequency("Omega", 20.0, "of the drive")},
      .make = make};
}

}  // namespace kreisel
