// The flexible slider crank as a problem: matrices of its elastic rod, start, and references by extrapolation.
#include "kreisel/problems/slider_crank.hpp"

#include "kreisel/equations/differentiated.hpp"
#include "kreisel/linear/decompositions.hpp"
#include "kreisel/problems/coordinate_observables.hpp"
#include "kreisel/problems/problem.hpp"
#include "kreisel/problems/reference_values.hpp"

namespace kreisel {

CrankRod::CrankRod(bool has_published_mass) {
  constexpr double area = width * width, volume = area * length;
  constexpr double body = density * volume, spring = young * area / length;  // FACM, FACK
  constexpr double slenderness = width / length;
  elastic_mass(0, 0) = elastic_mass(1, 1) = body / 2.0;
  // Quadratic shape functions give the factor 1/15; the published program leaves it out.
  const double axial = has_published_mass ? body : body / 15.0;
  elastic_mass(2, 2) = 8.0 * axial;
  elastic_mass(3, 3) = 2.0 * axial;
  elastic_mass(2, 3) = elastic_mass(3, 2) = axial;
  stiffness(0, 0) = spring * pi * pi * pi * pi / 24.0 * slenderness * slenderness;
  stiffness(1, 1) = 16.0 * stiffness(0, 0);
  stiffness(2, 2) = 16.0 / 3.0 * spring;
  stiffness(3, 3) = 7.0 / 3.0 * spring;
  stiffness(2, 3) = stiffness(3, 2) = -8.0 / 3.0 * spring;
  gyroscopic(0, 2) = -16.0 * volume / (pi * pi * pi);
  gyroscopic(0, 3) = volume * (8.0 / (pi * pi * pi) - 1.0 / pi);
  gyroscopic(1, 3) = volume / (2.0 * pi);
  gyroscopic -= gyroscopic.transpose().eval();
  c1 << 0.0, 0.0, 2.0 / 3.0 * volume, volume / 6.0;
  c2 << 2.0 / pi * volume, 0.0, 0.0, 0.0;
  c12 << 0.0, 0.0, length / 3.0 * volume, length / 6.0 * volume;
  c21 << length / pi * volume, -length / (2.0 * pi) * volume, 0.0, 0.0;
}

CrankRod::Longitudinal CrankRod::longitudinal() const {
  const MatrixOf<double, 2, 2> block = stiffness.bottomRightCorner<2, 2>();
  const SymmetricEigenpairs principal = symmetric_eigenpairs(block);
  return {principal.vectors, principal.values};
}

namespace slider_crank_problem {

constexpr double last_time = 0.1;

std::vector<Observable> observables() {
  std::vector<Observable> all;
  for (const char* name : {"phi1", "phi2"}) all.push_back({.name = name, .unit = "rad"});
  for (const char* name : {"x3", "q1", "q2", "q3", "q4"}) all.push_back({.name = name, .unit = "m"});
  for (const char* name : {"phi1_dot", "phi2_dot"}) all.push_back({.name = name, .unit = "rad/s"});
  for (const char* name : {"v3", "q1_dot", "q2_dot", "q3_dot", "q4_dot"})
    all.push_back({.name = name, .unit = "m/s"});
  return all;
}

/// One number per observable, then the λ of the joints.
using Digits = VectorOf<double, 17>;

std::vector<ReferenceValue> references(const Digits& values, const Digits& uncertainties) {
  std::vector<std::string> names;
  for (const Observable& observable : observables()) names.push_back(observable.name);
  for (const char* row : {"lambda.pin_y", "lambda.pin_x", "lambda.drive"}) names.emplace_back(row);
  std::vector<ReferenceValue> all;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto k = static_cast<Index>(i);
    all.push_back({last_time, names[i], values(k), uncertainties(k)});
  }
  return all;
}

/// Extrapolation in extended precision from the projected start; the uncertainty is the last digit kept. The
/// published values belong to another projection and agree to 8 digits.
std::vector<ReferenceValue> published_mass_references() {
  Digits values, last_digit;
  values << 15.0, -0.33117349880, 0.16973733266, 1.8931929e-4, 2.37575155e-5, -5.3239016e-6, -8.3632956e-6,
      150.0, 60.2534669926, -8.7531168387, -0.03005531, -0.00550047, 4.97753e-4, 1.10508e-3, -62.32912787,
      -163.7915161, 25.29855318;
  last_digit << 1e-14, 1e-11, 1e-11, 1e-11, 1e-13, 1e-13, 1e-13, 1e-12, 1e-9, 1e-9, 1e-8, 1e-8, 1e-9, 1e-8,
      1e-7, 1e-6, 1e-7;
  return references(values, last_digit);
}

/// The same extrapolation; the uncertainty is the change with a tolerance 100 times larger.
std::vector<ReferenceValue> consistent_mass_references() {
  Digits values, change;
  values << 15.0, -0.331173430287542, 0.169737395874371, 1.893081663598e-4, 2.376201517926e-5,
      -5.28102775772e-6, -8.30351494243e-6, 150.0, 60.253117566877, -8.753428147042, -0.029978888645458,
      -0.005611892318576, -8.60889789e-5, 8.11922383107e-4, -62.203717037348, -163.460378136233,
      24.972281915619;
  change << 1e-14, 1e-14, 1e-14, 1e-16, 1e-16, 1e-16, 1e-16, 1e-12, 1e-11, 1e-11, 1e-13, 1e-13, 1e-12, 1e-12,
      1e-9, 1e-9, 1e-9;
  return references(values, change);
}

/// The published start violates the rows by 2e-10 and 1e-8; these are its digits after projection in the mass
/// metric. The longitudinal springs are only nearly in balance, so that they vibrate a little.
template <class L>
ProblemInstance instance_of(const L& law) {
  return {.system = erase(differentiated(law)),
          .q0 = Vector{{0.0, 0.0, 0.4500169328396579, 0.0, 0.0, 1.0333980955262189e-5, 1.693283965790248e-5}},
          .v0 = Vector{{150.0, -74.99576702900625, -0.268938672e-5, 0.4448961105401535, 0.004634340339951213,
                        -0.178591076e-5, -0.268938672e-5}},
          .t_begin = 0.0,
          .t_end = last_time,
          .observables = observables(),
          .observe = observe_coordinates,
          .energy = {},
          .references = {}};
}

ProblemInstance make(const Parameters& parameters) {
  const bool has_published_mass = parameters.choice("mass") == "published";
  const CrankRod rod(has_published_mass);
  const double damping = parameters.number("damping");
  if (parameters.choice("form") == "row") return instance_of(SliderCrankRow(rod, damping));
  ProblemInstance instance = instance_of(SliderCrankForce(rod, damping));
  // Not for the rows: a run starts them on their smooth motion, which is another one.
  if (has_default_numbers(parameters))
    instance.references = has_published_mass ? published_mass_references() : consistent_mass_references();
  return instance;
}

}  // namespace slider_crank_problem

