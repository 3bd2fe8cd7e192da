// The oscillator of Prothero and Robinson as a problem: references by its closed form.
#include "kreisel/problems/prothero_robinson.hpp"

#include "kreisel/equations/differentiated.hpp"
#include "kreisel/problems/coordinate_observables.hpp"
#include "kreisel/problems/problem.hpp"
#include "kreisel/problems/reference_values.hpp"

namespace kreisel {
namespace prothero_robinson_problem {

constexpr double last_time = 2.0;

/// The closed form, on a grid of tenths of the interval; λ = ω²(q - φ) shows the round-off of q.
std::vector<ReferenceValue> references(double frequency, double row_stiffness) {
  constexpr double round_off = 1e-15;
  constexpr int count = 10;
  std::vector<ReferenceValue> all;
  for (int i = 1; i <= count; ++i) {
    const double t = last_time * i / count, angle = 2.0 * frequency * t;
    const double rounding = round_off * std::max(1.0, angle);
    all.push_back({t, "q", std::cos(angle), rounding});
    all.push_back({t, "v", -2.0 * frequency * std::sin(angle), 2.0 * frequency * rounding});
    if (row_stiffness > 0.0) all.push_back({t, "lambda.spring", 0.0, rounding * row_stiffness});
  }
  return all;
}

template <class L>
ProblemInstance instance_of(const L& law) {
  return {.system = erase(differentiated(law)),
          .q0 = Vector::Ones(1),
          .v0 = Vector::Zero(1),
          .t_begin = 0.0,
          .t_end = last_time,
          .observables = coordinate_observables({{"q"}, "m"}, {{"v"}, "m/s"}),
          .observe = observe_coordinates,
          .energy = {},
          .references = references(law.drive.frequency, L::fixed_rows > 0 ? law.omega * law.omega : 0.0)};
}

ProblemInstance make(const Parameters& parameters) {
  const HarmonicDrive drive{.frequency = parameters.number("Omega")};
  const double omega = parameters.number("omega");
  if (parameters.choice("form") == "force") {
    return instance_of(ProtheroRobinsonForce{.drive = drive, .omega = omega});
  }
  return instance_of(ProtheroRobinsonRow{.drive = drive, .omega = omega});
}

}  // namespace prothero_robinson_problem

ProblemEntry prothero_robinson() {
  using namespace prothero_robinson_problem;
  return {.name = "prothero_robinson",
          .description =
              "Oscillator on a moving point: q'' = -omega^2 (q - phi) + phi'', phi = cos 2 Omega t; exactly "
              "q = phi. form=force: spring in the forces; form=row: compliant row q - phi = "
              "lambda/omega^2, exactly lambda = 0.",
          .citation =
              "Prothero, Robinson, Math. Comp. 28 (1974) 145-162; Schaub, dissertation, TU München (2004) "
              "section 4.1.2",
          .parameters = {{.name = "form", .choices = {"force", "row"}},
                         {.name = "omega",
                          .value = 1e3,
                          .unit = "rad/s",
                          .description = "of the spring, per unit mass",
                          .lowest = smallest_positive,
                          .highest = 1e8},
                         {.name = "Omega",
                          .value = 1.0,
                          .unit = "rad/s",
                          .description = "half the frequency of the drive",
                          .lowest = 0.0,
                          .highest = 1e6}},
          .make = make};
}

}  // namespace kreisel