ProblemEntry slider_crank() {
  using namespace slider_crank_problem;
  return {.name = "slider_crank",
          .description =
              "Crank turned at 150 rad/s, elastic connecting rod, sliding block: phi1, phi2 and x3 with two "
              "lateral (q1, q2) and two longitudinal (q3, q4) elastic coordinates of the rod. Rows: pin_y, "
              "pin_x (end of the rod in the block), drive (phi1 = 150 t). form=force: all springs in the "
              "forces; form=row: the longitudinal springs as two compliant rows along the principal axes of "
              "their stiffness, the same motion from --start raw. mass=published: as in the test set's "
              "program, on which its digits rest, which lacks the factor 1/15 of the longitudinal mass: "
              "frequencies 203.2, 812.8, 1088.8, 3917.2 Hz; mass=consistent: with it, 203.2, 812.8, 4216.7, "
              "15171.3 Hz. pi = 3.1415927 as published; start projected onto the rows.",
          .citation =
              "Simeon, Math. Modelling of Systems 2 (1995) 1-18; Mazzia, Magherini, Test Set for IVP "
              "Solvers, release 2.4 (crank)",
          .parameters = {{.name = "form", .choices = {"force", "row"}},
                         {.name = "mass", .choices = {"published", "consistent"}},
                         {.name = "damping",
                          .value = 0.0,
                          .unit = "s",
                          .description = "damping forces of the rod: damping times stiffness times rate",
                          .lowest = 0.0,
                          .highest = 1.0}},
          .make = make};
}

}  // namespace kreisel
